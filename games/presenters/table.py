"""The table: one match as one viewer may see it, now or at an earlier step."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language

from games.access import Access
from games.engine.contract import Happening, Json, Move, Outcome, Position
from games.models import Match, Player
from games.presenters import boards
from games.presenters.lines import Line, tell
from games.presenters.seen import told_to
from games.presenters.words import list_words
from games.services.play import asked_token, why_not_undo
from games.services.record import Step, standing_of, undone_numbers

LOG_LINES = 40
LINES_KEPT = 20_000
Viewer = int | None


@dataclass(frozen=True)
class Chair:
    """A player as everybody sees him at the table."""

    seat: int
    name: str
    username: str
    bot: str
    left: bool
    you: bool
    place: int | None
    score: int | None

    @property
    def emblem(self) -> str:
        return boards.SEAT_EMBLEMS[self.seat]

    @property
    def letter(self) -> str:
        return "ABCDEF"[self.seat]


@dataclass
class Table:
    """Everything a template or the API needs to show a match to one viewer."""

    match: Match
    seat: Viewer
    view: Json
    chairs: list[Chair]
    moves: list[Move]
    asked: str | None
    told: list[Step]
    may_undo: bool = False
    live: bool = True
    refusal: Json | None = None
    until: datetime | None = None
    """When the question I am asked lapses, for those that wait only so long."""

    @property
    def seen(self) -> int:
        """How many steps this viewer was told of: what orders pictures on a screen."""
        return len(self.told)

    @cached_property
    def board(self) -> Any:
        """What the game's own template shows."""
        return boards.board_of(self.match.game).build(self)

    @cached_property
    def lines(self) -> list[Line]:
        """The newest lines of the log, oldest first."""
        names = tuple(chair.name for chair in self.chairs)
        reader = (self.match.id, self.seat, names, get_language())
        board = boards.board_of(self.match.game)
        undone = undone_numbers(self.told)
        first = max(len(self.told) - LOG_LINES, 0)
        return [
            replace(line, undone=True) if step.number in undone else line
            for at, step in enumerate(self.told[first:], start=first + 1)
            for line in _tell_once(step, at, board, reader)
        ]

    @cached_property
    def fresh(self) -> list[Happening]:
        """What this viewer knows of the newest step."""
        return [h for step in self.told[-1:] for h in step.happenings if h.known_to(self.seat)]

    @cached_property
    def recent(self) -> list[Happening]:
        """What this viewer knows of the last steps that stand."""
        undone = undone_numbers(self.told)
        newest = [step for step in self.told[-LOG_LINES:] if step.number not in undone]
        return [h for step in newest for h in step.happenings if h.known_to(self.seat)]

    @property
    def offers_undo(self) -> bool:
        """Whether it is my turn in a game that lets moves be taken back."""
        return self.may_act and boards.board_of(self.match.game).game.undo

    @property
    def over(self) -> bool:
        return self.match.status == Match.Status.FINISHED and self.live

    @property
    def seated(self) -> bool:
        """Whether the viewer plays here, and the play goes on."""
        return self.seat is not None and self.live and not self.over

    @property
    def many(self) -> bool:
        """Enough seats for the others to go on when one leaves."""
        return len(self.chairs) > 2

    @property
    def may_act(self) -> bool:
        return bool(self.moves) and self.live

    @property
    def news(self) -> str:
        """The kinds of what just happened, for sounds."""
        return " ".join(happening.kind for happening in self.fresh)

    @property
    def name(self) -> str:
        return boards.board_of(self.match.game).game.name

    @property
    def result(self) -> str:
        """Who won and how, in one sentence; empty while it goes on."""
        if self.match.status != Match.Status.FINISHED:
            return ""
        outcome = Outcome(**self.match.outcome)
        winners = [chair.name for chair in self.chairs if chair.place == 1]
        return boards.board_of(self.match.game).result(list_words(winners), len(winners), outcome)

    @property
    def placed(self) -> list[Chair]:
        """The players from the first to the last place."""
        return sorted(self.chairs, key=lambda chair: (chair.place or 0, chair.seat))

    def chair(self, seat: int) -> Chair:
        return self.chairs[seat]

    def state(self) -> Json:
        """The same as JSON, for the API and for whoever writes a bot."""
        return {
            "match": self.match.id,
            "game": self.match.game,
            "status": self.match.status,
            "options": self.match.options,
            "seat": self.seat,
            "players": [
                {"seat": c.seat, "name": c.name, "bot": bool(c.bot), "left": c.left}
                for c in self.chairs
            ],
            "view": self.view,
            "moves": [move.dump() for move in self.moves],
            "asked": self.asked,
            "may_undo": self.may_undo,
            "until": None if self.until is None else self.until.isoformat(timespec="seconds"),
            "seen": self.seen,
            "outcome": self.match.outcome,
        }


def table_for(access: Access) -> Table:
    """A started match as it stands, for the visitor; the match must have started."""
    match = access.match
    standing = standing_of(match)
    seat = access.seat
    position = standing.position
    running = match.status == Match.Status.RUNNING
    moves = position.moves(seat) if seat is not None and running else []
    asked = asked_token(access.player) if moves and access.player is not None else None
    chairs = chairs_of(access.players, seat)
    told = told_to(standing.story, seat)
    may_undo = asked is not None and why_not_undo(standing, seat) is None
    table = Table(match, seat, position.view(seat), chairs, moves, asked, told, may_undo)
    table.until = _until(position, access.player) if asked is not None else None
    return table


def _until(position: Position, player: Player | None) -> datetime | None:
    if player is None or player.seat is None or player.asked_since is None:
        return None
    lapse = position.lapse(player.seat)
    return None if lapse is None else player.asked_since + timedelta(seconds=lapse.seconds)


def table_at(access: Access, viewer: Viewer, view: Json, story: tuple[Step, ...]) -> Table:
    """A match at an earlier step, to look at; `view` is what is shown of it to whom."""
    chairs = chairs_of(access.players, access.seat)
    told = told_to(story, viewer)
    return Table(access.match, viewer, view, chairs, [], None, told, live=False)


told_lines: OrderedDict[Any, list[Line]] = OrderedDict()


def _tell_once(step: Step, at: int, board: boards.Board, reader: Any) -> list[Line]:
    """A step in words, remembered: the log of a table is told anew after every move.

    `at` is its place among the steps the reader was told of, as the replay counts them.
    """
    key = (step.number, reader)
    lines = told_lines.get(key)
    if lines is None:
        match, seat, names, _language = reader
        replay = f"{reverse('replay', args=[match])}?step={at}"
        lines = told_lines[key] = [
            replace(line, link=replay + line.link) if line.link else line
            for line in tell(step, seat, names, board)
        ]
        while len(told_lines) > LINES_KEPT:
            told_lines.popitem(last=False)
    return lines


def chairs_of(players: list[Player], you: Viewer) -> list[Chair]:
    """The players of a started match by seat."""
    by_seat = sorted(players, key=lambda player: player.seat or 0)
    return [_chair(player, you) for player in by_seat]


def _chair(player: Player, you: Viewer) -> Chair:
    assert player.seat is not None
    user = player.user
    return Chair(
        seat=player.seat,
        name=player.name,
        username=user.username if user is not None else "",
        bot=player.bot,
        left=player.left_at is not None,
        you=player.seat == you,
        place=player.place,
        score=player.score,
    )
