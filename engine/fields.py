"""How event fields and infraction questions describe themselves: form, API and documentation come from it."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from engine.text import Text

Widget = Literal[
    "seat", "seats", "tile", "tiles", "melds", "items", "number", "choice", "choices", "flag", "flags", "text",
    "person", "cards", "group", "since", "pairs",
]  # fmt: skip


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer that may be chosen: the code that is stored and what people read."""

    code: str
    label: Text


class Field(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One thing that is asked: its code, wording and widget, and when it is asked.

    `when` maps codes of earlier fields to the values for which this one is asked, e.g. `{"by": ["self"]}`;
    `needed` names earlier answers in the same way with which it may not be left out;
    `unlike` is the code of an earlier field whose answer cannot be given here again (nobody discards to himself);
    `absent` says what leaving an optional place out means where it does not mean nobody;
    `hidden` fields are facts for programs that no form asks; of a group that is `many` there may be several;
    an `unfolded` one is never folded away, though it may be left out.
    """

    code: str
    label: Text
    widget: Widget
    choices: tuple[Choice, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    required: bool = True
    when: dict[str, tuple[str | int | bool | None, ...]] = {}
    needed: dict[str, tuple[str | int | bool | None, ...]] = {}
    unlike: str = ""
    help: Text | None = None
    absent: Text | None = None
    fields: tuple[Field, ...] = ()
    many: bool = False
    hidden: bool = False
    unfolded: bool = False

    def applies(self, answers: dict[str, Any]) -> bool:
        """Tell whether this is to be asked, given the answers so far (a list answers if any of its members does)."""
        return _holds(self.when, answers)

    def is_needed(self, answers: dict[str, Any]) -> bool:
        """Tell whether the answers so far make this one that may not be left out."""
        return self.required or (bool(self.needed) and _holds(self.needed, answers))


def _holds(conditions: dict[str, tuple[str | int | bool | None, ...]], answers: dict[str, Any]) -> bool:
    for code, wanted in conditions.items():
        given = answers.get(code)
        values = given if isinstance(given, list | tuple) else [given]
        if not any(_same(value, want) for value in values for want in wanted):
            return False
    return True


def _same(value: object, want: object) -> bool:
    return value == want and isinstance(value, bool) == isinstance(want, bool)


def ask(
    label: Text,
    widget: Widget,
    *,
    choices: tuple[Choice, ...] = (),
    when: dict[str, tuple[str | int | bool | None, ...]] | None = None,
    needed: dict[str, tuple[str | int | bool | None, ...]] | None = None,
    unlike: str = "",
    help: Text | None = None,  # noqa: A002 - the word of the domain
    absent: Text | None = None,
    hidden: bool = False,
    unfolded: bool = False,
    minimum: int | None = None,
    maximum: int | None = None,
) -> msgspec.Meta:
    """Describe a struct field: `seat: Annotated[Place, ask(text(…), "seat")]`; bounds here are those a form shows."""
    about = {"label": label, "widget": widget, "choices": choices, "when": when or {}, "needed": needed or {}}
    return msgspec.Meta(
        extra={
            "ask": about
            | {
                "unlike": unlike,
                "help": help,
                "absent": absent,
                "hidden": hidden,
                "unfolded": unfolded,
                "minimum": minimum,
                "maximum": maximum,
            }
        }
    )


def fields_of(kind: type[msgspec.Struct]) -> tuple[Field, ...]:
    """Return the described fields of a struct in order; the fields of structs within become `fields` of a group."""
    hints = get_type_hints(kind, include_extras=True)
    described = []
    for info in msgspec.structs.fields(kind):
        meta = _described(hints[info.name])
        if meta is None:
            continue
        about = (meta.extra or {})["ask"]
        inner = _struct_within(hints[info.name])
        described.append(
            Field(
                code=info.encode_name,
                required=info.required,
                fields=fields_of(inner) if inner else (),
                many=bool(inner) and _is_list(hints[info.name]),
                **about,
            )
        )
    return tuple(described)


def _described(hint: Any) -> msgspec.Meta | None:
    if get_origin(hint) is Annotated:
        for extra in get_args(hint)[1:]:
            if isinstance(extra, msgspec.Meta) and extra.extra and "ask" in extra.extra:
                return extra
    return None


def _is_list(hint: Any) -> bool:
    return get_origin(hint) in (tuple, list) or any(_is_list(part) for part in get_args(hint))


def _struct_within(hint: Any) -> type[msgspec.Struct] | None:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and hint is not Text:
        return hint
    for part in get_args(hint):
        if found := _struct_within(part):
            return found
    return None
