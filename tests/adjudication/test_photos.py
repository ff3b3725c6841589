"""A photo is kept as a JPEG of bounded size without what the camera noted, and can be taken away again."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from adjudication.models import Appeal, Case, CasePhoto
from adjudication.photos import MOST_BYTES, photo_from
from adjudication.selectors.cases import get_case
from adjudication.services.appeals import add_photo, appeal_case, decide_appeal, remove_photo
from tests.adjudication.pictures import bomb, noted, opened, picture
from tests.adjudication.steps import issue, propose, ruled
from tests.tournament.api.test_tables import client_of as program_of
from tests.tournament.views.browsing import client_of, text_of
from tournament.actors import PUBLIC
from tournament.errors import NotAllowed, NotFound, Refused
from tournament.models import AuditEntry, Event


@pytest.fixture(autouse=True)
def _running(request):
    if "event" in request.fixturenames:
        event = request.getfixturevalue("event")
        Event.objects.filter(pk=event.pk).update(status=Event.Status.RUNNING)


def test_what_the_camera_noted_is_not_kept():
    sent = noted()
    assert b"SecretMaker" in sent and b"SecretComment" in sent
    kept = photo_from(sent)
    assert b"Secret" not in kept
    assert not opened(kept).getexif()
    assert not {"exif", "comment", "icc_profile"} & set(opened(kept).info)


def test_a_picture_that_was_taken_on_its_side_is_kept_upright():
    kept = opened(photo_from(noted(orientation=6)))
    assert kept.size == (40, 60)
    top, bottom = kept.getpixel((20, 10)), kept.getpixel((20, 50))
    assert top[0] > 200 > top[2] and bottom[2] > 200 > bottom[0]


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_large_picture_is_made_smaller_and_a_small_one_stays(kind):
    kept = opened(photo_from(picture(kind, (4000, 1000))))
    assert (kept.format, kept.size) == ("JPEG", (2000, 500))
    assert opened(photo_from(picture(kind))).size == (60, 40)


def test_what_is_transparent_is_white():
    image = Image.new("RGBA", (20, 20), (0, 0, 0, 0))
    out = BytesIO()
    image.save(out, "PNG")
    assert min(opened(photo_from(out.getvalue())).getpixel((5, 5))) > 250


def test_a_bomb_is_refused_by_the_pixels_it_declares(monkeypatch):
    monkeypatch.setattr(Image.Image, "load", lambda self: pytest.fail("decoded"))
    for side in (5000, 20000):
        with pytest.raises(Refused, match="photo_pixels"):
            photo_from(bomb(side))


def test_what_is_no_picture_or_too_large_is_refused():
    for data in (b"<svg onload=x>", b"", picture()[:200], picture("GIF"), b"\x89PNG\r\n\x1a\n" + b"0" * 20):
        with pytest.raises(Refused, match="photo_kind"):
            photo_from(data)
    with pytest.raises(Refused, match="photo_large"):
        photo_from(picture() + b"0" * MOST_BYTES)


def test_a_photo_is_removed_by_its_sender_until_the_case_is_decided(referee, chief, table, player):
    case = propose(referee, table)
    photo = add_photo(actor=player("S"), case=case, data=picture())
    for other in (player("E"), PUBLIC):
        with pytest.raises(NotAllowed):
            remove_photo(actor=other, case=case, number=photo.pk)
    remove_photo(actor=player("S"), case=case, number=photo.pk)
    with pytest.raises(NotFound):
        remove_photo(actor=player("S"), case=case, number=photo.pk)
    photo = add_photo(actor=player("S"), case=case, data=picture())
    issue(referee, case)
    case = Case.objects.get(pk=case.pk)
    with pytest.raises(NotAllowed):
        remove_photo(actor=player("S"), case=case, number=photo.pk)
    appeal_case(actor=player("S"), case=case, text="請再看", photo=picture())
    second = CasePhoto.objects.latest("pk")
    decide_appeal(actor=chief, case=case, outcome="upheld", reason="照判")
    with pytest.raises(NotAllowed):
        remove_photo(actor=player("S"), case=case, number=second.pk)
    remove_photo(actor=referee, case=case, number=second.pk)
    gone = AuditEntry.objects.filter(action="case.photo_removed")
    assert [line.before["photo"] for line in gone.order_by("pk")][-1] == second.pk
    assert CasePhoto.objects.count() == 1


def test_the_page_removes_a_photo_for_who_may(event, referee, table, player):
    case = ruled(referee, table)
    photo = add_photo(actor=player("S"), case=case, data=picture())
    url = reverse("case", args=[event.slug, case.number])
    other = client_of(player("E")).get(url)
    assert "Photo 1" in other.content.decode() and "remove_photo" not in other.content.decode()
    client = client_of(referee)
    assert "remove_photo" in client.get(url).content.decode()
    sent = {"act": "remove_photo", "photo": str(photo.pk)}
    answer = client.post(reverse("case_act", args=[event.slug, case.number]), sent, follow=True)
    assert "The photo has been removed." in text_of(answer)
    assert not CasePhoto.objects.exists()


def test_a_program_removes_a_photo_by_the_rights_of_the_page(event, referee, chief, table, player):
    case = propose(referee, table)
    sender, other = program_of(entry=player("S").entry), program_of(entry=player("E").entry)
    url = f"/api/v1/events/{event.slug}/cases/{case.number}/photos/"
    issue(referee, case)

    def sent() -> str:
        upload = SimpleUploadedFile("table.jpg", picture(), content_type="image/jpeg")
        return f"{url}{sender.post(url, {'photo': upload}, format='multipart').json()['photo']}/"

    mine = sent()
    assert other.delete(mine).status_code == 403
    assert program_of().delete(mine).status_code in (401, 403)
    assert sender.delete(mine).status_code == 204
    assert sender.delete(mine).status_code == 404
    appeal_case(actor=player("S"), case=get_case(PUBLIC, event, case.number), text="請再看")
    kept = sent()
    decide_appeal(actor=chief, case=get_case(PUBLIC, event, case.number), outcome="upheld", reason="照判")
    assert sender.delete(kept).status_code == 403
    assert program_of(referee).delete(kept).status_code == 204
    assert not CasePhoto.objects.exists()
    lines = AuditEntry.objects.filter(event=event, action="case.photo_removed").order_by("pk")
    assert [(line.actor_entry, line.actor) for line in lines] == [(player("S").entry, None), (None, referee.user)]
    Event.objects.filter(pk=event.pk).update(status=Event.Status.CLOSED)
    assert program_of(referee).delete(kept).status_code == 400


def test_an_appeal_with_a_wrong_photo_is_not_lodged_and_its_words_stay(event, referee, table, player):
    case = ruled(referee, table)
    client, act = client_of(player("S")), reverse("case_act", args=[event.slug, case.number])
    wrong = SimpleUploadedFile("fake.jpg", b"no picture", "image/jpeg")
    page = client.post(act, {"act": "appeal", "text": "沒有打錯", "photo": wrong})
    assert page.status_code == 400
    assert "A photo is a JPEG or PNG file." in text_of(page)
    assert ">沒有打錯</textarea>" in page.content.decode()
    assert not Appeal.objects.exists()
    assert Case.objects.get(pk=case.pk).status == "issued"
    assert not AuditEntry.objects.filter(action="case.appealed").exists()
    right = SimpleUploadedFile("table.jpg", noted(), "image/jpeg")
    assert client.post(act, {"act": "appeal", "text": "沒有打錯", "photo": right}).status_code == 302
    assert (Appeal.objects.count(), Case.objects.get(pk=case.pk).status) == (1, "appealed")
    photo = CasePhoto.objects.get()
    answer = client.get(reverse("case_photo", args=[event.slug, case.number, photo.pk]))
    assert answer["Content-Type"] == "image/jpeg"
    assert b"Secret" not in answer.content


def test_a_file_is_refused_by_its_size_before_it_is_read(event, referee, table, player):
    case = ruled(referee, table)
    page = client_of(player("S")).get(reverse("case", args=[event.slug, case.number]))
    assert page.content.decode().count(f'data-most-bytes="{MOST_BYTES}"') == 2
    large = SimpleUploadedFile("large.jpg", b"0" * (MOST_BYTES + 1), "image/jpeg")
    sent = {"act": "photo", "photo": large}
    answer = client_of(player("S")).post(reverse("case_act", args=[event.slug, case.number]), sent)
    assert answer.status_code == 400
    assert "A photo has at most 16 MB." in text_of(answer)
