"""How a round was drawn, in words: the rules of the draw, what it was made from, and how good it came out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext, ngettext

from tournament.models import Draw
from tournament.seating.edits import Edit, SwapPlayers, SwapTables, read_edit
from tournament.seating.methods import find_method
from tournament.wording import field_in_words, in_words


def method_of(draw: Draw) -> dict[str, Any]:
    """Return the name of a draw's method and its rules in the order in which they count."""
    method = find_method(draw.inputs["method"])
    return {"name": in_words(method.name), "rules": [in_words(rule) for rule in method.rules]}


def made_from(draw: Draw, names: Mapping[int, str], *, pairs: bool) -> list[dict[str, str]]:
    """Return what a draw looked at, in words."""
    inputs = draw.inputs
    rows = [(gettext("Field"), field_in_words(len(inputs["entries"]), pairs=pairs))]
    if inputs.get("standings_version"):
        text = gettext("version {version}, penalties included").format(version=inputs["standings_version"])
        rows.append((gettext("Standings"), text))
    if inputs.get("history"):
        text = ", ".join(str(round_["round"]) for round_ in inputs["history"])
        rows.append((gettext("Rounds before"), text))
    if inputs.get("clubs"):
        text = ngettext("{count} team or club", "{count} teams or clubs", len(inputs["clubs"]))
        rows.append((gettext("Kept apart"), text.format(count=len(inputs["clubs"]))))
    if inputs.get("apart"):
        pairs = [" – ".join(names.get(entry, str(entry)) for entry in pair) for pair in inputs["apart"]]
        rows.append((gettext("Must not meet"), ", ".join(pairs)))
    if inputs.get("fixed"):
        tables = [
            gettext("{name} at table {table}").format(name=names.get(entry, str(entry)), table=table)
            for entry, table in inputs["fixed"]
        ]
        rows.append((gettext("Fixed tables"), ", ".join(tables)))
    return [{"label": label, "text": text} for label, text in rows]


def changes_of(draw: Draw, names: Mapping[int, str]) -> list[dict[str, Any]]:
    """Return what was changed by hand after the draw and before its release, in words, with when and why."""
    return [
        {
            "text": _change(read_edit(kept["edit"]), names),
            "at": datetime.fromisoformat(kept["at"]),
            "why": kept["reason"],
        }
        for kept in draw.edits
    ]


def _change(edit: Edit, names: Mapping[int, str]) -> str:
    if isinstance(edit, SwapPlayers):
        who = [f"{number} {names.get(number, '')}".strip() for number in (edit.first, edit.second)]
        return gettext("{first} and {second} change seats").format(first=who[0], second=who[1])
    if isinstance(edit, SwapTables):
        text = gettext("The groups of tables {first} and {second} change tables")
        return text.format(first=edit.first, second=edit.second)
    text = gettext("The group of table {table} moves to table {replacement}")
    return text.format(table=edit.table, replacement=edit.replacement)


def measured(report: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the numbers of a draw's report beside the least that is possible, for the `fair` tag."""
    proven = (
        gettext("Proven: fewer are not possible.") if report.get("proven") else gettext("Not proven to be the least.")
    )
    rows = [
        ("repeats", gettext("Pairs meeting again"), "repeat_lower_bound", proven),
        ("club_meetings", gettext("Meetings within a team or club"), "club_lower_bound", ""),
        ("apart_meetings", gettext("Meetings of those who must not meet"), None, ""),
        ("wind_error", gettext("Winds beside an even share"), None, gettext("Summed over all players.")),
        ("table_revisits", gettext("Back at the same table"), None, ""),
    ]
    return [
        {
            "name": name,
            "value": report[key],
            "value_text": str(report[key]),
            "bound": report.get(bound, 0) if bound else 0,
            "text": text,
        }
        for key, name, bound, text in rows
        if isinstance(report.get(key), int)
    ]


def parts_of(report: Mapping[str, Any], *, pairs: bool) -> list[dict[str, Any]]:
    """Return the numbers of a draw, of each venue with its own seed where they were drawn apart."""
    parts: Sequence[Mapping[str, Any]] = report.get("areas") or [report]
    return [
        {
            "area": part.get("name", ""),
            "field": field_in_words(part["entries"], pairs=pairs) if "entries" in part else "",
            "seed": part.get("seed", ""),
            "fair": measured(part),
            "recounted": recounted(part),
        }
        for part in parts
    ]


def notices_of(report: Mapping[str, Any]) -> list[str]:
    """Return what a draw warns of, in the language of the page."""
    return [gettext(item["template"]).format(**item["params"]) for item in report.get("notices", ())]


def recounted(report: Mapping[str, Any]) -> bool | None:
    """Tell whether other code counted the same; None where nothing was recounted."""
    audit = report.get("audit")
    return None if audit is None else bool(audit["agrees"]) and not audit["faults"]
