"""Drawing, the end of a turn and of a round, and the next one (spec: Play)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.engine.chance import Chance
from games.engine.contract import Happening
from games.titles.kabale.rules.award import award
from games.titles.kabale.rules.scoring import outcome
from games.titles.kabale.rules.table import Column
from games.titles.kabale.rules.telling import drew

if TYPE_CHECKING:
    from games.titles.kabale.rules.position import Kabale

HAND = 3
ROUNDS = 6

Told = list[Happening]


def draw(position: Kabale, seat: int, chance: Chance, told: Told) -> None:
    """One card; stack empty: one's own discards are shuffled first; none: no draw."""
    stack = position.stacks[seat]
    if not stack:
        discards = position.discards[seat]
        if not discards:
            return
        stack = position.stacks[seat] = chance.shuffle(discards)
        position.discards[seat] = []
        told.append(Happening("reshuffled", {"seat": seat, "count": len(stack)}))
    card = stack.pop()
    position.hands[seat].append(card)
    told += drew(seat, card)


def finish_turn(position: Kabale, chance: Chance, told: Told) -> None:
    """The test of the round's end, the draw, and whoever comes next."""
    turn = position.turn
    assert turn is not None
    position.phase = "place"
    position.pending = None
    # Tested on the board as it is now, whatever it was before.
    ended = all_fulfilled(position.columns)
    # The seat on turn draws also when the round has just ended, before the award.
    draw(position, turn, chance, told)
    if ended or not _pass_on(position, turn):
        _end_round(position, turn, chance, told)


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


def _end_round(position: Kabale, turn: int, chance: Chance, told: Told) -> None:
    while True:
        _reveal(position, told)
        for at in range(len(position.columns)):
            _award(position, at, told)
        # Used cards go to their owners' discards; hands and stacks stay.
        for column in position.columns:
            for seat, card, _up, _cloaked in column.cards:
                position.discards[seat].append(card)
        position.columns = []
        if position.round == ROUNDS:
            _end(position, told)
            return
        position.round += 1
        open_round(position, chance, told)
        # Begun by the seat left of the one whose turn ended the last.
        if _pass_on(position, turn):
            told.append(Happening("round-begins", {"seat": position.turn}))
            return


def _reveal(position: Kabale, told: Told) -> None:
    """Everything is turned up; cards that act at once no longer do."""
    revealed = [
        {"column": at, "index": i, "seat": seat, "card": card}
        for at, column in enumerate(position.columns)
        for i, (seat, card, up, _cloaked) in enumerate(column.cards)
        if not up
    ]
    told.append(Happening("round-ended", {"round": position.round, "revealed": revealed}))


def _award(position: Kabale, at: int, told: Told) -> None:
    goal = position.columns[at].goal
    cards = [(seat, card) for seat, card, _up, _cloaked in position.columns[at].cards]
    given = award(goal, cards)
    if given.winner is None:
        position.gone.append(goal)
    else:
        position.won[given.winner].append(goal)
    told.append(
        Happening(
            "awarded",
            {
                "column": at,
                "goal": list(goal),
                "cards": [{"seat": seat, "card": card} for seat, card in cards],
                **given.dump(),
                "steps": [step.dump() for step in given.steps],
            },
        )
    )


def open_round(position: Kabale, chance: Chance, told: Told) -> None:
    """One goal per seat, left to right; short hands draw up to 3, seat by seat (spec: Play)."""
    position.columns = [Column(position.goals.pop(), []) for _ in range(position.seats)]
    opened = [list(column.goal) for column in position.columns]
    told.append(Happening("goals-opened", {"round": position.round, "goals": opened}))
    for seat in range(position.seats):
        for _ in range(HAND - len(position.hands[seat])):
            draw(position, seat, chance, told)


def _end(position: Kabale, told: Told) -> None:
    position.phase = "over"
    position.turn = None
    position.ended = outcome(position.won)
    told.append(Happening("over", dict(position.ended.dump())))
