"""A second settlement of Taiwan mahjong, plain on purpose: from the formulas of A3, A14, A17, A18, A20 and A23.

It shares nothing with the engine. A table is a list of event dicts with voids, replacements and late rulings among
them; the answer is what each place has won.
"""

from __future__ import annotations

from typing import Any

ORDER = "ESWN"


class Slot:
    """One entered event as it now stands: its content, its hand, whether it is void."""

    def __init__(self, seq: int, content: dict[str, Any], hand: int) -> None:
        self.seq = seq
        self.content = content
        self.hand = hand
        self.void = False
        self.overturned = False

    @property
    def ends(self) -> bool:
        """Whether it closes its hand."""
        content = self.content
        ended = content.get("effect", {}).get("deal", {}).get("ends_hand", False)
        return content["type"] in ("win", "exhausted") or ended


def enter(events: list[dict[str, Any]]) -> list[list[Slot]]:
    """Write events one after another; return the slots of each hand in order of play."""
    hands: dict[int, list[Slot]] = {}
    slots: dict[int, Slot] = {}
    originals: dict[int, tuple[int, dict[str, Any] | None]] = {}
    for seq, event in enumerate(events):
        if event["type"] in ("void", "replace"):
            if event["seq"] in originals:
                target, content = originals.pop(event["seq"])
                slots[target].content = content  # type: ignore[assignment]
                continue
            slot = slots[event["seq"]]
            if event["type"] == "void":
                slot.void = True
            else:
                originals[seq] = (slot.seq, slot.content)
                slot.content = event["with"]
            continue
        number = event.get("hand") or now_in_play(hands)
        slot = slots[seq] = Slot(seq, event, number)
        row = hands.setdefault(number, [])
        closer = next((other for other in row if other.ends and not other.void), None)
        if event["type"] == "ruling" and event.get("hand") and closer:
            row.insert(row.index(closer), slot)
        else:
            row.append(slot)
        undone = event.get("effect", {}).get("undoes")
        if undone is not None:
            slots[undone].overturned = True
    return [[slot for slot in hands[number] if not slot.void] for number in sorted(hands)]


def now_in_play(hands: dict[int, list[Slot]]) -> int:
    begun = [number for number, row in hands.items() if any(not slot.void for slot in row)]
    if not begun:
        return 1
    last = max(begun)
    over = any(slot.ends and not slot.void for slot in hands[last])
    return last + 1 if over else last


def settle(events: list[dict[str, Any]], base: int, unit: int) -> dict[str, Any]:
    """Return what every place has won, and dealer, continuation and round wind of the next hand."""
    scores = dict.fromkeys(ORDER, 0)
    dealer, streak, wind = "E", 0, "E"
    for row in enter(events):
        lookers: list[str] = []
        liable: list[dict[str, Any]] = []
        closed: Slot | None = None
        keeps: str | None = None
        for slot in row:
            content = slot.content
            if content["type"] == "ruling":
                effect = content["effect"]
                if "deal" in effect:
                    keeps = effect["deal"]["next_dealer"]
                    closed = slot
                if slot.overturned or "undoes" in effect:
                    continue
                for posting in effect.get("postings", []):
                    scores[posting["from"]] -= posting["points"]
                    scores[posting["to"]] += posting["points"]
                lookers += [flag["seat"] for flag in effect.get("flags", [])]
                liable += effect.get("liabilities", [])
            elif content["type"] == "win":
                closed = slot
                pay_win(scores, content["wins"], dealer, streak, lookers, liable, base, unit)
            elif content["type"] == "exhausted":
                closed = slot
        if closed is None:
            continue
        winner = nearest(closed.content["wins"])["seat"] if closed.content["type"] == "win" else None
        if keeps == "same":
            continue  # the deal stays and the continuation is left as it is
        if keeps != "next" and winner in (None, dealer):
            streak += 1
            continue
        dealer, streak = ORDER[(ORDER.index(dealer) + 1) % 4], 0
        if dealer == "E":
            wind = ORDER[(ORDER.index(wind) + 1) % 4]
    return {"scores": scores, "deal": (dealer, streak, wind)}


def nearest(wins: list[dict[str, Any]]) -> dict[str, Any]:
    """Of several claims the one nearest in turn after the discarder (A20)."""
    if len(wins) == 1:
        return wins[0]
    return min(wins, key=lambda win: (ORDER.index(win["seat"]) - ORDER.index(win["from"])) % 4)


def pay_win(
    scores: dict[str, int],
    wins: list[dict[str, Any]],
    dealer: str,
    streak: int,
    lookers: list[str],
    liable: list[dict[str, Any]],
    base: int,
    unit: int,
) -> None:
    win = nearest(wins)
    winner = win["seat"]
    six = "rob_flower_6" in win.get("flags", ())
    alone = win["by"] == "discard" or (six and "extra" not in win)
    owed: dict[str, int] = {}
    for payer in ORDER:
        if payer == winner or (alone and payer != win["from"]):
            continue
        tai = win["total"]
        if six and not alone:
            tai += win["extra"]["robbed" if payer == win["from"] else "others"]
        if dealer in (winner, payer):
            shown = win.get("shown_streak", streak)
            counted = min(shown, streak) if dealer == winner else max(shown, streak)
            tai += 1 + 2 * counted
        owed[payer] = base + tai * unit
    scores[winner] += pay_in_place(scores, owed, win, winner, liable)
    for place in lookers:
        if place != winner:
            scores[place] -= unit
            scores[winner] += unit


def pay_in_place(
    scores: dict[str, int], owed: dict[str, int], win: dict[str, Any], winner: str, liable: list[dict[str, Any]]
) -> int:
    """Take what is owed from the payers, or from those who answer for it; return what the winner gets (A18, B.16)."""
    answering = [item for item in liable if item["payer"] != winner and hit(item, win)]
    due = sum(owed.values())
    if not answering or not due:
        for payer, points in owed.items():
            scores[payer] -= points
        return due
    share = -(-due // len(answering))
    for item in answering:
        scores[item["payer"]] -= share
    return share * len(answering)


def hit(item: dict[str, Any], win: dict[str, Any]) -> bool:
    tail = win.get("kong_tail") if win["by"] == "self" else win.get("kong_tile_unchanged")
    if win["by"] == "self" and "rob_flower_6" in win.get("flags", ()):
        tail = True
    for trigger, until in item["windows"]:
        happened = {"self": win["by"] == "self", "kong_tail": tail, "any": True}[trigger]
        if happened and (isinstance(until, str) or win["since"][item["id"]] <= until):
            return True
    return False
