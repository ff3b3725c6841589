"""Pages of printing: the form, the job, the file, and the browser's page where PDFs cannot be made."""

from __future__ import annotations

import pytest
from django.urls import reverse

from engine.errors import RuleError
from tests.tournament import setting
from tests.tournament.views.browsing import LANGUAGES, client_of, queries, text_of
from tournament.models import Event, PrintJob, Table
from tournament.problems import problem_of
from tournament.selectors.rounds import get_round
from tournament.services import printing
from tournament.services.draws import renumber_table
from tournament.services.printing import run_print
from tournament.services.reveal import keep_back, tell_all
from tournament.services.standings import publish
from tournament.views import printing as views

KINDS = ("wall", "slips", "cards", "standings", "certificates", "rulings")


@pytest.fixture
def client(people, organiser):
    return client_of(organiser)


@pytest.fixture
def _no_pdf(monkeypatch):
    """As on a machine without the library."""
    lacking = RuleError(
        "pdf_library", "PDF needs the Python package {package}, which is not installed.", package="weasyprint"
    )
    monkeypatch.setattr(views, "missing_part", lambda: lacking)


def address(name, *more):
    return reverse(name, args=["autumn", *more])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_document_has_its_form_and_its_page_in_every_language(people, organiser, language):
    client = client_of(organiser, language)
    assert client.get(address("print")).status_code == 200
    tag = {"zh-hant": "zh-Hant", "zh-hans": "zh-Hans", "en": "en"}[language]
    for kind in KINDS:
        assert client.get(address("print_document", kind)).status_code == 200, kind
        page = client.get(address("print_page", kind))
        assert page.status_code == 200 and f'lang="{tag}"' in page.content.decode(), kind
    assert client.get(address("print_document", "nothing")).status_code == 404


def test_a_document_is_in_the_language_chosen_not_that_of_the_page(client):
    page = client.get(address("print_page", "slips") + "?round=2&tables=1&language=zh-hans")
    assert 'lang="zh-Hans"' in page.content.decode()
    assert "第 1 桌" in text_of(page) and "第 2 桌" not in text_of(page)


@pytest.mark.pdf
def test_a_pdf_is_asked_for_watched_and_downloaded(client, people, django_capture_on_commit_callbacks):
    asked = {"round": "2", "tables": "1, 2", "language": "zh-hant", "paper": "a5"}
    response = client.post(address("print_document", "slips"), asked)
    job = PrintJob.objects.get()
    assert response.url == address("print_job", job.pk)
    assert (job.language, job.paper, job.site) == ("zh-hant", "a5", "http://testserver")
    page = client.get(response.url)
    assert "The PDF waits for its turn" in text_of(page)
    assert client.get(f"{response.url}?v=1.waiting.0.0", headers={"HX-Request": "true"}).status_code == 204
    assert client.get(address("print_file", job.pk)).status_code == 404
    assert run_print(job.pk) == "done"
    live = client.get(f"{response.url}?v=1.waiting.0.0", headers={"HX-Request": "true"})
    assert "2 pages" in text_of(live) and "<html" not in live.content.decode() and "hx-get" not in live.content.decode()
    got = client.get(address("print_file", job.pk))
    assert b"".join(got.streaming_content).startswith(b"%PDF")
    assert got["Cache-Control"] == "private, no-store" and "autumn-slips-2.pdf" in got["Content-Disposition"]


@pytest.mark.pdf
def test_a_file_is_for_those_who_may_print_its_kind_now(people, organiser):
    client = client_of(organiser)
    client.post(address("print_document", "cards"), {})
    job = PrintJob.objects.get()
    run_print(job.pk)
    Event.objects.update(status=Event.Status.OPEN)
    for name in ("print_job", "print_file"):
        response = client.get(address(name, job.pk))
        assert response.status_code == 200
        assert b"".join(response)
        assert (
            client_of(setting.member(people, "scorer", name=f"s-{name}")).get(address(name, job.pk)).status_code == 403
        )
        assert client_of().get(address(name, job.pk)).status_code == 302
    scorer = client_of(setting.member(people, "referee"))
    assert "Seat cards" not in text_of(scorer.get(address("print")))
    other = setting.event(organiser, slug="other")
    assert client.get(reverse("print_file", args=[other.slug, job.pk])).status_code == 404


@pytest.mark.pdf
def test_a_lost_job_and_a_file_that_is_gone_can_be_made_again(client, people):
    client.post(address("print_document", "cards"), {})
    job = PrintJob.objects.get()
    PrintJob.objects.update(status="failed", problem=problem_of(printing._lost()))
    assert "The document was not finished." in text_of(client.get(address("print_job", job.pk)))
    assert client.post(address("print_again", job.pk)).url == address("print_job", job.pk)
    assert run_print(job.pk) == "done"
    PrintJob.objects.update(file="")
    assert "not kept any more" in text_of(client.get(address("print_job", job.pk)))
    assert client.get(address("print_file", job.pk)).url == address("print_job", job.pk)


