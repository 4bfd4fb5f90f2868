"""What the texts of Kabale und Hiebe's lessons claim; the learner is seat 0."""

from __future__ import annotations

from typing import Any

from games.engine.lessons import Fact, Played
from games.titles.kabale.rules.award import ROMEO_WITH_JULIET
from games.titles.kabale.rules.cards import ACTS_AT_ONCE, PRINTED
from games.titles.kabale.rules.reckoning import award_as_seen


def _with_card(played: Played, column: int) -> dict[str, Any]:
    """Return a column as it is with the card that the learner has laid, before any award."""
    now: dict[str, Any] = played.before.dump()["columns"][column]
    if played.move.get("column") == column and played.move["type"] == "place":
        laid = {"seat": 0, "card": played.move["card"], "up": False, "cloaked": False}
        now = {**now, "cards": [*now["cards"], laid]}
    return now


def counts(card: str, number: float | None) -> Fact:
    """Return the fact that a card of the learner would count this in its column's award."""

    def holds(played: Played) -> bool:
        column = _with_card(played, played.move["column"])
        numbers = award_as_seen(column).numbers
        cards = [(laid["seat"], laid["card"]) for laid in column["cards"]]
        return bool(numbers[cards.index((0, card))] == number)

    return holds


def face_down(card: str) -> Fact:
    """Return the fact that the learner's newest card lies face down, and a new one was drawn."""

    def holds(played: Played) -> bool:
        laid = played.after.dump()["columns"][played.move["column"]]["cards"][-1]
        hands = (played.before.dump()["hands"][0], played.after.dump()["hands"][0])
        return laid["card"] == card and not laid["up"] and len(hands[0]) == len(hands[1])

    return holds


def uncovered(seat: int, card: str) -> Fact:
    """Return the fact that the move turned up this card."""

    def holds(played: Played) -> bool:
        columns = (played.before.dump()["columns"], played.after.dump()["columns"])
        faces = [
            sum(laid == {"seat": seat, "card": card, "up": True, "cloaked": False} for laid in all)
            for all in ([one for c in found for one in c["cards"]] for found in columns)
        ]
        return bool(faces[1] > faces[0])

    return holds


def holds(*cards: str) -> Fact:
    """Return the fact that the learner has these cards in hand after the move."""
    return lambda played: set(cards) <= set(played.after.dump()["hands"][0])


def sum_of(column: int, seat: int, number: float) -> Fact:
    """Return the fact that a seat's sum in a column now, as its award would count it."""
    return lambda played: award_as_seen(_with_card(played, column)).sums.get(seat) == number


def takes(column: int, seat: int = 0) -> Fact:
    """Return the fact that a seat would take the column's goal now."""
    return lambda played: award_as_seen(_with_card(played, column)).winner == seat


def does_not_take(column: int) -> Fact:
    """Return the fact that the learner would not take the column's goal now."""
    return lambda played: award_as_seen(_with_card(played, column)).winner != 0


def removes(column: int, card: str) -> Fact:
    """Return the fact that the award of the column would remove this card of the learner."""

    def holds(played: Played) -> bool:
        cards = _with_card(played, column)
        left = award_as_seen(cards).left
        mine = [
            at
            for at, laid in enumerate(cards["cards"])
            if (laid["seat"], laid["card"]) == (0, card)
        ]
        return bool(mine) and not set(mine) & set(left)

    return holds


def worth_card(card: str, number: float) -> Fact:
    """Return the fact that a card's printed number is this at the goal in question."""

    def holds(played: Played) -> bool:
        dump = played.before.dump()
        area = dump["columns"][dump["pending"]["column"]]["goal"][0]
        return PRINTED[area][card] == number

    return holds


def worth(column: int, points: int) -> Fact:
    """Return the fact that the column's goal before the move is worth this."""
    return lambda played: played.before.dump()["columns"][column]["goal"][1] == points


def ends_round(played: Played) -> bool:
    """Return whether the move ends the round, or the match."""
    before, after = played.before.dump(), played.after.dump()
    return ends_match(played) or after["round"] > before["round"]


def goes_on(played: Played) -> bool:
    return not ends_round(played)


def ends_match(played: Played) -> bool:
    return played.after.outcome() is not None


def without_it(column: int, own: float, others: float) -> Fact:
    """Return the fact that without the newest card the column's sums would be these."""

    def holds(played: Played) -> bool:
        sums = award_as_seen(played.before.dump()["columns"][column]).sums
        return (sums.get(0), sums.get(1)) == (own, others)

    return holds


def in_column(column: int, number: int) -> Fact:
    """Return the fact that the learner has this many cards in a column."""
    return lambda played: (
        number == sum(laid["seat"] == 0 for laid in played.after.dump()["columns"][column]["cards"])
    )


def printed(area: str, card: str, number: float) -> Fact:
    """Return the fact that a card's printed number at a goal of the area is this."""
    return lambda _played: PRINTED[area][card] == number


def with_juliet(number: float) -> Fact:
    """Return the fact that Romeo counts this with his Juliet."""
    return lambda _played: number == ROMEO_WITH_JULIET


def act_at_once(*cards: str) -> Fact:
    """Return the fact that these cards, and no others, act when they are uncovered."""
    return lambda _played: set(cards) == ACTS_AT_ONCE


def numbers(column: int, seat: int, *expected: float) -> Fact:
    """Return the fact that a seat's cards in a column count this now, from the goal on."""

    def holds(played: Played) -> bool:
        now = played.after.dump()["columns"][column]
        counted = zip(now["cards"], award_as_seen(now).numbers, strict=True)
        return [number for laid, number in counted if laid["seat"] == seat] == [*expected]

    return holds


def lacks(column: int, number: int) -> Fact:
    """Return the fact that a goal is fulfilled with this many more cards."""

    def holds(played: Played) -> bool:
        now = played.after.dump()["columns"][column]
        return bool(now["goal"][1] - len(now["cards"]) == number)

    return holds


def points(seat: int, number: int) -> Fact:
    """Return the fact that the goals that a seat has won add up to this."""
    return lambda played: sum(worth for _, worth in played.after.dump()["won"][seat]) == number
