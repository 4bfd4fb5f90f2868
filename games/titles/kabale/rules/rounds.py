"""Drawing, the end of a turn and of a round, the next one, and the scores (spec: Play; End)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from games.engine.chance import Chance
from games.engine.contract import Effect, Outcome, places_by
from games.titles.kabale.rules.award import award
from games.titles.kabale.rules.cards import AREAS, Goal
from games.titles.kabale.rules.table import ONLY, Column

if TYPE_CHECKING:
    from games.titles.kabale.rules.position import Kabale

HAND = 3
ROUNDS = 6


@cache
def _drew(seat: int, card: str) -> tuple[Effect, ...]:
    """Return the effects of a drawn card: only the seat itself sees which card it is.

    They are cached, as every turn ends with them.
    """
    return (
        Effect("drew", {"seat": seat, "count": 1}),
        Effect("drew-own", {"seat": seat, "card": card}, ONLY[seat]),
    )


def draw(position: Kabale, seat: int, chance: Chance, effects: list[Effect]) -> None:
    """Draw one card; stack empty: the seat's discards are shuffled first; none: no draw."""
    stack = position.stacks[seat]
    if not stack:
        discards = position.discards[seat]
        if not discards:
            return
        stack = position.stacks[seat] = chance.shuffle(discards)
        position.discards[seat] = []
        effects.append(Effect("reshuffled", {"seat": seat, "count": len(stack)}))
    card = stack.pop()
    position.hands[seat].append(card)
    effects += _drew(seat, card)


def finish_turn(position: Kabale, chance: Chance, effects: list[Effect]) -> None:
    """Test the end of the round, draw, and pass on to the next seat."""
    turn = position.turn
    assert turn is not None
    position.phase = "place"
    # Tested on the board as it is now: a card that left can undo it (spec: Play).
    ended = all_fulfilled(position.columns)
    # The seat on turn draws also when the round has just ended, before the award.
    draw(position, turn, chance, effects)
    if ended or not _pass_on(position, turn):
        _end_round(position, turn, chance, effects)


def all_fulfilled(columns: list[Column]) -> bool:
    for column in columns:
        # `column.fulfilled()`, written out as it runs after every turn.
        if not column.storm and len(column.cards) < column.goal.points:
            return False
    return True


def _pass_on(position: Kabale, turn: int) -> bool:
    """Pass on clockwise to the next seat with a card; return False without one (spec: Play)."""
    for step in range(1, position.seats + 1):
        seat = (turn + step) % position.seats
        if position.hands[seat]:
            position.turn = seat
            return True
    return False


def _end_round(position: Kabale, turn: int, chance: Chance, effects: list[Effect]) -> None:
    while True:
        _reveal(position, effects)
        for at in range(len(position.columns)):
            _award(position, at, effects)
        # Used cards go to their owners' discards; hands and stacks stay.
        for column in position.columns:
            for seat, card, _up, _cloaked in column.cards:
                position.discards[seat].append(card)
        position.columns = []
        if position.round == ROUNDS:
            _end(position, effects)
            return
        position.round += 1
        open_round(position, chance, effects)
        # The seat left of the one whose turn ended the round begins the next.
        if _pass_on(position, turn):
            effects.append(Effect("round-begins", {"seat": position.turn}))
            return


def _reveal(position: Kabale, effects: list[Effect]) -> None:
    """Turn all cards up; cards that act at once no longer do."""
    revealed = [
        {"column": at, "index": i, "seat": seat, "card": card}
        for at, column in enumerate(position.columns)
        for i, (seat, card, up, _cloaked) in enumerate(column.cards)
        if not up
    ]
    effects.append(Effect("round-ended", {"round": position.round, "revealed": revealed}))


def _award(position: Kabale, at: int, effects: list[Effect]) -> None:
    goal = position.columns[at].goal
    cards = [(seat, card) for seat, card, _up, _cloaked in position.columns[at].cards]
    awarded = award(goal, cards)
    if awarded.winner is None:
        position.lost.append(goal)
    else:
        position.won[awarded.winner].append(goal)
    facts = {
        "column": at,
        "goal": list(goal),
        "cards": [{"seat": seat, "card": card} for seat, card in cards],
        **awarded.dump(),
        "steps": [step.dump() for step in awarded.steps],
    }
    effects.append(Effect("awarded", facts))


def open_round(position: Kabale, chance: Chance, effects: list[Effect]) -> None:
    """Open a goal per seat, left to right; short hands draw up to 3 in seat order (spec: Play)."""
    position.columns = [Column(position.goals.pop(), []) for _ in range(position.seats)]
    opened = [list(column.goal) for column in position.columns]
    effects.append(Effect("goals-opened", {"round": position.round, "goals": opened}))
    for seat in range(position.seats):
        for _ in range(HAND - len(position.hands[seat])):
            draw(position, seat, chance, effects)


def _end(position: Kabale, effects: list[Effect]) -> None:
    position.phase = "over"
    position.turn = None
    position.ended = outcome(position.won)
    effects.append(Effect("over", dict(position.ended.dump())))


# --- The scores.


def score(goals: Sequence[Goal]) -> int:
    """Return the larger of the sum and, with all six areas, the doubled score (spec: End)."""
    total = 0
    best: dict[str, int] = {}
    for area, points in goals:
        total += points
        if points > best.get(area, 0):
            best[area] = points
    if len(best) < len(AREAS):
        return total
    # 2 × the best goal of each area − 1 per other goal.
    return max(total, 2 * sum(best.values()) - (len(goals) - len(AREAS)))


def outcome(won: Sequence[Sequence[Goal]]) -> Outcome:
    """Rank the seats by score. Tie: more goals of 5 points, then of 4, 3, 2, 1 (spec: End)."""
    scores = [score(goals) for goals in won]
    ranks = []
    for points, goals in zip(scores, won, strict=True):
        values = [goal.points for goal in goals]
        ranks.append((points, *(values.count(value) for value in (5, 4, 3, 2, 1))))
    return Outcome(tuple(scores), places_by(ranks), "rounds")