@pytest.mark.pdf
def test_characters_in_no_font_are_named(client, people):
    client.post(address("print_document", "cards"), {})
    job = PrintJob.objects.get()
    run_print(job.pk)
    PrintJob.objects.update(missing="\U0003fffd")
    assert "U+3FFFD" in text_of(client.get(address("print_job", job.pk)))


@pytest.mark.usefixtures("_no_pdf")
def test_without_pdf_the_buttons_open_the_browsers_page_which_says_why(client):
    response = client.post(address("print_document", "slips"), {"round": "2", "tables": "1,2", "language": "zh-hant"})
    assert response.url == address("print_page", "slips") + "?round=2&tables=1%2C2&language=zh-hant&paper=a4"
    assert not PrintJob.objects.exists()
    page = client.get(response.url + "&language=en")
    assert "weasyprint" in text_of(page) and "data-print" in page.content.decode()
    assert "weasyprint" in text_of(client.get(address("print")))
    assert "Open the print page" in text_of(client.get(address("print_document", "wall")))


@pytest.mark.pdf
def test_one_button_of_the_console_has_the_wall_list_made(client):
    page = client.get(reverse("round", args=["autumn", 2]))
    assert f'action="{address("print_document", "wall")}"' in page.content.decode()
    client.post(address("print_document", "wall"), {"round": "2"})
    job = PrintJob.objects.get()
    assert (job.options["round"], job.options["parts"]) == (2, ["draw", "standings", "results"])


@pytest.mark.pdf
def test_after_a_change_of_table_numbers_the_console_leads_to_the_slips_that_changed(client, organiser, people):
    client.post(address("print_document", "slips"), {"round": "2"})
    run_print(PrintJob.objects.get().pk)
    renumber_table(actor=organiser, table=Table.objects.get(round__number=2, number=2), number=19)
    page = client.get(reverse("round", args=["autumn", 2]))
    assert "Slips to print again: tables 19" in text_of(page)
    form = client.get(address("print_document", "slips") + "?round=2")
    assert 'value="19"' in form.content.decode() and "Tables 19 have another number" in text_of(form)


@pytest.mark.parametrize("bad", ["round=9", "ranks=x", "tables=x", "paper=b5", "language=fr"])
def test_what_cannot_be_printed_is_said_beside_its_field(client, bad):
    kind = "certificates" if "ranks" in bad else "slips"
    assert client.get(f"{address('print_page', kind)}?{bad}").status_code == 422


def test_old_addresses_of_print_pages_hold(client):
    for name, more in (("cards", ()), ("wall_list", (2,)), ("slips", (2,))):
        assert client.get(reverse(name, args=["autumn", *more])).status_code == 200
    assert client.get(reverse("slips", args=["autumn", 9])).status_code == 404


def test_print_buttons_stand_where_they_belong(client, people, organiser):
    assert address("print_document", "cards") in client.get(reverse("entries", args=["autumn"])).content.decode()
    Event.objects.update(status=Event.Status.RUNNING)
    standings = reverse("standings", args=["autumn"])
    button = address("print_document", "standings")
    assert button in client.get(standings).content.decode()
    assert button not in client_of().get(standings).content.decode()


def test_the_hub_takes_as_many_queries_for_ten_jobs_as_for_one(client, people):
    job = {"kind": "cards", "language": "en", "paper": "a4"}
    people.print_jobs.create(**job)
    few = queries(client, address("print"))
    for _ in range(9):
        people.print_jobs.create(**job)
    assert queries(client, address("print")) == few


@pytest.mark.pdf
def test_a_pdf_of_standings_kept_back_is_not_for_the_rest_of_the_staff(client, people, organiser):
    keep_back(actor=organiser, event=people, from_round=get_round(people, 1))
    publish(people.pk)
    client.post(address("print_document", "standings"), {})
    job = PrintJob.objects.get()
    assert run_print(job.pk) == "done"
    scorer = client_of(setting.member(people, "scorer"))
    for name in ("print_job", "print_file", "print_again"):
        assert scorer.get(address(name, job.pk)).status_code == 403
    link = address("print_job", job.pk)
    assert link not in scorer.get(address("print")).content.decode()
    assert link in client.get(address("print")).content.decode()
    tell_all(actor=organiser, event=people)
    assert link in scorer.get(address("print")).content.decode()
