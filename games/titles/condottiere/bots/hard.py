"""A captain who looks ahead: it fights the battle out with every move worth a thought.

It does so in worlds it imagines, the same for all the moves, where everybody goes on as the plain
captain does; how the battle leaves it is judged by `outlook`. To play on to the end of the round
takes twice as long, and adds the luck of all that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from games.engine.bots import Question
from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Happening, Move
from games.engine.search import best_by_trials
from games.titles.condottiere.bots.normal import decide, promise
from games.titles.condottiere.bots.outlook import chance_of
from games.titles.condottiere.bots.table import Table
from games.titles.condottiere.rules.cards import MERCENARIES
from games.titles.condottiere.rules.moves import DECLINE, PASS, PLAY, TAKE_BACK, Choose
from games.titles.condottiere.rules.position import Condottiere

TRIES = 16
"""So many battles are fought in each round of trials, whichever moves are left."""
CITIES = 3
"""So many cities are looked at, those that promise most at a glance."""
CUNNING = ("surrender", "bishop", "winter", "drum", "heroine")
NO_CHANCE = Chance(bytes(SEED_BYTES), 0)
"""What is dealt after the battle is not looked at."""


class Hard:
    level = "hard"
    slow = True

    def __init__(self, tries: int = TRIES) -> None:
        self.tries = tries

    def choose(self, question: Question, rng: Random) -> Move:
        if len(question.moves) == 1:
            return question.moves[0]
        table = Table(question.view, question.seat, question.options)
        plain = decide(table, question.moves, question.view["phase"], rng)
        moves = worth_a_thought(table, question, plain)

        def trial(rng: Random) -> Callable[[Move], float]:
            world, luck = question.imagine(rng), rng.random()
            return lambda move: value(world, question.seat, move, luck)

        # Whoever tries little has not the time to look at everything either.
        return best_by_trials(moves[: self.tries + 1], trial, self.tries, rng)


def worth_a_thought(table: Table, question: Question, plain: Move) -> Sequence[Move]:
    """The moves to be tried, the plain captain's first: of moves that do equally well it is taken.

    What is decided against nobody, or is a matter of ending a round in which all wait, is left
    to the plain captain.
    """
    phase = question.view["phase"]
    if phase == "choose":
        others = _cities(table, question.moves)
    elif phase == "battle" and table.rivals():
        others = _cards(table)
        if any(table.strengths()):
            others.append(PASS)
    else:
        others = []
    return list(dict.fromkeys((plain, *others)))


def _cities(table: Table, moves: Sequence[Move]) -> list[Move]:
    promises: dict[Move, float] = {
        move: promise(table, move.city) for move in moves if isinstance(move, Choose)
    }
    found = sorted(promises, key=promises.__getitem__, reverse=True)[:CITIES]
    if DECLINE in moves:
        found.append(DECLINE)
    return found


def _cards(table: Table) -> list[Move]:
    """A small mercenary, a great one, the best one taken back, and every other card."""
    hand = table.hand
    found = [PLAY[card] for card in CUNNING if card in hand]
    if mercenaries := _mercenaries(hand):
        found += [PLAY[mercenaries[0]], PLAY[mercenaries[-1]]]
    if "scarecrow" in hand:
        laid = _mercenaries(table.armies[table.me])
        found.append(TAKE_BACK[laid[-1]] if laid else PLAY["scarecrow"])
    return found


def _mercenaries(cards: Sequence[str]) -> list[str]:
    """The smallest first."""
    return [card for card in MERCENARIES if card in cards]


def value(world: Condottiere, seat: int, move: Move, luck: float) -> float:
    """How likely I win after this battle, where everybody goes on as the plain captain would."""
    table, rng = world.clone(), Random(luck)
    told = table.apply(seat, move, NO_CHANCE)
    while not _is_decided(table, world, told):
        other = table.to_move()[0]
        moves = table.moves(other)
        if len(moves) == 1:
            chosen = moves[0]
        else:
            seen = Table(table.view(other), other, table.options)
            chosen = decide(seen, moves, table.phase, rng)
        told = table.apply(other, chosen, NO_CHANCE)
    return _share_of_the_win(table, seat, told)


def _is_decided(table: Condottiere, world: Condottiere, told: Sequence[Happening]) -> bool:
    """Whether the next thing would be another battle, or nothing."""
    if table.outcome() is not None:
        return True
    if table.final is not None:
        return world.final is None
    return table.phase == "choose" and told[0].kind != "declined"


def _share_of_the_win(table: Condottiere, seat: int, told: Sequence[Happening]) -> float:
    outcome = table.outcome()
    if outcome is not None:
        return 1 / outcome.places.count(1) if outcome.places[seat] == 1 else 0.0
    if table.final is not None:
        return 1 / len(table.final) if seat in table.final else 0.0
    kinds = {happening.kind for happening in told}
    if "scored" in kinds:
        # One game of a series: its winner holds the pawn.
        return float(table.holder == seat)
    return chance_of(table, seat, "dealt" in kinds)
