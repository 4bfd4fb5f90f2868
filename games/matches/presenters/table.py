"""The table: one match as one viewer may see it, now or at an earlier step."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.boards.beats import Banner
from games.boards.generic import GenericTable, board_for
from games.boards.guides import Advice, Guide
from games.boards.lines import Line
from games.engine.contract import Happening, Json, Move, View
from games.matches.access import Access
from games.matches.hooks import hooks
from games.matches.models import Match
from games.matches.presenters.boards import GENERIC, GameBoard, game_board
from games.matches.presenters.chairs import Chair, Viewer, chairs_of
from games.matches.presenters.clocks import ClockFace, face_of, shared_face
from games.matches.presenters.drawn_log import LOG_STEPS, draw_lines, draw_log
from games.matches.presenters.ending import Scene, scene_of
from games.matches.presenters.log import cached_visible_steps, log_lines, result_of, visible_steps
from games.matches.presenters.questions import question_for
from games.matches.presenters.stakes import describe_stake
from games.matches.services.commands import DECISIONS
from games.matches.services.event_store import MatchState, Step, match_state, undone_numbers
from games.matches.services.hints import is_against_bots
from games.rating import Stake, size_of
from games.titles.registry import title_of


@dataclass(frozen=True)
class Replayed:
    """A place in a replay: through whose eyes, as its address says, and its steps by event."""

    seen_by: str
    steps: Mapping[int, int]
    ratings: Mapping[int, int] = field(default_factory=dict)
    """By seat, what the players of a rated match came with."""
    clocks: Mapping[int, ClockFace] = field(default_factory=dict)
    """By seat, as they stood then."""

    def link(self, number: int) -> str:
        """Where the step of this event is shown, on the same page."""
        return f"?step={self.steps[number]}&view={self.seen_by}"


@dataclass
class Table:
    """A match for one viewer, as templates and the API show it."""

    match: Match
    seat: Viewer
    view: View
    chairs: list[Chair]
    moves: list[Move]
    asked: str | None
    steps: Sequence[Step]
    """The steps of the story that the viewer may know of."""
    may_undo: bool = False
    may_abort: bool = False
    early: bool = False
    """Whether a rated match is not under way: who leaves now has not lost it."""
    shared_clock: ClockFace | None = None
    at: datetime | None = None
    live: bool = True
    passing: bool = False
    """Whether it is an earlier step that the table itself shows, on the way back to now."""
    refusal: Json | None = None
    rematch: Any = None
    """What the viewer may do towards a rematch, once it is over."""
    until: datetime | None = None
    """When the viewer's question lapses, if it does."""
    annulled: bool = False
    """Whether a moderator let a rated match count for nobody afterwards."""
    replayed: Replayed | None = None
    """In a replay: what its log needs to lead from step to step."""
    final: Sequence[Move] = ()
    """Those of the moves that cannot be taken back."""
    showable: tuple[str, ...] = ()
    """The cards the viewer may show to players of their choice, where the game knows that."""
    tools: str = "matches/_tools.html"
    """The template of the tools above the board."""
    beside: str = ""
    """The template of what stands beside the board besides what every table has."""
    hint: Move | None = None
    """What a strong bot would do, where the viewer has just asked for it."""
    may_hint: bool = False
    """Whether the viewer may ask for that."""
    drawn: str = ""
    """On a page: the digest of the fragment that a socket would send just now (see rendering)."""
    stake: Stake | None = None
    """What the viewer's rating may win and lose here, while a match goes on that counts."""

    @property
    def seen(self) -> int:
        """How many steps the viewer knows of: orders what reaches a screen."""
        return len(self.steps)

    @cached_property
    def game_board(self) -> GameBoard:
        return game_board(self.match.game)

    @cached_property
    def board(self) -> Any:
        """The context of the board's template; the generic one needs a generic table."""
        board = self.game_board.board.build(self)
        if self.game_board.template == GENERIC and not isinstance(board, GenericTable):
            return board_for(title_of(self.match.game).newest).build(self)
        return board

    @property
    def ask(self) -> str:
        """One sentence: what is asked of the viewer, or for whom the table waits."""
        return str(self.board.ask)

    @cached_property
    def lines(self) -> list[Line]:
        """The newest lines of the log, oldest first."""
        first = max(len(self.steps) - LOG_STEPS, 0)
        undone = self._undone
        indices = range(first, len(self.steps))
        return [line for at in indices for line in self._lines(at, self.steps[at].number in undone)]

    @property
    def log(self) -> SafeString:
        """The same as HTML; empty before anything has happened."""
        if self.replayed:
            # Its lines lead elsewhere, by steps that not everybody counts alike.
            return draw_lines(self.lines)
        reader = (self.match.id, self.seat, self.names, get_language())
        return draw_log(reader, self.steps, self._lines)

    def _lines(self, at: int, undone: bool) -> list[Line]:
        """The lines of the step with this index; their links name it in the replay."""
        step = self.steps[at]
        lines = log_lines(step, self.seat, self.names, self.game_board.board)
        own = self.replayed.link(step.number) if self.replayed else ""
        return [
            replace(
                line,
                link=self._link(line, own, at + 1),
                step=own,
                undone=undone,
                key=f"{at + 1}-{place}",
            )
            for place, line in enumerate(lines)
        ]

    def _link(self, line: Line, step: str, counted: int) -> str:
        """Where more is shown of a line, if anywhere: a place on the page of its step."""
        if not line.link:
            return ""
        return (step or f"{reverse('replay', args=[self.match.id])}?step={counted}") + line.link

    @cached_property
    def _undone(self) -> set[int]:
        return undone_numbers(self.steps[-LOG_STEPS:])

    @cached_property
    def fresh(self) -> list[Happening]:
        """What this viewer knows of the newest step."""
        return [h for step in self.steps[-1:] for h in step.happenings if h.known_to(self.seat)]

    @property
    def recent(self) -> Iterator[Happening]:
        """What this viewer knows of the last steps that were not undone, the newest first."""
        for step in reversed(self.steps[-LOG_STEPS:]):
            if step.number not in self._undone:
                yield from (h for h in reversed(step.happenings) if h.known_to(self.seat))

    @cached_property
    def banner(self) -> Banner | None:
        """What stands large over the table after the newest step, if that was a great moment."""
        return self.game_board.board.banner(self.fresh, self.names, self.seat)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(chair.name for chair in self.chairs)

    @property
    def since(self) -> int | None:
        """The viewer's last decision among the steps they know of; 0 before it, None for others."""
        if self.seat is None:
            return None
        for index in range(len(self.steps), 0, -1):
            step = self.steps[index - 1]
            if step.seat == self.seat and step.kind in DECISIONS:
                return index
        return 0

    @property
    def at_table(self) -> bool:
        """Whether it stands on the page of the match, not in the replay."""
        return self.live or self.passing

    @property
    def has_replay(self) -> bool:
        """Whether its steps can be looked at again, each at an address of its own."""
        return True

    @property
    def offers_undo(self) -> bool:
        """Whether it is the viewer's turn in a game that allows undo."""
        return self.may_act and self.game_board.board.game.undo

    @property
    def over(self) -> bool:
        return self.match.status in (Match.Status.FINISHED, Match.Status.ABORTED) and self.live

    @property
    def ended(self) -> bool:
        """Whether this is how the match was at its end, in a replay too."""
        if self.match.status != Match.Status.FINISHED:
            return False
        steps = self.replayed.steps if self.replayed else {}
        return self.live or not steps or len(self.steps) == len(steps)

    @property
    def aborted(self) -> bool:
        return self.match.status == Match.Status.ABORTED and self.live

    @property
    def ended_by_moderator(self) -> bool:
        """Whether it was called off by a moderator, not by a player."""
        return self.aborted and bool(self.steps) and self.steps[-1].seat is None

    @property
    def waits_for(self) -> Chair | None:
        """Whose clock is above the board: the viewer's while it runs, or the only one running."""
        running = [chair for chair in self.chairs if chair.clock is not None and chair.clock.runs]
        mine = [chair for chair in running if chair.you]
        return next(iter(mine or running[:1]), None) if mine or len(running) == 1 else None

    @property
    def seated(self) -> bool:
        """Whether the viewer plays here, and the play goes on."""
        return self.seat is not None and self.live and not self.over

    @property
    def many(self) -> bool:
        """Whether the others go on when one leaves."""
        return len(self.chairs) > 2

    @property
    def may_act(self) -> bool:
        return bool(self.moves) and self.live

    @property
    def grave(self) -> str:
        """What the page holds for a moment before it is sent, as JSON (static/js/guard.js).

        Empty where nothing is to be chosen, or everything can be taken back.
        """
        if not self.may_act or len(self.moves) < 2:
            return ""
        held = [kind for kind in getattr(self.board, "grave", ()) if self._is_final(kind)]
        return json.dumps(held, separators=(",", ":")) if held else ""

    def _is_final(self, kind: Json) -> bool:
        final = (move.dump() for move in self.final if move.type == kind["type"])
        return any(kind.items() <= move.items() for move in final)

    @property
    def guide(self) -> Guide | None:
        """What is asked of the viewer, explained for a first match, unless a coach does that."""
        return self.game_board.board.guide(self) if self.may_act and not self.beside else None

    @property
    def advice(self) -> Advice | None:
        """The hint in words."""
        return None if self.hint is None else self.game_board.board.advice(self, self.hint)

    @property
    def hinted(self) -> str:
        """The hint as JSON, by which the page marks what makes this move (static/js/guide.js)."""
        return "" if self.hint is None else json.dumps(self.hint.dump(), separators=(",", ":"))

    @property
    def sounds(self) -> str:
        """The names of the sounds of the newest step."""
        sounds = self.game_board.sounds
        return " ".join(dict.fromkeys(sounds[h.kind] for h in self.fresh if h.kind in sounds))

    @property
    def name(self) -> str:
        return self.game_board.board.game.name

    @property
    def result(self) -> str:
        """Who won and how, in one sentence; empty while it goes on."""
        return result_of(self.match, self.chairs)

    @cached_property
    def scene(self) -> Scene:
        """What is shown above the board once it is over."""
        return scene_of(self)

    @property
    def ladder(self) -> str:
        """The URL of the ladder that a rated match counts in."""
        path = reverse("ladder", args=[self.match.game, size_of(self.match.seats)])
        return f"{path}?who=bots" if all(c.bot and not c.left for c in self.chairs) else path

    @property
    def uncounted(self) -> str:
        """Why a rated match counts for nobody's rating, in words; empty if it counts."""
        return self.match.get_uncounted_display() if self.match.uncounted else ""

    @property
    def counts_for_nobody(self) -> bool:
        """Whether a rated match changed no rating, or does not any more."""
        return self.over and self.match.rated and not any(chair.rating for chair in self.chairs)

    @property
    def stake_words(self) -> str:
        """What is at stake for the viewer, in one sentence; empty where nothing is."""
        return "" if self.stake is None else describe_stake(self.stake, self.match.seats)

    @property
    def placed(self) -> list[Chair]:
        """The players from the first to the last place."""
        return sorted(self.chairs, key=lambda chair: (chair.place or 0, chair.seat))

    def chair(self, seat: int) -> Chair:
        return self.chairs[seat]


