"""The table: one match as one viewer may see it, now or at an earlier step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import get_language

from games.boards.lines import Line
from games.boards.panels import emblem_of, letter_of
from games.engine.contract import Happening, Json, Move, Position, View
from games.matches.access import Access
from games.matches.cache import Recent
from games.matches.extras import extras
from games.matches.models import Match, Player
from games.matches.presenters import boards
from games.matches.presenters.boards import board_of, sounds_of
from games.matches.presenters.clocks import ClockFace, agreed, face_of, shared_face
from games.matches.presenters.log import log_lines
from games.matches.presenters.results import result_of
from games.matches.presenters.visible_steps import cached_visible_steps, visible_steps
from games.matches.services.event_store import Step, match_state, undone_numbers
from games.matches.services.play import asked_token, why_not_undo
from games.rating import size_of

LOG_LINES = 40
READERS_KEPT = 1024
told_lines: Recent[Any, Mapping[int, list[Line]]] = Recent(READERS_KEPT)
"""What a reader was told of the last steps, in words: a table tells them after every move."""
Viewer = int | None


@dataclass(frozen=True)
class Chair:
    """A player as everybody sees him at the table.

    Two chairs that differ only in their clock are the same: what is drawn of a chair stays as it
    is while its clock goes on. Whoever draws the clock names it beside the chair.
    """

    seat: int
    name: str
    username: str
    bot: str
    left: bool
    you: bool
    place: int | None
    score: int | None
    rating: tuple[int, int] | None = None
    """Before and after, once a rated match is over."""
    left_by: str = ""
    clock: ClockFace | None = field(default=None, compare=False)

    def __hash__(self) -> int:
        """Enough to tell most chairs apart: a table asks for it dozens of times."""
        return hash((self.seat, self.name, self.you))

    @property
    def rated(self) -> Json:
        """What the match did to the rating, if it did, for programs."""
        if self.rating is None:
            return {}
        return {"rating": {"before": self.rating[0], "after": self.rating[1]}}

    @property
    def emblem(self) -> str:
        return emblem_of(self.seat)

    @property
    def letter(self) -> str:
        return letter_of(self.seat)


@dataclass
class Table:
    """Everything a template or the API needs to show a match to one viewer."""

    match: Match
    seat: Viewer
    view: View
    chairs: list[Chair]
    moves: list[Move]
    asked: str | None
    told: list[Step]
    may_undo: bool = False
    may_abort: bool = False
    shared_clock: ClockFace | None = None
    at: datetime | None = None
    live: bool = True
    refusal: Json | None = None
    rematch: Any = None
    """What I may do towards a rematch, once it is over."""
    until: datetime | None = None
    """When the question I am asked lapses, for those that wait only so long."""
    showable: tuple[str, ...] = ()
    """The cards I may show to players of my choice, where the game knows that."""

    @property
    def seen(self) -> int:
        """How many steps this viewer was told of: what orders pictures on a screen."""
        return len(self.told)

    @cached_property
    def board(self) -> Any:
        """What the game's own template shows."""
        return boards.built(self.match.game, self)

    @property
    def board_template(self) -> str:
        """The template that draws the board."""
        return boards.board_template(self.match.game)

    @property
    def art_template(self) -> str:
        """The template of what is sent once with the page; "" for nothing."""
        return boards.art_template(self.match.game)

    @property
    def board_styles(self) -> tuple[str, ...]:
        """The style sheets of the board."""
        return boards.board_styles(self.match.game)

    @cached_property
    def lines(self) -> list[Line]:
        """The newest lines of the log, oldest first."""
        names = tuple(chair.name for chair in self.chairs)
        reader = (self.match.id, self.seat, names, get_language())
        before = told_lines.get(reader) or {}
        told: dict[int, list[Line]] = {}
        first = max(len(self.told) - LOG_LINES, 0)
        lines: list[Line] = []
        for at, step in enumerate(self.told[first:], start=first + 1):
            known = before.get(step.number)
            if known is None:
                known = self._tell(step, at, names)
            told[step.number] = known
            if step.number in self._undone:
                known = [replace(line, undone=True) for line in known]
            lines += known
        told_lines.keep(reader, told)
        return lines

    def _tell(self, step: Step, at: int, names: tuple[str, ...]) -> list[Line]:
        """A step in words. `at`: its place among those I was told of, as the replay counts them."""
        return [
            replace(line, link=f"{reverse('replay', args=[self.match.id])}?step={at}{line.link}")
            if line.link
            else line
            for line in log_lines(step, self.seat, names, board_of(self.match.game))
        ]

    @cached_property
    def _undone(self) -> set[int]:
        """Which of the last steps were taken back: that is told after them."""
        return undone_numbers(self.told[-LOG_LINES:])

    @cached_property
    def fresh(self) -> list[Happening]:
        """What this viewer knows of the newest step."""
        return [h for step in self.told[-1:] for h in step.happenings if h.known_to(self.seat)]

    @cached_property
    def recent(self) -> list[Happening]:
        """What this viewer knows of the last steps that stand."""
        newest = [step for step in self.told[-LOG_LINES:] if step.number not in self._undone]
        return [h for step in newest for h in step.happenings if h.known_to(self.seat)]

    @property
    def offers_undo(self) -> bool:
        """Whether it is my turn in a game that lets moves be taken back."""
        return self.may_act and board_of(self.match.game).game.undo

    @property
    def over(self) -> bool:
        return self.match.status in (Match.Status.FINISHED, Match.Status.ABORTED) and self.live

    @property
    def aborted(self) -> bool:
        return self.match.status == Match.Status.ABORTED and self.live

    @property
    def ended_by_the_house(self) -> bool:
        """Whether a moderator called it off, and not who plays."""
        return self.aborted and bool(self.told) and self.told[-1].seat is None

    @property
    def waits_for(self) -> Chair | None:
        """Whose clock stands above the board: mine while it runs, or the only one that does."""
        running = [chair for chair in self.chairs if chair.clock is not None and chair.clock.runs]
        mine = [chair for chair in running if chair.you]
        return next(iter(mine or running[:1]), None) if mine or len(running) == 1 else None

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
    def sounds(self) -> str:
        """The sounds of what just happened."""
        sounds = sounds_of(self.match.game)
        heard = (sounds.get(happening.kind) for happening in self.fresh)
        return " ".join(dict.fromkeys(sound for sound in heard if sound is not None))

    @property
    def name(self) -> str:
        return board_of(self.match.game).game.name

    @property
    def result(self) -> str:
        """Who won and how, in one sentence; empty while it goes on."""
        return result_of(self.match, self.chairs)

    @property
    def ladder(self) -> str:
        """The address of the ladder that a rated match here counts in."""
        path = reverse("ladder", args=[self.match.game, size_of(self.match.seats)])
        return f"{path}?who=bots" if all(c.bot and not c.left for c in self.chairs) else path

    @property
    def annulled(self) -> bool:
        """Whether it was rated once and counts no more, or never could."""
        return self.over and self.match.rated and not any(chair.rating for chair in self.chairs)

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
                {"seat": c.seat, "name": c.name, "bot": bool(c.bot), "left": c.left, **c.rated}
                for c in self.chairs
            ],
            "view": self.view,
            "moves": [move.dump() for move in self.moves],
            "asked": self.asked,
            "may_undo": self.may_undo,
            "may_abort": self.may_abort,
            "clock": agreed(self.match),
            "clocks": [_told_clock(chair) for chair in self.chairs],
            "answer_by": _iso(self.match.answer_by),
            "now": _iso(self.at),
            "until": None if self.until is None else self.until.isoformat(timespec="seconds"),
            "seen": self.seen,
            "outcome": self.match.outcome,
        }


