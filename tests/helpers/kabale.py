"""Small words for laying a table of Kabale und Hiebe."""

from __future__ import annotations

from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Happening
from games.titles.kabale.rules.award import Award, award
from games.titles.kabale.rules.cards import Goal
from games.titles.kabale.rules.position import Kabale

SEED = bytes(32)


def goal(text: str) -> list[Any]:
    """ "music 3" """
    area, points = text.split()
    return [area, int(points)]


def laid(text: str) -> dict[str, Any]:
    """ "0 king" lies face up, "0 king down" face down, "0 king hidden" under a cloak."""
    seat, card, *state = text.split()
    return {
        "seat": int(seat),
        "card": card,
        "up": not state,
        "cloaked": state == ["hidden"],
    }


def column(aim: str, *cards: str, storm: bool = False) -> dict[str, Any]:
    return {"goal": goal(aim), "storm": storm, "cards": [laid(card) for card in cards]}


def load(*columns: dict[str, Any], hands: list[str], **rest: Any) -> Kabale:
    """A position of as many seats as columns; hands as "king queen"."""
    data = {"columns": list(columns), "hands": [hand.split() for hand in hands], **rest}
    position = Kabale.load(data, len(columns), {}, Chance(SEED, 0))
    position.check()
    return position


def play(position: Kabale, seat: int, *asked: Any, step: int = 1) -> list[Happening]:
    """play(p, 0, "place", "king", 2) · (p, 1, "cloak", None) · (p, 1, "swap", 0)"""
    kind, *values = asked
    fields = {"place": ("card", "column"), "cloak": ("card",), "swap": ("column",)}[kind]
    data = {"type": kind, **dict(zip(fields, values, strict=True))}
    happenings = position.play(seat, Kabale.read_move(data, position.seats), Chance(SEED, step))
    position.check()
    return happenings


def cards(position: Kabale, at: int) -> list[str]:
    """The column as `laid` reads it."""
    return [
        f"{c.seat} {c.card}{'' if c.up else ' hidden' if c.cloaked else ' down'}"
        for c in position.columns[at].cards
    ]


def kinds(happenings: list[Happening]) -> list[str]:
    return [happening.kind for happening in happenings]


def facts(happenings: list[Happening], kind: str) -> list[dict[str, Any]]:
    return [happening.facts for happening in happenings if happening.kind == kind]


def judge(aim: str, *lying: str) -> Award:
    """Award a column of "0 king"s."""
    pairs = [(int(text.split()[0]), text.split()[1]) for text in lying]
    return award(Goal(*goal(aim)), pairs)
