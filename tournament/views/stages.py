"""Pages of stages: how many rounds, how long, how ranked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.standings import FORMULAS, TIE_BREAKS, parse_policy
from engine.standings.policy import Policy
from tournament.event_settings import settings_of
from tournament.forms import carried_out
from tournament.forms.stages import KINDS, CountForm, CutForm, NewStageForm, PolicyForm, StageForm, preset_choices
from tournament.groups_page import titles
from tournament.models import Entry, Event, Round, Stage
from tournament.persons import sides_of
from tournament.selectors.entries import entry_counts
from tournament.selectors.events import get_stage
from tournament.selectors.persons import in_pairs
from tournament.selectors.rounds import newest_played, rounds_of
from tournament.selectors.rulesets import rules_of
from tournament.selectors.standings import rank_changes
from tournament.selectors.tables import names_of
from tournament.services import stages as services
from tournament.services.cuts import cut_stage, uncut_stage
from tournament.stage_settings import cut_of, drawing_of
from tournament.views.base import actor_of, shown
from tournament.views.event_tasks import most_rounds
from tournament.views.organising import REFUSED, Question, asked, event_page
from tournament.wording import field_in_words, in_words, labelled, listed

FRESH = {"seating": Stage.Seating.TABLE, "length_count": 1, "method": "random"}


@event_page("manage")
def stages(request: HttpRequest, event: Event) -> HttpResponse:
    """List the stages with their rounds; add one behind them."""
    presets = rules_of(event).ruleset.standings_presets
    areas = bool(settings_of(event).areas)
    form = NewStageForm(presets, request.POST or None, initial=FRESH, areas=areas)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        if carried_out(
            form,
            lambda: services.add_stage(
                actor=actor_of(request), event=event, policy=given["policy"], rounds=given["rounds"], **form.changes
            ),
            {"length": "length_count"},
        ):
            messages.success(request, _("The stage is added."))
            return redirect("stages", event.slug)
    rounds = list(rounds_of(event))
    by_stage: dict[int, list[Round]] = {}
    for round_ in rounds:
        by_stage.setdefault(round_.stage_id, []).append(round_)
    counts = entry_counts(event)
    context = {
        "rows": [
            {"stage": stage, "rounds": by_stage.get(stage.pk, []), "policy": policy_words(parse_policy(stage.policy))}
            for stage in Stage.objects.filter(event=event).order_by("order")
        ],
        "form": form,
        "field_words": field_in_words(counts.playing, pairs=in_pairs(event)),
        "bound": most_rounds(counts.playing, pairs=in_pairs(event)),
        "planned": len(rounds),
        "last": rounds[-1] if rounds else None,
    }
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/stages.html", context, event=event, current="manage", status=status)


def policy_words(policy: Policy) -> str:
    """Say in one line how a stage is ranked."""
    names = [in_words(TIE_BREAKS[tie_break.key].name) for tie_break in policy.tie_breaks]
    return labelled(in_words(FORMULAS[policy.formula].label), " › ".join(names))


@event_page("manage")
def stage(request: HttpRequest, event: Event, order: int) -> HttpResponse:
    """Change a stage; add rounds to it."""
    found = get_stage(event, order)
    counting = "count" in request.POST
    cutting = "size" in request.POST
    initial = {"name": found.name, "seating": found.seating} | StageForm.initial_of(found.length)
    initial |= StageForm.initial_drawing(drawing_of(found))
    sent = request.POST if request.method == "POST" and not counting and not cutting else None
    form = StageForm(sent, drawing=found.drawing, initial=initial, areas=bool(settings_of(event).areas))
    cut = CutForm(request.POST if cutting else None, initial={"ties": "decide"})
    count = CountForm(request.POST if counting else None)
    if counting and count.is_valid():
        number = count.cleaned_data["count"]
        if carried_out(
            count,
            lambda: services.add_rounds(actor=actor_of(request), stage=found, count=number),
            {"rounds": "count"},
        ):
            messages.success(request, _("The rounds are added."))
            return redirect("stage", event.slug, order)
    elif cutting and cut.is_valid():
        given = cut.cleaned_data
        if carried_out(cut, lambda: cut_stage(actor=actor_of(request), stage=found, **given)):
            messages.success(request, _("It is decided who goes on."))
            return redirect("stage", event.slug, order)
        found.refresh_from_db()
    elif form.is_bound and form.is_valid():
        if carried_out(
            form,
            lambda: services.update_stage(actor=actor_of(request), stage=found, changes=form.changes),
            {"length": "length_count"},
        ):
            messages.success(request, _("Saved."))
            return redirect("stage", event.slug, order)
        found.refresh_from_db()
    decided = cut_of(found)
    context = {
        "stage": found,
        "form": form,
        "count": count,
        "cut": cut if order > 1 else None,
        "decided": decided,
        "through_names": _names_of_those(event, decided.through) if decided else [],
        "uneven": _uneven(event, len(decided.through)) if decided else "",
        "through_words": field_in_words(len(decided.through), pairs=in_pairs(event)) if decided else "",
        "rounds": rounds_of(event).filter(stage=found),
        "policy": policy_words(parse_policy(found.policy)),
    }
    status = REFUSED if form.errors or count.errors or cut.errors else 200
    return shown(request, "organiser/stage.html", context, event=event, current="manage", status=status)


def _names_of_those(event: Event, through: Sequence[int]) -> list[str]:
    """Return number and name of those who go on, in their order."""
    names = dict(Entry.objects.filter(event=event, number__in=through).values_list("number", "name"))
    return [f"{number} {names.get(number, '')}".strip() for number in through]


def _uneven(event: Event, count: int) -> str:
    """Say how many of those who go on no table is left for; "" where they fill their tables."""
    least = len(sides_of(rules_of(event).ruleset))
    over = count % least
    if not over:
        return ""
    text = ngettext(
        "{field} do not fill whole tables: {over} of them sits out in each round. {fewer} or {more} would fit.",
        "{field} do not fill whole tables: {over} of them sit out in each round. {fewer} or {more} would fit.",
        over,
    )
    field = field_in_words(count, pairs=in_pairs(event))
    return text.format(field=field, over=over, fewer=count - over, more=count - over + least)


@event_page("draw")
def uncut(request: HttpRequest, event: Event, order: int) -> HttpResponse:
    """Let everybody play in a stage again."""
    found = get_stage(event, order)
    question = Question(
        "uncut",
        request.path,
        _("Let everybody play"),
        _("Let everybody play in this stage again?"),
        _("Let everybody play"),
    )
    back = reverse("stage", args=[event.slug, order])
    said = _("Everybody plays in this stage.")
    return asked(request, question, lambda: uncut_stage(actor=actor_of(request), stage=found), said, back)


@event_page("manage")
def policy(request: HttpRequest, event: Event, order: int) -> HttpResponse:
    """Decide how a stage is ranked: a preset, or field by field; after the start it is asked twice."""
    found = get_stage(event, order)
    presets = rules_of(event).ruleset.standings_presets
    chosen = request.POST.get("preset") or request.GET.get("preset", "")
    base = services.policy_of(event, chosen) if chosen in presets else found.policy
    form = PolicyForm(base, request.POST if request.method == "POST" else None)
    begun = newest_played(event) > 0
    ask_again = False
    ranks: list[dict[str, Any]] = []
    if request.method == "POST" and form.is_valid():
        changed = form.changed
        if begun and "sure" not in request.POST:
            ask_again = carried_out(form, lambda: ranks.extend(_ranks(event, found, changed)), _fields())
        elif carried_out(
            form,
            lambda: services.update_stage(
                actor=actor_of(request), stage=found, changes={"policy": changed}, confirm_stage=order
            ),
            _fields(),
        ):
            messages.success(request, _("The standings are ranked like this from now on."))
            return redirect("stage", event.slug, order)
    context = {
        "stage": found,
        "form": form,
        "presets": preset_choices(presets),
        "preset": chosen,
        "begun": begun,
        "ask_again": ask_again,
        "changes": _changes(found, form) if ask_again else [],
        "ranks": ranks,
    }
    status = REFUSED if form.errors else 200
    return shown(request, "organiser/policy.html", context, event=event, current="manage", status=status)


def _ranks(event: Event, found: Stage, changed: dict[str, Any]) -> list[dict[str, Any]]:
    """Return whose rank would change, with names."""
    held, found.policy = found.policy, services.policy_of(event, changed)
    try:
        rows = rank_changes(event, found, held)
    finally:
        found.policy = held
    names = names_of(event)
    return [row | {"name": names.get(str(row["entry"]), "")} for row in rows]


def _fields() -> dict[str, str]:
    """Return which field of the form a refusal of the policy belongs to."""
    return {"policy": "", "tie_breaks": "tie_0", "numerator": "carry", "members": "team_members"}


def _changes(found: Stage, form: PolicyForm) -> list[dict[str, Any]]:
    """Return the two wordings where a policy changes."""
    before, after = parse_policy(found.policy), parse_policy(form.changed)
    said = [{"name": _("Ranking"), "before": policy_words(before), "after": policy_words(after)}]
    for name in ("place_points", "best", "penalties", "carry", "sit_out", "absent", "substitute", "void"):
        if getattr(before, name) != getattr(after, name):
            label = form.fields[name].label
            said.append({"name": label, "before": _shown(before, name), "after": _shown(after, name)})
    said.append({"name": _("Ranked as well"), "before": _groups(before), "after": _groups(after)})
    return [line for line in said if line["before"] != line["after"]]


def _groups(read: Policy) -> str:
    return listed(titles(item.by)[0] + (f" ({item.members})" if item.members else "") for item in read.groups) or "–"


def _shown(read: Policy, name: str) -> str:
    value = getattr(read, name)
    if value is None:
        return "–"
    if name == "carry":
        return f"{value.numerator}/{value.denominator}"
    if hasattr(value, "kind"):
        words = str(dict(KINDS)[value.kind])
        return labelled(words, value.value) if value.kind == "fixed" else words
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
