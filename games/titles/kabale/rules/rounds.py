"""Drawing, the end of a turn and of a round, the next one, and the scores (spec: Play; End)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from games.engine.chance import Chance
from games.engine.contract import Happening, Outcome, places_by
from games.titles.kabale.rules.award import award
from games.titles.kabale.rules.cards import AREAS, Goal
from games.titles.kabale.rules.table import ONLY, Column

if TYPE_CHECKING:
    from games.titles.kabale.rules.position import Kabale

HAND = 3
ROUNDS = 6


@cache
def _drew(seat: int, card: str) -> tuple[Happening, ...]:
    """All see that a seat drew a card, only the seat which. Cached: every turn ends with it."""
    return (
        Happening("drew", {"seat": seat, "count": 1}),
        Happening("drew-own", {"seat": seat, "card": card}, ONLY[seat]),
    )


def draw(position: Kabale, seat: int, chance: Chance, happenings: list[Happening]) -> None:
    """One card; stack empty: one's own discards are shuffled first; none: no draw."""
    stack = position.stacks[seat]
    if not stack:
        discards = position.discards[seat]
        if not discards:
            return
        stack = position.stacks[seat] = chance.shuffle(discards)
        position.discards[seat] = []
        happenings.append(Happening("reshuffled", {"seat": seat, "count": len(stack)}))
    card = stack.pop()
    position.hands[seat].append(card)
    happenings += _drew(seat, card)


def finish_turn(position: Kabale, chance: Chance, happenings: list[Happening]) -> None:
    """The test of the round's end, the draw, and the next seat."""
    turn = position.turn
    assert turn is not None
    position.phase = "place"
    # Tested on the board as it is now, whatever it was before.
    ended = all_fulfilled(position.columns)
    # The seat on turn draws also when the round has just ended, before the award.
    draw(position, turn, chance, happenings)
    if ended or not _pass_on(position, turn):
        _end_round(position, turn, chance, happenings)


def all_fulfilled(columns: list[Column]) -> bool:
    for column in columns:
        # `column.fulfilled()`, asked after every turn: written out it takes half the time.
        if not column.storm and len(column.cards) < column.goal.points:
            return False
    return True


def _pass_on(position: Kabale, turn: int) -> bool:
    """To the next seat clockwise that has a card; with nobody the round ends (spec: Play)."""
    for step in range(1, position.seats + 1):
        seat = (turn + step) % position.seats
        if position.hands[seat]:
            position.turn = seat
            return True
    return False


def _end_round(position: Kabale, turn: int, chance: Chance, happenings: list[Happening]) -> None:
    while True:
        _reveal(position, happenings)
        for at in range(len(position.columns)):
            _award(position, at, happenings)
        # Used cards go to their owners' discards; hands and stacks stay.
        for column in position.columns:
            for seat, card, _up, _cloaked in column.cards:
                position.discards[seat].append(card)
        position.columns = []
        if position.round == ROUNDS:
            _end(position, happenings)
            return
        position.round += 1
        open_round(position, chance, happenings)
        # Begun by the seat left of the one whose turn ended the last.
        if _pass_on(position, turn):
            happenings.append(Happening("round-begins", {"seat": position.turn}))
            return


def _reveal(position: Kabale, happenings: list[Happening]) -> None:
    """Everything is turned up; cards that act at once no longer do."""
    revealed = [
        {"column": at, "index": i, "seat": seat, "card": card}
        for at, column in enumerate(position.columns)
        for i, (seat, card, up, _cloaked) in enumerate(column.cards)
        if not up
    ]
    happenings.append(Happening("round-ended", {"round": position.round, "revealed": revealed}))


def _award(position: Kabale, at: int, happenings: list[Happening]) -> None:
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
    happenings.append(Happening("awarded", facts))


def open_round(position: Kabale, chance: Chance, happenings: list[Happening]) -> None:
    """One goal per seat, left to right; short hands draw up to 3, seat by seat (spec: Play)."""
    position.columns = [Column(position.goals.pop(), []) for _ in range(position.seats)]
    opened = [list(column.goal) for column in position.columns]
    happenings.append(Happening("goals-opened", {"round": position.round, "goals": opened}))
    for seat in range(position.seats):
        for _ in range(HAND - len(position.hands[seat])):
            draw(position, seat, chance, happenings)


def _end(position: Kabale, happenings: list[Happening]) -> None:
    position.phase = "over"
    position.turn = None
    position.ended = outcome(position.won)
    happenings.append(Happening("over", dict(position.ended.dump())))


# --- The scores.


def score(goals: Sequence[Goal]) -> int:
    """The larger of the sum, and with all six areas the doubled one."""
    total = sum(goal.points for goal in goals)
    best: dict[str, int] = {}
    for area, points in goals:
        best[area] = max(points, best.get(area, 0))
    if len(best) < len(AREAS):
        return total
    # 2 × the best goal of each area − 1 per other goal.
    return max(total, 2 * sum(best.values()) - (len(goals) - len(AREAS)))


def outcome(won: Sequence[Sequence[Goal]]) -> Outcome:
    """Highest wins. Tie: more goals of 5 points, then of 4, 3, 2, 1; then shared (spec: End)."""
    scores = [score(goals) for goals in won]
    ranks = []
    for points, goals in zip(scores, won, strict=True):
        values = [goal.points for goal in goals]
        ranks.append((points, *(values.count(value) for value in (5, 4, 3, 2, 1))))
    return Outcome(tuple(scores), places_by(ranks), "rounds")
