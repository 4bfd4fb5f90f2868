"""The page of a review: the chances, the turning points, costly decisions, and lessons."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from games.boards.guides import Advice
from games.boards.lines import Line
from games.boards.seats import TablePlayer
from games.boards.words import signed
from games.engine.contract import Json, Outcome, Position
from games.engine.history import Step
from games.engine.judge import SURE, shares_of
from games.engine.replay import read_move
from games.matches.models import Event
from games.matches.presenters.boards import game_board
from games.matches.presenters.following import lines_following
from games.matches.presenters.log import log_lines
from games.matches.presenters.move_words import describe_move
from games.matches.presenters.replay import position_after, step_numbers
from games.matches.presenters.table_players import table_players
from games.matches.services.event_store import match_state
from games.matches.viewing import Access
from games.reviews.graph import Graph, Point, graph_of
from games.reviews.models import Review
from games.reviews.services import Look, lines_of
from games.reviews.totals import UNKNOWN, Part, part_of

TURNS = 5
"""The most turning points that the page shows."""
GREAT = 0.1
"""A turning point changes a chance to win by at least this much."""
LESSONS = 3
MISTAKES = 12
"""The most decisions of one player that the page shows, the costliest."""


@dataclass(frozen=True)
class Turn:
    """A turning point: a player's chances before and after it, in per cent.

    `across` is where it lies in the match, in per cent of its steps.
    """

    step: int
    """The step of the costliest decision between the two chances, or else of the second one."""
    across: int
    player: TablePlayer
    before: int
    after: int
    lines: list[Line]
    """Of the costly decision; else of moves that may explain it: the player's own if their chance
    rises, those of others if it falls."""

    @property
    def down(self) -> int:
        """Where it lies in the graph, in per cent from the top."""
        return 100 - self.after


@dataclass(frozen=True)
class Balance:
    """How a player’s chance came from its start to the result, in per cent.

    `rest` is what no mistake explains (games/reviews/totals.py).
    """

    player: TablePlayer
    start: int
    own: str
    """What the player's own costly decisions changed, with a sign; a dash if none was compared."""
    others: str
    """What those of the others gave the player."""
    rest: str
    result: int

    @classmethod
    def of(cls, player: TablePlayer, part: Part) -> Balance:
        """Round the parts so that they still add up."""
        start, result = round(100 * part.start), round(100 * part.result)
        own, others = (None if one is None else round(100 * one) for one in (part.own, part.others))
        rest = result - start - (own or 0) - (others or 0)
        return cls(player, start, _signed(own), _signed(others), signed(rest), result)


@dataclass(frozen=True)
class Mistake:
    """A decision for which the judge found a better move; cost and error are in per cent."""

    step: int
    """The step that the decision is; the one before it shows what the player saw."""
    seat: int
    made: Advice
    better: Advice
    cost: int
    error: int
    following: list[Line]
    """What would have followed the better move, with the cards as they lay."""

    @property
    def step_before(self) -> int:
        return self.step - 1


@dataclass(frozen=True)
class ToLearn:
    """A kind of costly decisions: its lesson, their number, and their total cost in per cent."""

    sentence: str
    count: int
    cost: int


@dataclass(frozen=True)
class SeatReview:
    """The decisions of one player."""

    player: TablePlayer
    compared: int
    mistakes: list[Mistake]
    """The costliest decisions, in the order of the match."""
    found: int
    """The number of all costly decisions."""
    lessons: list[ToLearn]


@dataclass(frozen=True)
class ReviewPage:
    """The page of a review in any state."""

    review: Review | None
    points: list[Point]
    graph: Graph | None
    players: list[TablePlayer]
    turns: list[Turn]
    balances: list[Balance]
    seats: list[SeatReview]

    @property
    def state(self) -> str:
        return "unasked" if self.review is None else self.review.status

    @property
    def done(self) -> int:
        return 0 if self.review is None else len(self.review.looks)

    @property
    def total(self) -> int | None:
        return None if self.review is None else self.review.total


def review_page(access: Access, review: Review | None) -> ReviewPage:
    """Return the page of a review for a viewer who may see the replay; their own part first."""
    players = table_players(access.players, access.seat)
    if review is None or review.status != Review.Status.DONE:
        return ReviewPage(review, [], None, players, [], [], [])
    results = _Results(access, review.looks, players)
    points = results.points()
    graph = graph_of(points, players, results.last) if len(points) > 1 else None
    return ReviewPage(
        review,
        points,
        graph,
        players,
        results.turns(points),
        results.balances(points),
        results.seats(),
    )


def is_confirmed(values: Sequence[float], at: int) -> bool:
    """Return whether the values around confirm the change from `at` to the next one.

    The value before must lie on its near side, and the two after on its far side.
    """
    before, after = values[at], values[at + 1]
    middle = (before + after) / 2
    rises = after > before
    near, far = values[max(0, at - 1) : at + 1], values[at + 1 : at + 4]
    return all((value < middle) == rises for value in near) and all(
        (value > middle) == rises for value in far
    )


def _signed(change: int | None) -> str:
    return UNKNOWN if change is None else signed(change)


