"""A review as it is read: the chances, the turning points, every costly decision, what to learn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot

from games.boards.guides import Advice
from games.boards.lines import Line
from games.engine.contract import Json, Outcome, Position
from games.engine.replay import read_move
from games.engine.review import SURE, shares_of
from games.matches.access import Access
from games.matches.models import Event, Match
from games.matches.presenters.boards import game_board
from games.matches.presenters.chairs import Chair, chairs_of
from games.matches.presenters.log import log_lines
from games.matches.presenters.replay import position_after, step_numbers
from games.matches.presenters.table import table_at
from games.matches.services.event_store import Step, match_state
from games.reviews.graph import Graph, Point, graph_of
from games.reviews.models import Review
from games.reviews.services import Look

TURNS = 5
"""So many turning points are told, at most."""
GREAT = 0.1
"""What is called a turning point moves so much of a victory at least."""
LESSONS = 3
MISTAKES = 12
"""So many decisions of one player are told at once; the costliest are."""


@dataclass(frozen=True)
class Turn:
    """A moment at which the chances of a player moved far: before and after, of 100."""

    step: int
    chair: Chair
    before: int
    after: int
    lines: list[Line]


@dataclass(frozen=True)
class Mistake:
    """A decision that a strong bot would have made otherwise; the cost is of 100."""

    step: int
    """The step of the replay that shows the table as it was before."""
    seat: int
    made: Advice
    better: Advice
    cost: int
    error: int


@dataclass(frozen=True)
class ToLearn:
    """One kind of costly decisions: what it teaches, how many they were, what they cost of 100."""

    sentence: str
    count: int
    cost: int


@dataclass(frozen=True)
class SeatReview:
    """The decisions of one player."""

    chair: Chair
    compared: int
    mistakes: list[Mistake]
    """In the order in which they were made."""
    found: int
    """How many there were, whether told or not."""
    lessons: list[ToLearn]


@dataclass(frozen=True)
class ReviewPage:
    """A review in whatever state it is."""

    review: Review | None
    points: list[Point]
    graph: Graph | None
    chairs: list[Chair]
    turns: list[Turn]
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
    """The review of a finished match for somebody who may see its replay; their own part first."""
    chairs = chairs_of(access.players, access.seat)
    if review is None or review.status != Review.Status.DONE:
        return ReviewPage(review, [], None, chairs, [], [])
    told = _Told(access, review.looks, chairs)
    points = told.points()
    graph = graph_of(points, chairs, told.last) if len(points) > 1 else None
    return ReviewPage(review, points, graph, chairs, told.turns(points), told.seats())


class _Told:
    """What was found in a match, in words."""

    def __init__(self, access: Access, looks: Sequence[Look], chairs: Sequence[Chair]) -> None:
        self.access, self.looks, self.chairs = access, looks, chairs
        self.names = tuple(chair.name for chair in chairs)
        self.board = game_board(access.match.game).board
        self.running = copy(access.match)
        self.running.status = Match.Status.RUNNING
        self.story = match_state(access.match).story
        self.steps: Mapping[int, int] = step_numbers(access)
        self.last = max(self.steps.values(), default=0)

    def points(self) -> list[Point]:
        """The chances before each decision that was weighed, and at the end what became of them."""
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
        """The greatest leaps from one point to the next, as far as chance does not explain them."""
        leaps = []
        for before, after in pairwise(points):
            moved = [b - a for a, b in zip(before.chances, after.chances, strict=True)]
            seat = max(range(len(moved)), key=lambda seat: abs(moved[seat]))
            size = abs(moved[seat])
            if size >= max(GREAT, SURE * hypot(before.error, after.error)):
                leaps.append((size, before, after, seat))
        greatest = sorted(leaps, key=lambda leap: -leap[0])[:TURNS]
        return [
            Turn(
                after.step,
                self.chairs[seat],
                before.percents[seat],
                after.percents[seat],
                self._lines(before.step, after.step),
            )
            for _size, before, after, seat in sorted(greatest, key=lambda leap: leap[1].step)
        ]

    def _lines(self, after: int, until: int) -> list[Line]:
        """What the log tells everybody of some steps: what they should notice, or else the first
        line."""
        steps = [step for step in self.story if after < self.steps.get(step.number, 0) <= until]
        lines = [line for step in steps for line in self._lines_of(step)]
        return [line for line in lines if line.strong][:2] or lines[:1]

    def _lines_of(self, step: Step) -> list[Line]:
        if step.kind != Event.Kind.MOVE:
            return []
        return log_lines(step, None, self.names, self.board)

    def seats(self) -> list[SeatReview]:
        """Each player whose decisions were compared; whoever looks comes first."""
        by_seat: dict[int, list[Look]] = defaultdict(list)
        for look in self.looks:
            if look.get("compared"):
                by_seat[look["seat"]].append(look)
        order = sorted(by_seat, key=lambda seat: (seat != self.access.seat, seat))
        return [self._seat(seat, by_seat[seat]) for seat in order]

    def _seat(self, seat: int, looks: Sequence[Look]) -> SeatReview:
        costly = [look for look in looks if "better" in look]
        told = sorted(costly, key=lambda look: -look["cost"])[:MISTAKES]
        told.sort(key=lambda look: look["event"])
        return SeatReview(
            self.chairs[seat],
            len(looks),
            [self._mistake(look) for look in told],
            len(costly),
            self._lessons(costly),
        )

    def _mistake(self, look: Look) -> Mistake:
        seat, number = look["seat"], look["event"]
        position = position_after(self.access.match, self.story, number - 1)
        return Mistake(
            self.steps[number] - 1,
            seat,
            self._in_words(position, seat, number, look["chosen"]),
            self._in_words(position, seat, number, look["better"]),
            round(100 * look["cost"]),
            round(100 * look["cost_error"]),
        )

    def _in_words(self, position: Position, seat: int, number: int, data: Json) -> Advice:
        """A move as the game's board advises it, at the table as that seat saw it then."""
        before = tuple(step for step in self.story if step.number < number)
        table = table_at(self.access, seat, position.view(seat), before)
        # As the table stood when it was asked: a board offers nothing at one that is over.
        asked = replace(table, match=self.running, moves=position.moves(seat), live=True)
        return self.board.advice(asked, read_move(position, data))

    def _lessons(self, costly: Sequence[Look]) -> list[ToLearn]:
        """The kinds of decisions that cost most, each in one sentence."""
        costs: dict[str, list[float]] = defaultdict(list)
        start = match_state(self.access.match).start
        for look in costly:
            chosen, better = (read_move(start, look[key]) for key in ("chosen", "better"))
            costs[self.board.lesson(chosen, better)].append(look["cost"])
        dearest = sorted(costs, key=lambda kind: -sum(costs[kind]))[:LESSONS]
        return [ToLearn(kind, len(costs[kind]), round(100 * sum(costs[kind]))) for kind in dearest]
