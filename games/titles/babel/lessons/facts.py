"""What the texts of Babel's lessons claim; the learner is seat 0, Ninsun seat 1."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from games.engine.contract import Position
from games.engine.lessons import Fact, Pattern, Played, fits
from games.titles.babel.rules.position import HIGH, HIGHEST, LOW


def _longest(row: list[str], tribe: str) -> int:
    """Return the number of cards of a tribe in its longest run."""
    return max((len(list(run)) for kind, run in groupby(row) if kind == tribe), default=0)


def _row(position: Position, seat: int = 0) -> list[str]:
    """Return a seat's tribe cards where the learner's stone is, from the bottom."""
    dump = position.dump()
    row: list[str] = dump["sites"][dump["stones"][0]]["tribes"][seat]
    return row


def _height(dump: Mapping[str, Any], seat: int) -> int:
    temple = dump["sites"][dump["stones"][0]]["temples"][seat]
    return temple[-1] if temple else 0


def totals(own: int, hers: int) -> Fact:
    return lambda played: list(played.after.view(0)["totals"]) == [own, hers]


def total(seat: int, sum: int) -> Fact:
    return lambda played: played.after.view(0)["totals"][seat] == sum


def here(number: int) -> Fact:
    """Return the fact that the learner has this many tribe cards at the stone's site."""
    return lambda played: len(_row(played.after)) == number


def together(tribe: str, number: int) -> Fact:
    """Return the fact that this many cards of a tribe are side by side at the stone."""
    return lambda played: _longest(_row(played.after), tribe) == number


def had_together(tribe: str, number: int) -> Fact:
    """Return the fact that this was so before the move."""
    return lambda played: _longest(_row(played.before), tribe) == number


def had_here(number: int) -> Fact:
    """Return the fact that this many own tribe cards were at the stone before."""
    return lambda played: len(_row(played.before)) == number


def in_hand(tribe: str, number: int) -> Fact:
    """Return the fact that the learner has this many cards of a tribe in hand."""
    return lambda played: played.after.dump()["hands"][0].count(tribe) == number


def limits(high: int, low: int, highest: int) -> Fact:
    """Return the fact that the rules end a game at these totals."""
    return lambda _played: (high, low, highest) == (HIGH, LOW, HIGHEST)


def stone_at(site: str) -> Fact:
    return lambda played: played.after.dump()["stones"][0] == site


def her_cards(tribe: str, number: int) -> Fact:
    """Return the fact that Ninsun has this many cards of a tribe at the learner's stone."""
    return lambda played: _row(played.after, 1).count(tribe) == number


def had_her_cards(tribe: str, number: int) -> Fact:
    """Return the fact that this was so before the move."""
    return lambda played: _row(played.before, 1).count(tribe) == number


def height(level: int, seat: int = 0) -> Fact:
    """Return the fact that a seat's temple at the learner's stone then has this height."""
    return lambda played: _height(played.after.dump(), seat) == level


def was(level: int, seat: int = 0) -> Fact:
    """Return the fact that a seat's temple at the learner's stone had this height."""
    return lambda played: _height(played.before.dump(), seat) == level


def on_row(seat: int, level: int) -> Fact:
    """Return the fact that this level is on top of a seat's temple row before the move."""
    return lambda played: played.before.dump()["rows"][seat][-1] == level


def drew(lower: int, upper: int) -> Fact:
    """Return the fact that the learner's newest temple cards are these, from the bottom."""
    return lambda played: played.after.dump()["rows"][0][-2:] == [lower, upper]


def her_temple(site: str, level: int) -> Fact:
    """Return the fact that Ninsun's temple at a site has this height."""
    return lambda played: played.before.dump()["sites"][site]["temples"][1][-1:] == [level]


def end_phase(played: Played) -> bool:
    return bool(played.after.dump()["end_phase"])


def won(played: Played) -> bool:
    """Return whether the learner has won the game."""
    outcome = played.after.outcome()
    return outcome is not None and outcome.places[0] == 1 and outcome.places[1] == 2


def to_discard(number: int) -> Fact:
    """Return the fact that Ninsun has to discard this many cards."""
    return lambda played: played.after.dump()["due"] == number


def may_still(kind: str, **more: object) -> Fact:
    """Return the fact that such a move was legal instead."""
    return lambda played: _may(played.before, {"type": kind, **more})


def may_then(kind: str, **more: object) -> Fact:
    """Return the fact that such a move is legal after the move."""
    return lambda played: _may(played.after, {"type": kind, **more})


def _may(position: Position, wanted: Pattern) -> bool:
    return any(fits(move, wanted) for move in position.moves(0))


def only_loses_cards(played: Played) -> bool:
    """Return whether the move changes no total."""
    return bool(played.before.view(0)["totals"] == played.after.view(0)["totals"])