class _Results:
    """The results of a review, in words."""

    def __init__(
        self, access: Access, looks: Sequence[Look], players: Sequence[TablePlayer]
    ) -> None:
        self.access, self.looks, self.players = access, looks, players
        self.names = tuple(player.name for player in players)
        self.board = game_board(access.match.game).board
        self.history = match_state(access.match).history
        self.steps: Mapping[int, int] = step_numbers(access)
        self.last = max(self.steps.values(), default=0)

    def points(self) -> list[Point]:
        """Return the chances before each weighed decision, and the outcome at the end."""
        found = [
            Point(self.steps[look["event"]] - 1, tuple(look["chances"]), look["error"])
            for look in self.looks
            if "chances" in look
        ]
        outcome = self.access.match.outcome
        if found and outcome is not None:
            found.append(Point(self.last, tuple(shares_of(Outcome(**outcome))), 0.0))
        return found

    def turns(self, points: Sequence[Point]) -> list[Turn]:
        """Return the largest changes that exceed the error and that the points around confirm."""
        leaps = []
        for at, (before, after) in enumerate(pairwise(points)):
            moved = [b - a for a, b in zip(before.chances, after.chances, strict=True)]
            seat = max(range(len(moved)), key=lambda seat: abs(moved[seat]))
            size = abs(moved[seat])
            is_great = size >= max(GREAT, SURE * hypot(before.error, after.error))
            if is_great and is_confirmed([point.chances[seat] for point in points], at):
                leaps.append((size, before, after, seat))
        greatest = sorted(leaps, key=lambda leap: -leap[0])[:TURNS]
        return [
            self._turn(before, after, seat)
            for _size, before, after, seat in sorted(greatest, key=lambda leap: leap[1].step)
        ]

    def _turn(self, before: Point, after: Point, seat: int) -> Turn:
        costs = {
            self.steps[look["event"]]: look["cost"]
            for look in self.looks
            if "better" in look and before.step < self.steps[look["event"]] <= after.step
        }
        step = max(costs, key=costs.__getitem__, default=after.step)
        lines = self._lines(step - 1, step) if costs else []
        rises = after.chances[seat] > before.chances[seat]
        movers = {player.seat for player in self.players if (player.seat == seat) == rises}
        return Turn(
            step if lines else after.step,
            round(100 * after.step / max(self.last, 1)),
            self.players[seat],
            before.percents[seat],
            after.percents[seat],
            lines or self._lines(before.step, after.step, movers),
        )

    def balances(self, points: Sequence[Point]) -> list[Balance]:
        """Return by player how the match came about; nothing for reviews that do not tell."""
        outcome = self.access.match.outcome
        if len(points) < 2 or outcome is None:
            return []
        parts = [part_of(self.looks, Outcome(**outcome), player.seat) for player in self.players]
        return [
            Balance.of(player, part)
            for player, part in zip(self.players, parts, strict=True)
            if part is not None
        ]

    def _lines(self, after: int, until: int, movers: Collection[int] = ()) -> list[Line]:
        """Return the public log lines of some steps: two strong ones, or else the first line.

        Args:
            after: The step before.
            until: The last step.
            movers: Only what these seats did, as what others did can't explain it; all if empty.
        """
        steps = [step for step in self.history if after < self.steps.get(step.number, 0) <= until]
        lines = [
            line
            for step in steps
            for line in self._lines_of(step)
            if not movers or line.seat is None or line.seat in movers
        ]
        return [line for line in lines if line.strong][:2] or lines[:1]

    def _lines_of(self, step: Step) -> list[Line]:
        if step.kind != Event.Kind.MOVE:
            return []
        return log_lines(step, None, self.names, self.board)

    def seats(self) -> list[SeatReview]:
        """Return the parts of all players with compared decisions; the viewer's comes first."""
        by_seat: dict[int, list[Look]] = defaultdict(list)
        for look in self.looks:
            if look.get("compared"):
                by_seat[look["seat"]].append(look)
        order = sorted(by_seat, key=lambda seat: (seat != self.access.seat, seat))
        return [self._seat(seat, by_seat[seat]) for seat in order]

    def _seat(self, seat: int, looks: Sequence[Look]) -> SeatReview:
        costly = [look for look in looks if "better" in look]
        shown = sorted(costly, key=lambda look: -look["cost"])[:MISTAKES]
        shown.sort(key=lambda look: look["event"])
        return SeatReview(
            self.players[seat],
            len(looks),
            [self._mistake(look) for look in shown],
            len(costly),
            self._lessons(costly),
        )

    def _mistake(self, look: Look) -> Mistake:
        seat, number = look["seat"], look["event"]
        position = position_after(match_state(self.access.match), self.history, number - 1)
        return Mistake(
            self.steps[number],
            seat,
            self._in_words(position, seat, number, look["chosen"]),
            self._in_words(position, seat, number, look["better"]),
            round(100 * look["cost"]),
            round(100 * look["cost_error"]),
            self._following(position, look),
        )

    def _following(self, position: Position, look: Look) -> list[Line]:
        """Return the log lines of what would have followed, as its player would have read them.

        Args:
            position: The position before the decision, which is changed.
            look: The decision.
        """
        state = match_state(self.access.match)
        before = [made for made in lines_of(state) if made.number < look["event"]]
        step = sum(made.move is not None for made in before) + 1
        moves, seat = look.get("line", ()), look["seat"]
        return lines_following(position, moves, step, state.seed, seat, self.names, self.board)

    def _in_words(self, position: Position, seat: int, number: int, data: Json) -> Advice:
        """Describe a move as the board advises it, at the table that the seat saw then."""
        before = [step for step in self.history if step.number < number]
        return describe_move(self.access, before, position, seat, data)

    def _lessons(self, costly: Sequence[Look]) -> list[ToLearn]:
        """Return the kinds of decisions that cost most in total."""
        costs: dict[str, list[float]] = defaultdict(list)
        start = match_state(self.access.match).start
        for look in costly:
            chosen, better = (read_move(start, look[key]) for key in ("chosen", "better"))
            costs[self.board.lesson(chosen, better)].append(look["cost"])
        dearest = sorted(costs, key=lambda kind: -sum(costs[kind]))[:LESSONS]
        return [ToLearn(kind, len(costs[kind]), round(100 * sum(costs[kind]))) for kind in dearest]
