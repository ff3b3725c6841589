"""What pages say of standings that are kept back: to those who see less, and to those who see what is not public."""

from __future__ import annotations

from django.utils.translation import gettext

from tournament.models import Event
from tournament.reveal import Reveal, reveal_of
from tournament.selectors.standings import Shown


def kept_back_words(event: Event, order: int, found: Shown) -> dict[str, str]:
    """Return what a page says beside the standings of a stage; nothing where everything is public."""
    if found.reveal is not None:
        return {"kept_back": _less(found.reveal)}
    reveal = reveal_of(event)
    if reveal is None or reveal.of_stage(order) is None:
        return {}
    return {"not_public": gettext("Not public: results from round {number} on.").format(number=reveal.from_round)}


def _less(reveal: Reveal) -> str:
    if reveal.told is not None:
        return gettext("Told so far: from rank {rank} down.").format(rank=reveal.told)
    if reveal.from_round == 1:
        return gettext("The results are told at the end.")
    text = gettext("These are the standings after round {before}. Results from round {number} on are told at the end.")
    return text.format(before=reveal.from_round - 1, number=reveal.from_round)
