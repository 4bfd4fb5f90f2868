"""The table: one match as one viewer may see it, now or at an earlier step."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.access import Access
from games.engine.contract import Json, Move, Outcome
from games.models import Match, Player
from games.presenters import boards
from games.presenters.lines import Line, tell
from games.presenters.seen import told_to
from games.presenters.words import list_words
from games.services.play import asked_token
from games.services.record import Step, standing_of

LOG_LINES = 40
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
    seen: int
    lines: list[Line]
    live: bool = True
    refusal: Json | None = None
    board: Any = None
    fresh: list[Any] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return self.match.status == Match.Status.FINISHED and self.live

    @property
    def may_act(self) -> bool:
        return bool(self.moves) and self.live

    @property
    def name(self) -> str:
        return boards.board_of(self.match.game).game.name

    @property
    def result(self) -> str:
        """Who won and how, in one sentence; empty while it goes on."""
        if not self.over:
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
    table = _table(match, seat, position.view(seat), standing.story, chairs_of(match, seat))
    if moves:
        table.moves = moves
        table.asked = asked_token(access.player) if access.player is not None else None
    return _with_board(table)


def table_at(
    match: Match, viewer: Viewer, view: Json, story: tuple[Step, ...], you: Viewer
) -> Table:
    """A match at an earlier step, to look at; `view` is what is shown of it."""
    table = _table(match, viewer, view, story, chairs_of(match, you))
    table.live = False
    return _with_board(table)


def _table(
    match: Match, seat: Viewer, view: Json, story: Sequence[Step], chairs: list[Chair]
) -> Table:
    told = told_to(tuple(story), seat)
    names = [chair.name for chair in chairs]
    board = boards.board_of(match.game)
    lines = [line for step in told[-LOG_LINES:] for line in tell(step, seat, names, board)]
    fresh = [h for h in told[-1].happenings if h.known_to(seat)] if told else []
    return Table(match, seat, view, chairs, [], None, len(told), lines, fresh=fresh)


def _with_board(table: Table) -> Table:
    table.board = boards.board_of(table.match.game).build(table)
    return table


def chairs_of(match: Match, you: Viewer) -> list[Chair]:
    """The players of a started match by seat."""
    players = match.players.select_related("user").order_by("seat")
    return [_chair(player, you) for player in players]


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


def move_value(move: Move) -> str:
    """A move as the value of a button."""
    return json.dumps(move.dump(), separators=(",", ":"))


def waiting_sentence(names: list[str]) -> str:
    """For whom the table waits."""
    if not names:
        return _("The table waits.")
    return _("Waiting for {names}.").format(names=list_words(names))
