"""Small words for laying a table of Kabale und Hiebe."""

from __future__ import annotations

from typing import Any


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
