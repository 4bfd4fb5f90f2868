"""A Condottiere player that looks ahead: it plays the battle to its end after each good move.

It does so in resampled worlds, the same for all moves, in which every seat goes on as `normal`.
`outlook` judges the position after the battle. Playing on to the end of the round takes twice as
long, and adds luck to the estimates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from games.engine.bots import Question
from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Effect, Move
from games.engine.search import best_by_trials
from games.titles.condottiere.bots.normal import decide, promise
from games.titles.condottiere.bots.outlook import Weights, chance_of
from games.titles.condottiere.bots.style import STEADY, Style
from games.titles.condottiere.bots.table import Table
from games.titles.condottiere.rules.cards import MERCENARIES
from games.titles.condottiere.rules.moves import DECLINE, PASS, PLAY, TAKE_BACK, Choose
from games.titles.condottiere.rules.position import Condottiere

TRIES = 16
"""The number of battles played in each round of trials, for all moves together."""
LEAN = 0.04
"""The chance to win that a style gives away at most, to act as it likes to."""
CITIES = 3
"""The number of cities compared, those that promise most at first sight."""
TRIFLE = 3
"""The strength for which no city should go while a seat can still contest it."""
CUNNING = ("surrender", "bishop", "winter", "drum", "heroine")
NO_CHANCE = Chance(bytes(SEED_BYTES), 0)
"""Any chance will do, since the bot does not look at what is dealt after the battle."""


class Hard:
    level = "hard"
    slow = True

    def __init__(self, tries: int = TRIES, style: Style = STEADY) -> None:
        self.tries = tries
        self.style = style

    def choose(self, question: Question, rng: Random) -> Move:
        if len(question.moves) == 1:
            return question.moves[0]
        table = Table.of(question, self.style)
        card = bargain(table)
        if card is not None:
            return PLAY[card]
        plain = decide(table, question.moves, question.view["phase"], rng)
        moves = worth_a_thought(table, question, plain)
        lean = 0.0 if self.style == STEADY else LEAN

        def trial(rng: Random) -> Callable[[Move], float]:
            world, luck = question.resample(rng), rng.random()
            return lambda move: value(world, question.seat, move, luck) + lean * (move == plain)

        # A bot with few tries does not have the time to compare all moves either.
        return best_by_trials(moves[: self.tries + 1], trial, self.tries, rng)


def worth_a_thought(table: Table, question: Question, plain: Move) -> Sequence[Move]:
    """Return the moves to try, that of `normal` first, which wins ties.

    If no rival can act, no other move is tried. While no army has any strength, passing is left to
    `normal`, which decides when such a round ends.
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
    """Return the smallest and the largest mercenary, the best take-back, and every other card."""
    hand = table.hand
    found = [PLAY[card] for card in CUNNING if card in hand]
    if mercenaries := _mercenaries(hand):
        found += [PLAY[mercenaries[0]], PLAY[mercenaries[-1]]]
        leading = table.cheapest_leading(mercenaries)
        found += [] if leading is None else [PLAY[leading]]
    if "scarecrow" in hand:
        laid = _mercenaries(table.armies[table.me])
        found.append(TAKE_BACK[laid[-1]] if laid else PLAY["scarecrow"])
    return found


def bargain(table: Table) -> str | None:
    """Return a small card that keeps the last rival from getting a city for next to nothing.

    With many seats each leaves it to the others to contest a city, and in a playout one may do so.
    """
    strengths = table.strengths()
    best = max(strengths)
    if table.seats == 2 or not 0 < best <= TRIFLE or strengths[table.me] == best:
        return None
    if any(not strengths[rival] for rival in table.rivals()):
        return None
    card = table.cheapest_leading(_mercenaries(table.hand))
    return card if card is not None and MERCENARIES[card] <= best + TRIFLE else None


def _mercenaries(cards: Sequence[str]) -> list[str]:
    """Return the kinds of mercenaries among cards, the smallest first."""
    return [card for card in MERCENARIES if card in cards]


def value(
    world: Condottiere,
    seat: int,
    move: Move,
    luck: float,
    style: Style = STEADY,
    weights: Weights | None = None,
) -> float:
    """Return a seat's chance to win after a move, if all finish the battle as `normal` would.

    Args:
        world: The position, with all hands.
        seat: The seat.
        move: Its next move.
        luck: The seed of what chance decides in the battle.
        style: The style in which all seats play on.
        weights: The weights that judge the position after the battle: see `chance_of`.
    """
    table, rng = world.clone(), Random(luck)
    effects = table.apply(seat, move, NO_CHANCE)
    while not _is_decided(table, world, effects):
        other = table.to_move()[0]
        moves = table.moves(other)
        if len(moves) == 1:
            chosen = moves[0]
        else:
            seen = Table.in_world(table, other, style)
            chosen = decide(seen, moves, table.phase, rng)
        effects = table.apply(other, chosen, NO_CHANCE)
    return _share_of_the_win(table, seat, effects, weights)


def _is_decided(table: Condottiere, world: Condottiere, effects: Sequence[Effect]) -> bool:
    """Return whether the battle is over, so that another one or nothing would come next."""
    if table.outcome() is not None:
        return True
    if table.final is not None:
        return world.final is None
    return table.phase == "choose" and effects[0].kind != "declined"


def _share_of_the_win(
    table: Condottiere, seat: int, effects: Sequence[Effect], weights: Weights | None
) -> float:
    outcome = table.outcome()
    if outcome is not None:
        return 1 / outcome.places.count(1) if outcome.places[seat] == 1 else 0.0
    if table.final is not None:
        return 1 / len(table.final) if seat in table.final else 0.0
    kinds = {effect.kind for effect in effects}
    if "scored" in kinds:
        # A game of a series ended, and its winner holds the pawn.
        return float(table.holder == seat)
    return chance_of(table, seat, "dealt" in kinds, weights)