def _told_clock(chair: Chair) -> Json | None:
    """What the API says of a clock: seconds left, and the moment it is out while it runs."""
    clock = chair.clock
    if clock is None:
        return None
    out = None if clock.deadline is None else datetime.fromtimestamp(clock.deadline / 1000, UTC)
    return {"seat": chair.seat, "left": clock.left / 1000, "runs": clock.runs, "out": _iso(out)}


def _iso(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat(timespec="milliseconds")


def table_for(access: Access, at: datetime | None = None) -> Table:
    """A started match as it stands, for the visitor; the match must have started.

    `at`: what the clocks show at this moment; else, for pages that are kept, what they showed
    when they began to run.
    """
    match = access.match
    standing = match_state(match)
    seat = access.seat
    position = standing.position
    running = match.status == Match.Status.RUNNING
    moves = position.moves(seat) if seat is not None and running else []
    chairs = [
        _chair(player, seat, face_of(match, player, player.seat == seat, at))
        for player in _by_seat(access.players)
    ]
    if match.status == Match.Status.FINISHED and match.rated:
        changes = extras.rating_changes(match)
        chairs = [replace(chair, rating=changes.get(chair.seat)) for chair in chairs]
    return Table(
        match=match,
        seat=seat,
        view=position.view(seat),
        chairs=chairs,
        moves=moves,
        asked=asked_token(access.player) if moves and access.player is not None else None,
        told=cached_visible_steps(match.id, standing.story, seat),
        may_undo=bool(moves) and why_not_undo(standing, seat) is None,
        may_abort=seat is not None and running and standing.may_abort,
        shared_clock=shared_face(match, bool(moves), at),
        at=at if match.pace else None,
        rematch=extras.rematch(access),
        until=_until(position, access.player) if moves else None,
        showable=tuple(position.showable(seat)) if seat is not None and running else (),
    )


def _until(position: Position, player: Player | None) -> datetime | None:
    if player is None or player.seat is None or player.asked_since is None:
        return None
    lapse = position.lapse(player.seat)
    return None if lapse is None else player.asked_since + timedelta(seconds=lapse.seconds)


def table_at(access: Access, viewer: Viewer, view: View, story: tuple[Step, ...]) -> Table:
    """A match at an earlier step, to look at; `view` is what is shown of it to whom."""
    chairs = chairs_of(access.players, access.seat)
    told = visible_steps(story, viewer)
    return Table(access.match, viewer, view, chairs, [], None, told, live=False)


def chairs_of(players: list[Player], you: Viewer) -> list[Chair]:
    """The players of a started match by seat."""
    return [_chair(player, you) for player in _by_seat(players)]


def _by_seat(players: list[Player]) -> list[Player]:
    return sorted(players, key=lambda player: player.seat or 0)


def _chair(player: Player, you: Viewer, clock: ClockFace | None = None) -> Chair:
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
        left_by=player.left_by,
        clock=clock,
    )
