"""What the texts of Condottiere's lessons claim; the learner is seat 0."""

from __future__ import annotations

from games.engine.contract import Position
from games.engine.lessons import Fact, Played, instead
from games.titles.condottiere.lessons.moves import PASS, play
from games.titles.condottiere.rules.cards import MERCENARIES, strengths, strongest
from games.titles.condottiere.rules.cities import NEIGHBOURS, group_needed, largest_group


def _sums(position: Position) -> list[int]:
    return strengths(position.dump()["armies"])


def _held(position: Position, seat: int = 0) -> set[str]:
    return {city for city, owner in position.dump()["cities"].items() if owner == seat}


def strength(seat: int, sum: int) -> Fact:
    """Return the fact that an army has this strength after the move."""
    return lambda played: _sums(played.after)[seat] == sum


def had(seat: int, sum: int) -> Fact:
    """Return the fact that an army had this strength before the move."""
    return lambda played: _sums(played.before)[seat] == sum


def leads(seat: int) -> Fact:
    return lambda played: strongest(_sums(played.after)) == seat


def led(seat: int) -> Fact:
    return lambda played: strongest(_sums(played.before)) == seat


def tie(played: Played) -> bool:
    """Return whether no army is the strongest."""
    return strongest(_sums(played.after)) is None


def behind(played: Played) -> bool:
    """Return whether the learner does not lead after the move."""
    return strongest(_sums(played.after)) != 0


def enough(card: str) -> Fact:
    """Return the fact that the learner leads with this card."""
    return instead({"seat": 0, **play(card)}, leads(0))


def enough_for(sum: int, card: str) -> Fact:
    """Return the fact that the learner's army has this strength with this card."""
    return instead({"seat": 0, **play(card)}, strength(0, sum))


def most(number: int) -> Fact:
    """Return the fact that no mercenary counts more than this."""
    return lambda _played: max(MERCENARIES.values()) == number


def takes(city: str, seat: int = 0) -> Fact:
    return lambda played: played.after.dump()["cities"].get(city) == seat


def free(city: str) -> Fact:
    return lambda played: city not in played.after.dump()["cities"]


def passing_takes(city: str) -> Fact:
    """Return the fact that the learner takes this city by passing."""
    return instead({"seat": 0, **PASS}, takes(city))


def holds(*cards: str) -> Fact:
    """Return the fact that the learner has these cards in hand before the move."""
    return lambda played: set(cards) <= set(played.before.dump()["hands"][0])


def laid(card: str) -> Fact:
    """Return the fact that the learner has this card in the battle before the move."""
    return lambda played: card in played.before.dump()["armies"][0]


def keeps(card: str) -> Fact:
    """Return the fact that the learner has this card in hand after the move."""
    return lambda played: card in played.after.dump()["hands"][0]


def alone(played: Played) -> bool:
    """Return whether no one but the learner can still play a card."""
    dump = played.before.dump()
    others = zip(dump["passed"][1:], dump["hands"][1:], strict=True)
    return all(passed or not hand for passed, hand in others)


def cards_spent(number: int) -> Fact:
    """Return the fact that the learner has laid this many cards in the battle that ends."""
    return lambda played: len(played.before.dump()["armies"][0]) == number


def joins(size: int) -> Fact:
    """Return the fact that the chosen city makes this many connected cities."""
    return lambda played: largest_group({*_held(played.before), played.move["city"]}) == size


def apart(played: Played) -> bool:
    """Return whether the chosen city touches none of the learner's."""
    return _held(played.before).isdisjoint(NEIGHBOURS[played.move["city"]])


def connected(size: int) -> Fact:
    """Return the fact that the learner has this many connected cities after the move."""
    return lambda played: largest_group(_held(played.after)) == size


def needs(size: int) -> Fact:
    """Return the fact that this many connected cities win."""
    return lambda played: (
        group_needed(len(played.after.dump()["hands"]), played.after.options) == size
    )


def borders(city: str, *others: str) -> Fact:
    return lambda _played: set(others) <= set(NEIGHBOURS[city])


def far(city: str) -> Fact:
    """Return the fact that a city touches none of the learner's."""
    return lambda played: _held(played.after).isdisjoint(NEIGHBOURS[city])


def with_city(city: str, size: int, seat: int = 0) -> Fact:
    """Return the fact that with this city a seat would have this many connected cities."""
    return lambda played: largest_group({*_held(played.after, seat), city}) == size


def passed(seat: int) -> Fact:
    return lambda played: bool(played.after.dump()["passed"][seat])


def pawn(seat: int) -> Fact:
    return lambda played: played.after.dump()["holder"] == seat
