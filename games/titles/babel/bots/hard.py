"""A Babel player that considers the opponent's answer.

It searches widely for ends of its turn. From the best of them it lets the opponent play the next
turn, with hands and decks that it resamples.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.engine.bots import Question
from games.engine.chance import SEED_BYTES, Chance
from games.engine.contract import Move
from games.engine.search import best_by_trials
from games.titles.babel.bots.beam import End, best_ends
from games.titles.babel.bots.discards import least_useful
from games.titles.babel.bots.style import STEADY, Style
from games.titles.babel.bots.turn import Turn, in_order, turn_of
from games.titles.babel.bots.worth import THEIR_CARD, WON, hand_worth
from games.titles.babel.rules.moves import END
from games.titles.babel.rules.position import Babel

WIDTH, MOST = 20, 20_000
"""The width and length of the search for ends of its own turn (`best_ends`)."""
ENDS = 6
"""The number of ends that it compares."""
THEIR_WIDTH, THEIR_MOST = 3, 150
"""The width and length of the opponent's search."""
FIRST_SIGHT = 0.7
"""The weight of an end's worth before the answer, since few tries of the answer depend on luck."""
TRIES = 12
"""The number of answers searched in each round of trials, for all ends together."""


class Hard:
    level = "hard"
    slow = True

    def __init__(self, tries: int = TRIES, style: Style = STEADY) -> None:
        self.tries = tries
        self.style = style

    def choose(self, question: Question, rng: Random) -> Move:
        view, seat, moves = question.view, question.seat, question.moves
        if len(moves) == 1:
            return moves[0]
        if view["phase"] == "halve":
            return least_useful(question.information_state.lay_open(view), seat, moves)
        found = best_ends(turn_of(view, seat), ENDS, WIDTH, MOST, self.style)
        ends = [end for end in found if end.first_move in moves]
        if not ends:
            return moves[0]
        if ends[0].turn.won == 1:
            return ends[0].first_move

        def trial(rng: Random) -> Callable[[int], float]:
            world, chance = question.resample(rng), Chance(rng.randbytes(SEED_BYTES), 0)
            return lambda number: answered(world, seat, ends[number], chance)

        def first_move(number: int) -> Move:
            return ends[number].first_move

        return first_move(best_by_trials(range(len(ends)), trial, self.tries, rng, first_move))


def answered(world: Babel, seat: int, end: End, chance: Chance) -> float:
    """Return the worth of an end of the turn after the opponent's best answer."""
    table = world.clone()
    for move in (*end.moves, END):
        if table.ended is None:
            table.apply(seat, move, chance)
            halve(table, chance)
    if table.ended is not None:
        places = table.ended.places
        return (places[1 - seat] - places[seat]) * WON
    other = 1 - seat
    answer = best_ends(turn_of(table.view(other), other), 1, THEIR_WIDTH, THEIR_MOST)[0]
    return FIRST_SIGHT * end.worth + kept(answer.turn, table.hands[seat]) - answer.worth


def kept(answer: Turn, hand: list[str]) -> float:
    """Return by how much a hand is worth more than the opponent's search assumes.

    That search knows only the number of the cards.
    """
    if answer.won is not None or not hand:
        return 0.0
    part = answer.held / len(hand)
    return part * hand_worth(in_order(hand)) - THEIR_CARD * answer.held


def halve(table: Babel, chance: Chance) -> None:
    """Discard for the seat whose hand is being halved."""
    while table.phase == "halve":
        (asked,) = table.to_move()
        table.apply(asked, least_useful(table, asked, table.moves(asked)), chance)
