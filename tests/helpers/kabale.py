"""Short functions for laying out a table of Kabale und Hiebe."""

from __future__ import annotations

from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Effect
from games.titles.kabale.rules.award import Award, award
from games.titles.kabale.rules.cards import Goal
from games.titles.kabale.rules.position import Kabale

SEED = bytes(32)


def goal(text: str) -> list[Any]:
    """Return a goal from "music 3"."""
    area, points = text.split()
    return [area, int(points)]


def laid(text: str) -> dict[str, Any]:
    """Return a card: "0 king" face up, "0 king down" face down, "0 king hidden" under a cloak."""
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
    """Return a position with one seat per column; hands are like "king queen"."""
    data = {"columns": list(columns), "hands": [hand.split() for hand in hands], **rest}
    position = Kabale.load(data, len(columns), {}, Chance(SEED, 0))
    position.check()
    return position


def play(position: Kabale, seat: int, *asked: Any, step: int = 1) -> list[Effect]:
    """Play a move: play(p, 0, "place", "king", 2), (p, 1, "cloak", None), (p, 1, "swap", 0)."""
    kind, *values = asked
    fields = {"place": ("card", "column"), "cloak": ("card",), "swap": ("column",)}[kind]
    data = {"type": kind, **dict(zip(fields, values, strict=True))}
    effects = position.play(seat, Kabale.read_move(data, position.seats), Chance(SEED, step))
    position.check()
    return effects


def cards(position: Kabale, at: int) -> list[str]:
    """Return the cards of a column in the form that `laid` reads."""
    return [
        f"{c.seat} {c.card}{'' if c.up else ' hidden' if c.cloaked else ' down'}"
        for c in position.columns[at].cards
    ]


def kinds(effects: list[Effect]) -> list[str]:
    return [effect.kind for effect in effects]


def facts(effects: list[Effect], kind: str) -> list[dict[str, Any]]:
    return [effect.facts for effect in effects if effect.kind == kind]


def judge(aim: str, *lying: str) -> Award:
    """Award a column of cards like "0 king"."""
    pairs = [(int(text.split()[0]), text.split()[1]) for text in lying]
    return award(Goal(*goal(aim)), pairs)
