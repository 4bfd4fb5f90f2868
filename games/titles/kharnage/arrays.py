"""Kharnage as numbers (games/engine/arrays.py).

The numbers depend on the cards in play, so they differ for a player's own card set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import permutations

from games.engine.arrays import (
    Arrays,
    Entries,
    after_none,
    counted,
    numbered,
    one,
    padded,
    places_of,
    several,
    sizes,
)
from games.engine.contract import Json, Move, Options, View
from games.titles.kharnage.rules import moves
from games.titles.kharnage.rules.cards import ARMIES, LINES, CardSet
from games.titles.kharnage.rules.cardset import cards_of
from games.titles.kharnage.rules.deployment import THROW_STRENGTH
from games.titles.kharnage.rules.information_state import Memory
from games.titles.kharnage.rules.planning import POINTS
from games.titles.kharnage.rules.table import ROUNDS, WEBS

SEATS = range(len(ARMIES))
PHASES = (*("plan", "reinforce", "target", "destroy", "magic", "throw", "web", "cheer", "over"),)
KINDS = numbered(("melee", "ranged", "magic"))
ARMY = numbered(ARMIES)


def all_moves(options: Options) -> Sequence[Move]:
    cards = cards_of(options)
    units = tuple(cards.cards.values())
    chosen = [*((one,) for one in SEATS), *permutations(SEATS, 2)]
    return (
        *map(moves.plan, cards.strategies),
        *(moves.reinforce(card.id) for card in units if card.is_general),
        moves.reinforce(None),
        *(moves.Target(seats, how) for how in (None, "melee", "ranged") for seats in chosen),
        moves.FORGO,
        *(moves.destroy(seat, card.id) for seat in SEATS for card in units),
        *(moves.destroy(seat, card.id, True) for seat in SEATS for card in units),
        moves.STOP,
        *moves.THROW,
        *(moves.web(seat, LINES[card.line], card.id) for seat in SEATS for card in units),
        moves.NO_WEB,
        moves.CHEER,
        moves.SILENT,
    )


class _Set:
    """The numbers of one card set."""

    def __init__(self, cards: CardSet) -> None:
        self.cards = cards
        self.units = tuple(cards.cards)
        self.generals = tuple(id for id, card in cards.cards.items() if card.is_general)
        self.strategies = tuple(cards.strategies)
        self.places = places_of(self.units)
        self.card = numbered(self.units)
        self.strategy = numbered(self.strategies)

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """Return the number of copies of each card."""
        return tuple(card.count for card in self.cards.cards.values())

    @cached_property
    def at_once(self) -> int:
        """Return how many cards can be put down together: one, or all pieces of large units."""
        pieces: Counter[str] = Counter()
        for card in self.cards.cards.values():
            pieces[card.army] += card.count if card.large else 0
        return max(1, *pieces.values())

    @cached_property
    def strength(self) -> int:
        """Return a bound for the strength of an attack.

        It has all icons of all cards, one for knights, and trample for each line that falls.
        """
        icons = sum(card.count * len(card.icons) for card in self.cards.cards.values())
        return max(THROW_STRENGTH, icons + 1) + len(LINES) * icons

    @cached_property
    def icons(self) -> int:
        return max(len(strategy.icons) for strategy in self.cards.strategies.values())

    @cached_property
    def steps(self) -> int:
        return max(len(card.steps) for card in self.cards.cards.values())

    def standing(self, view: View) -> list[int]:
        """Return how many of each card stand without a web, and then how many under one.

        Only one seat plays an army, so seats need no numbers of their own.
        """
        places, units = self.places, len(self.units)
        counts = [0] * (2 * units)
        for lines in view["lines"]:
            for line in LINES:
                for standing in lines[line]:
                    counts[places[standing["card"]] + units * standing["web"]] += 1
        return counts

    def unseen(self, memory: Memory) -> list[str]:
        units = [unit for unseen in memory.unseen for unit in unseen.elements()]
        return units + [general for seat in memory.unseen_generals for general in seat]

    def below(self, memory: Memory) -> list[int]:
        places = {
            id: place for pile in memory.piles for place, id in enumerate(pile, start=1) if id
        }
        return [places.get(general, 0) for general in self.generals]

    def surprises(self, pending: Json | None) -> list[int]:
        numbers: list[int] = []
        for surprise in pending["surprises"] if pending else ():
            numbers += (self.card[surprise["card"]], surprise["step"], surprise["thrown"])
        return padded(numbers, 3 * self.at_once)


def _attack(pending: Json | None) -> list[int]:
    attack = pending and pending["attack"]
    if not attack:
        return [0] * 7
    targets = [number for seat, left in attack["targets"] for number in (seat + 1, left)]
    return [KINDS[attack["kind"]], attack["strength"], attack["trample"], *padded(targets, 4)]


def entries(seats: int, options: Options) -> Sequence[Entries]:
    known = _Set(cards_of(options))
    strategies, generals, total = known.strategies, known.generals, sum(known.copies)
    strength = known.strength
    return (
        one("round", ROUNDS, "the round", lambda v, s: v["round"]),
        one(*("phase", len(PHASES) - 1, ", ".join(PHASES)), lambda v, s: PHASES.index(v["phase"])),
        one("turn", seats, "0, or the seat on turn + 1", lambda v, s: after_none(v["turn"])),
        several(
            *("armies", seats, len(ARMIES), "each seat: its army"),
            lambda v, s: [ARMY[army] for army in v["armies"]],
        ),
        several(
            *("strategies", len(strategies), 1, "each strategy card: whether it is in a hand"),
            lambda v, s: _held(v["hands"], strategies),
        ),
        several(
            *("generals", len(generals), 1, "each general: whether it is in a hand"),
            lambda v, s: _held(v["generals"], generals),
        ),
        several(
            *("plans", seats, len(strategies), "each seat: its strategy card; 0 unseen or none"),
            lambda v, s: [known.strategy[plan] for plan in v["plans"]],
        ),
        several("planned", seats, 1, "each seat: whether it chose", lambda v, s: v["planned"]),
        Entries(
            *("standing", known.copies + (WEBS,) * len(known.copies)),
            "each card: how many stand without a web; then each card: how many under one",
            lambda v, s: known.standing(v),
        ),
        several(
            *("reserves", seats, total, "each seat: how many cards in reserve"),
            lambda v, s: v["reserves"],
        ),
        several(
            *("piles", seats, total, "each seat: how many cards in its pile"),
            lambda v, s: v["piles"],
        ),
        Entries(
            *("kills", known.copies * seats, "each seat: how many of each card it destroyed"),
            lambda v, s: counted(known.places, *v["kills"]),
        ),
        several(
            *("points", seats, ROUNDS * max(POINTS), "each seat: points without tokens"),
            lambda v, s: v["points"],
        ),
        several(
            *("kharnage", seats, total, "each seat: kharnage tokens"), lambda v, s: v["kharnage"]
        ),
        one(
            *("icons", known.icons, "how many icons of the strategy card are done"),
            lambda v, s: v["pending"]["icons"] if v["pending"] else 0,
        ),
        Entries(
            *("surprises", (len(known.units), known.steps, 1) * known.at_once),
            "each card whose surprises still act: card, steps done, whether thrown",
            lambda v, s: known.surprises(v["pending"]),
        ),
        Entries(
            *("attack", (3, strength, strength, seats, strength, seats, strength)),
            "0, or melee, ranged, magic; its strength; trample; "
            "two targets: 0, 0, or the seat + 1 and the strength left",
            lambda v, s: _attack(v["pending"]),
        ),
        several(
            *("cheer", seats, 1, "each seat: whether it still has to cheer"),
            lambda v, s: [
                bool(v["pending"]) and seat in v["pending"]["cheer"] for seat in range(seats)
            ],
        ),
    )


def _held(hands: Iterable[Sequence[str]], cards: Iterable[str]) -> list[int]:
    """Return for each card whether it is in the hand of its owner."""
    held = {card for hand in hands for card in hand}
    return [card in held for card in cards]


def remembered(seats: int, options: Options) -> Sequence[Entries]:
    known = _Set(cards_of(options))
    total = sum(known.copies)
    return (
        Entries(
            *("unseen", known.copies, "each card: how many were never seen"),
            lambda m, s: counted(known.places, known.unseen(m)),
        ),
        several(
            *("below", len(known.generals), total),
            "each general that lies face down where it was seen: the cards below it + 1, or 0",
            lambda m, s: known.below(m),
        ),
        several(
            *("depths", seats, total, "each seat: the cards of its pile, with the gaps in it"),
            lambda m, s: sizes(m.piles),
        ),
    )


ARRAYS = Arrays(all_moves, entries, remembered)