def table_for(access: Access, at: datetime | None = None) -> Table:
    """A match that has started, as its visitor may see it.

    `at`: the moment at which clocks are read; None, for what is cached, takes what they showed
    when they began to run.
    """
    return table_of(access, match_state(access.match), at)


def table_of(access: Access, state: MatchState, at: datetime | None = None) -> Table:
    """The same of a match whose state is known."""
    match, seat = access.match, access.seat
    position = state.position
    running = match.status == Match.Status.RUNNING
    question = question_for(access, state)
    moves = question.moves
    chairs = chairs_of(
        access.players, seat, lambda player: face_of(match, player, player.seat == seat, at)
    )
    if match.status == Match.Status.FINISHED and match.rated:
        changes = hooks.rating_changes(match)
        chairs = [replace(chair, rating=changes.get(chair.seat)) for chair in chairs]
    stakes = hooks.stakes(match, access.players) if running and match.rated else {}
    if stakes:
        came = {at: stake.rating for at, stake in stakes.items()}
        chairs = [replace(chair, came_with=came.get(chair.seat)) for chair in chairs]
    return Table(
        match=match,
        seat=seat,
        view=position.view(seat),
        chairs=chairs,
        moves=moves,
        asked=question.asked,
        until=question.until,
        steps=cached_visible_steps(match.id, state.story, seat),
        may_undo=question.may_undo,
        may_abort=question.may_abort,
        early=match.rated and running and not state.under_way,
        shared_clock=shared_face(match, bool(moves), at),
        at=at if match.pace else None,
        rematch=hooks.rematch(access),
        annulled=is_annulled(match),
        final=[move for move in moves if not position.game.undo or position.reveals(move)],
        showable=tuple(position.showable(seat)) if seat is not None and running else (),
        may_hint=bool(moves) and is_against_bots(access),
        stake=None if seat is None else stakes.get(seat),
    )


def table_at(
    access: Access,
    viewer: Viewer,
    view: View,
    story: Sequence[Step],
    replayed: Replayed | None = None,
) -> Table:
    """A match at an earlier step, with the `view` of its position for the `viewer`."""
    match = access.match
    clocks = replayed.clocks if replayed else {}
    chairs = chairs_of(access.players, access.seat, lambda player: clocks.get(player.seat or 0))
    if replayed:
        came = replayed.ratings
        chairs = [replace(chair, came_with=came.get(chair.seat)) for chair in chairs]
    return Table(
        match,
        viewer,
        view,
        chairs,
        [],
        None,
        visible_steps(story, viewer),
        live=False,
        annulled=is_annulled(match),
        replayed=replayed,
    )


def is_annulled(match: Match) -> bool:
    """Whether a moderator let a rated match count for nobody afterwards."""
    return match.rated and match.status == Match.Status.FINISHED and hooks.is_annulled(match)
