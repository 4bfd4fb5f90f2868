"""The table explains cards that acted for the first time since the viewer's last move."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from games.boards.board import BoardTable
from games.boards.table_view import LOG_STEPS
from games.engine.contract import Effect
from games.engine.history import EventKind, Step

ME, OTHER = 0, 1


class Explaining(BoardTable):
    """Explains each card but “plain”."""

    def explain(self, effect: Effect) -> str:
        return "" if effect.kind == "plain" else f"{effect.kind}!"


def explained(*moves: tuple[int, str], to: frozenset[int] | None = None) -> tuple[str, ...]:
    """Return what my table explains after these moves, each a seat and a card."""
    steps = [
        Step(number, EventKind.MOVE, seat, {}, (Effect(card, {}, to),))
        for number, (seat, card) in enumerate(moves, start=1)
    ]
    table: Any = SimpleNamespace(view={}, steps=steps, seat=ME)
    return Explaining(table).fallen


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([(OTHER, "drum"), (OTHER, "plain"), (OTHER, "winter")], ("winter!", "drum!")),
        ([(OTHER, "drum"), (OTHER, "drum")], ("drum!",)),
        ([(OTHER, "drum"), (ME, "plain")], ()),
        ([(OTHER, "drum"), (ME, "plain"), (OTHER, "drum"), (OTHER, "winter")], ("winter!",)),
        ([(ME, "drum"), (OTHER, "drum")], ()),
        ([(OTHER, "drum"), *[(ME, "plain")] * LOG_STEPS, (OTHER, "drum")], ("drum!",)),
    ],
)
def test_card_is_explained_when_it_first_acts_since_own_move(
    moves: list[tuple[int, str]], expected: tuple[str, ...]
) -> None:
    assert explained(*moves) == expected


def test_card_that_viewer_does_not_know_of_is_not_explained() -> None:
    assert explained((OTHER, "drum"), to=frozenset({OTHER})) == ()
