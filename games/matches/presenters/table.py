"""The table: one match as one viewer may see it, now or at an earlier step."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.boards.clock_face import ClockFace
from games.boards.generic import GenericTable, board_for
from games.boards.guides import Advice, Guide, Hint
from games.boards.highlights import Banner
from games.boards.lines import Line
from games.boards.seats import TablePlayer, Viewer
from games.boards.table_view import LOG_STEPS, TableView
from games.boards.words import list_words
from games.engine.contract import Json, Move, View
from games.engine.history import Step, visible_steps
from games.matches import hooks
from games.matches.models import Event, Match
from games.matches.presenters.boards import GENERIC, GameBoard, game_board
from games.matches.presenters.clocks import face_of, shared_face
from games.matches.presenters.ending import Scene, scene_of
from games.matches.presenters.log import (
    cached_visible_steps,
    called_off_words,
    causing_seats,
    log_lines,
    result_of,
)
from games.matches.presenters.options import ChangedOption, changed_options
from games.matches.presenters.questions import question_for
from games.matches.presenters.rating_preview import describe_rating_preview
from games.matches.presenters.rendered_log import render_lines, render_log
from games.matches.presenters.table_players import table_players
from games.matches.services.commands import DECISIONS
from games.matches.services.event_store import MatchState, match_state
from games.matches.services.leaving import AGREED, may_agree
from games.matches.viewing import Access
from games.rating import RatingPreview, size_of
from games.titles.registry import title_of

compact_json = json.JSONEncoder(separators=(",", ":")).encode


@dataclass(frozen=True)
class Replayed:
    """A step in a replay: its viewer, as in the URL, and the step of each event."""

    seen_by: str
    steps: Mapping[int, int]
    ratings: Mapping[int, int] = field(default_factory=dict)
    """By seat, the players' ratings before a rated match."""
    clocks: Mapping[int, ClockFace] = field(default_factory=dict)
    """By seat, the clocks after this step."""

    def link(self, number: int) -> str:
        """Return the URL of this event's step, relative to the page."""
        return f"?step={self.steps[number]}&view={self.seen_by}"


@dataclass(kw_only=True)
class Table(TableView):
    """A match for one viewer, as templates show it."""

    match: Match
    may_undo: bool = False
    may_abort: bool = False
    gone: str = ""
    """Says how the viewer left the match, if they did."""
    agreed: Sequence[TablePlayer] = ()
    """The players who agree to call off the match."""
    may_agree: bool = False
    """Whether the viewer may answer that: other people play here, too."""
    hardly_begun: bool = False
    """Whether the match is not yet under way."""
    shared_clock: ClockFace | None = None
    at: datetime | None = None
    passing: bool = False
    """Whether this is an earlier step that the match's page plays again."""
    refusal: Json | None = None
    again_form: str = ""
    """The id of the page's form that opens a match of the same people, in place of a rematch."""
    rematch: Any = None
    """The viewer's options for a rematch, once the match is over."""
    may_keep_talking: bool = False
    """Whether the viewer may begin a conversation of the players, once the match is over."""
    guest: bool = False
    """Whether the viewer plays as a guest, once the match is over: they can keep the account."""
    same_cards: Any = None
    """Other tables with the same cards, once the match is over."""
    home: hooks.Home | None = None
    """What the match is a part of, once it is over."""
    annulled: bool = False
    """Whether a moderator excluded a rated match from the ratings."""
    replayed: Replayed | None = None
    """In a replay: the step, and what its log's links need."""
    final: Sequence[Move] = ()
    """The moves that cannot be taken back."""
    tools: str = "matches/_tools.html"
    """The template of the tools above the board."""
    turn_words: str = ""
    """Says whose turn it is in place of “Your turn”, where several people share the screen."""
    side_panel: str = ""
    """The template of an additional panel next to the board; "" for none."""
    hint: Hint | None = None
    """What the strongest bot would do, if the viewer has just asked for it."""
    may_hint: bool = False
    """Whether the viewer may ask for a hint."""
    replay_page: str = ""
    """The URL of the replay of a match that is not stored; "" if it has none."""
    page_digest: str = ""
    """On a page: the digest of its table, for the socket (`rendering.digest`)."""
    rating_preview: RatingPreview | None = None
    """The viewer's possible rating changes in a running match that counts."""

    @property
    def options(self) -> Mapping[str, Any]:
        options: Mapping[str, Any] = self.match.options
        return options

    @cached_property
    def changed_options(self) -> list[ChangedOption]:
        """Return the options that differ from the standard rules; none without a match."""
        return changed_options(self.match) if self.has_replay else []

    @property
    def outcome(self) -> Json | None:
        return self.match.outcome

    @property
    def seen(self) -> int:
        """The number of steps that the viewer knows of; the page orders what it receives by it."""
        return len(self.steps)

    @cached_property
    def game_board(self) -> GameBoard:
        return game_board(self.match.game)

    @cached_property
    def board(self) -> Any:
        """Return the context of the board's template; the generic one needs a generic table."""
        board = self.game_board.board.build(self)
        if self.game_board.template == GENERIC and not isinstance(board, GenericTable):
            return board_for(title_of(self.match.game).newest).build(self)
        return board

    @property
    def ask(self) -> str:
        """One sentence: what the viewer must decide, or which player the table waits for."""
        return str(self.board.ask)

    @cached_property
    def lines(self) -> list[Line]:
        """Return the newest lines of the log, oldest first."""
        first = max(len(self.steps) - LOG_STEPS, 0)
        undone = self.undone
        indices = range(first, len(self.steps))
        return [line for at in indices for line in self._lines(at, self.steps[at].number in undone)]

    @property
    def log(self) -> SafeString:
        """The log as HTML; empty before the first event."""
        if self.replayed:
            # Its links contain step numbers that differ from viewer to viewer.
            return render_lines(self.lines)
        reader = (self.match.id, self.seat, self.names, get_language())
        return render_log(reader, self.steps, self._lines)

    def _lines(self, at: int, undone: bool) -> list[Line]:
        """Return the lines of the step with this index, with links into the replay."""
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
        """Return the URL of a line's details on the page of its step; "" without details."""
        if not line.link or not (step or self.replay_url):
            return ""
        return (step or f"{self.replay_url}?step={counted}") + line.link

    @cached_property
    def banner(self) -> Banner | None:
        """Return the banner over the table, if the newest step was a highlight."""
        return self.game_board.board.banner(self.fresh, self.names, self.seat)

    @cached_property
    def since(self) -> int | None:
        """Return the step of the viewer's last decision; 0 before it, None for spectators."""
        if self.seat is None:
            return None
        for index in range(len(self.steps), 0, -1):
            step = self.steps[index - 1]
            if step.seat == self.seat and step.kind in DECISIONS:
                return index
        return 0

    @property
    def at_table(self) -> bool:
        """Whether it is on the page of the match, not in the replay."""
        return self.live or self.passing

    @property
    def replay_url(self) -> str:
        return reverse("replay", args=[self.match.id]) if self.match.stored else self.replay_page

    @property
    def has_replay(self) -> bool:
        return True

    @property
    def offers_undo(self) -> bool:
        """Whether it is the viewer's turn in a game that allows undo."""
        return self.may_act and self.game_board.board.game.undo

    @property
    def offers_analysis(self) -> bool:
        """Whether the viewer plays here, and may use an analysis board."""
        return self._plays and hooks.may_analyse(self.match)

    @property
    def offers_plan(self) -> bool:
        """Whether the viewer can plan moves here: not against a clock of minutes."""
        if not self._plays or self.match.pace == Match.Pace.LIVE:
            return False
        return title_of(self.match.game).plans is not None

    @property
    def _plays(self) -> bool:
        """Whether the viewer has a seat at this running match, and looks at the table itself."""
        running = self.at_table and self.has_replay and self.match.status == Match.Status.RUNNING
        return running and self.seat is not None

    @property
    def over(self) -> bool:
        return self.match.status in (Match.Status.FINISHED, Match.Status.ABORTED) and self.live

    @property
    def ended(self) -> bool:
        """Whether this is the end of the match, in a replay too."""
        if self.match.status != Match.Status.FINISHED:
            return False
        steps = self.replayed.steps if self.replayed else {}
        return self.live or not steps or len(self.steps) == len(steps)

    @property
    def aborted(self) -> bool:
        return self.match.status == Match.Status.ABORTED and self.live

    @property
    def ended_by_moderator(self) -> bool:
        """Whether a moderator called the match off."""
        return self.aborted and bool(self.steps) and self.steps[-1].seat is None

    @property
    def ended_by_agreement(self) -> bool:
        """Whether the players agreed to call off the match."""
        return self.aborted and bool(self.steps) and self.steps[-1].data.get("cause") == AGREED

    @property
    def called_off_words(self) -> str:
        """Which players caused that the match was called off, and how; "" if none of them did."""
        newest = self.steps[-1] if self.aborted and self.steps else None
        if newest is None or newest.seat is None or newest.data["cause"] == AGREED:
            return ""
        seats = causing_seats(newest)
        names = [self.names[seat] for seat in seats if seat != self.seat]
        return called_off_words(newest.data["cause"], names, you=self.seat in seats)

    @property
    def i_agree(self) -> bool:
        """Whether the viewer agrees to call off the match."""
        return any(player.you for player in self.agreed)

    @property
    def wants_to_play_on(self) -> str:
        """The words of another player who has just refused to call off the match; "" for none."""
        newest = self.steps[-1] if self.steps and self.seated else None
        if newest is None or newest.kind != Event.Kind.AGREE or newest.seat == self.seat:
            return ""
        (line,) = log_lines(newest, self.seat, self.names, self.game_board.board)
        return "" if newest.data["agree"] else line.text

    @property
    def agreed_words(self) -> str:
        """The names of those who agree to call off the match."""
        return list_words([player.name for player in self.agreed])

    @property
    def waits_for(self) -> TablePlayer | None:
        """The player whose clock is above the board: the viewer, or the only one it runs for."""
        running = [
            player for player in self.players if player.clock is not None and player.clock.runs
        ]
        mine = [player for player in running if player.you]
        return next(iter(mine or running[:1]), None) if mine or len(running) == 1 else None

    @property
    def many(self) -> bool:
        """Whether the match continues when one player leaves."""
        others = [player for player in self.players if not (player.you or player.bot)]
        return len(self.players) > 2 and bool(others)

    @property
    def grave(self) -> str:
        """The kinds of moves that the page delays before it sends them, as JSON.

        See static/js/table.js. Empty if there is no choice, or if every move can be taken back.
        """
        if not self.may_act or len(self.moves) < 2:
            return ""
        held = [kind for kind in getattr(self.board, "grave", ()) if self._is_final(kind)]
        return compact_json(held) if held else ""

    def _is_final(self, kind: Json) -> bool:
        final = (move.dump() for move in self.final if move.type == kind["type"])
        return any(kind.items() <= move.items() for move in final)

    @property
    def guide(self) -> Guide | None:
        """The viewer's question, explained for a first match, unless a side panel explains it."""
        return self.game_board.board.guide(self) if self.may_act and not self.side_panel else None

    @property
    def threats(self) -> str:
        """Who wins the match with what next, for the guide, in sentences."""
        if not self.keeps_guide:
            return ""
        return " ".join(threat.text for threat in getattr(self.board, "threats", ()))

    @property
    def fallen(self) -> str:
        """What the cards do that fell for the first time, for the guide."""
        return " ".join(getattr(self.board, "fallen", ())) if self.keeps_guide else ""

    @property
    def keeps_guide(self) -> bool:
        """Whether the table keeps room for the guide, even while other players move."""
        return self.seated and not self.side_panel

    @property
    def advice(self) -> Advice | None:
        """The hint in words."""
        if self.hint is None or self.hint.move is None:
            return None
        return self.game_board.board.advice(self, self.hint.move)

    @property
    def hinted(self) -> str:
        """The hint as JSON, by which the page marks this move's control (static/js/guide.js)."""
        if self.hint is None or self.hint.move is None:
            return ""
        return compact_json(self.hint.move.dump())

    @property
    def sounds(self) -> str:
        """The names of the newest step's sounds, joined by spaces."""
        sounds = self.game_board.sounds
        return " ".join(dict.fromkeys(sounds[one.kind] for one in self.fresh if one.kind in sounds))

    @property
    def name(self) -> str:
        return title_of(self.match.game).game.name

    @property
    def dealt(self) -> str:
        """What has happened before the first move, in a sentence."""
        return str(title_of(self.match.game).dealt)

    @property
    def result(self) -> str:
        """Who won and how, in one sentence; empty while the match is running."""
        return result_of(self.match, self.players)

    @cached_property
    def scene(self) -> Scene:
        """Return the result above the board, once the match is over."""
        return scene_of(self, self.match, self.game_board.board, self.gone)

    @property
    def ladder(self) -> str:
        """The URL of the ladder in which a rated match counts."""
        path = reverse("ladder", args=[self.match.game, size_of(self.match.seats)])
        return f"{path}?who=bots" if all(c.bot and not c.left for c in self.players) else path

    @property
    def early(self) -> bool:
        """Whether a rated match is not yet under way: a player who leaves now does not lose it."""
        return self.match.rated and self.hardly_begun

    @property
    def in_contest(self) -> bool:
        """Whether calling off this match, or having called it off, gives away points."""
        may_end = self.may_abort or self.may_agree or self.early
        return (may_end or self.aborted) and hooks.in_contest(self.match)

    @property
    def uncounted(self) -> str:
        """Why a rated match changes no ratings, in words; empty if it counts."""
        return self.match.get_uncounted_display() if self.match.uncounted else ""

    @property
    def counts_for_nobody(self) -> bool:
        """Whether a rated match changed no ratings, or no longer does."""
        over = self.over and not self.match.sealed
        return over and self.match.rated and not any(player.rating for player in self.players)

    @property
    def rating_preview_words(self) -> str:
        """The viewer's possible rating changes, in one sentence; empty without any."""
        return (
            ""
            if self.rating_preview is None
            else describe_rating_preview(self.rating_preview, self.match.seats)
        )


def gone_words(access: Access) -> str:
    """Say how the visitor left the match; "" for others."""
    player = access.player
    if player is None or player.left_at is None:
        return ""
    words: dict[str, str] = {
        Event.Kind.RESIGN: _("You resigned."),
        Event.Kind.TIMEOUT: _("Your time ran out."),
        Event.Kind.EXPEL: _("You had to leave."),
    }
    return words.get(player.left_by, "")


def table_for(access: Access, at: datetime | None = None) -> Table:
    """Return the table of a started match, as its visitor may see it.

    Args:
        access: The match for the visitor.
        at: When to read the clocks. None, for tables that are cached, shows the time they had when
            they were last started.
    """
    return table_of(access, match_state(access.match), at)


def table_of(access: Access, state: MatchState, at: datetime | None = None) -> Table:
    """Return the table of a match in a known state; `at` as for `table_for`."""
    match, seat = access.match, access.seat
    position = state.position
    running = match.status == Match.Status.RUNNING
    question = question_for(access, state)
    moves = question.moves
    players = table_players(
        access.players, seat, lambda player: face_of(match, player, player.seat == seat, at)
    )
    if match.status == Match.Status.FINISHED and match.rated:
        changes = hooks.rating_changes(match)
        players = [replace(player, rating=changes.get(player.seat)) for player in players]
    rating_previews = (
        hooks.rating_previews(match, access.players) if running and match.rated else {}
    )
    if rating_previews:
        came = {at: preview.rating for at, preview in rating_previews.items()}
        players = [replace(player, came_with=came.get(player.seat)) for player in players]
    return Table(
        match=match,
        seat=seat,
        view=position.view(seat),
        players=players,
        moves=moves,
        turn_token=question.turn_token,
        until=question.until,
        steps=cached_visible_steps(match.id, state.history, seat),
        may_undo=question.may_undo,
        may_abort=question.may_abort,
        gone=gone_words(access),
        agreed=[player for player in players if running and player.seat in state.agreed],
        may_agree=running and may_agree(access),
        hardly_begun=running and not state.under_way,
        shared_clock=shared_face(match, bool(moves), at),
        at=at if match.pace else None,
        rematch=hooks.rematch(access),
        may_keep_talking=hooks.may_keep_talking(access),
        guest=not running and seat is not None and access.user is not None and access.user.is_guest,
        same_cards=hooks.same_cards(access),
        home=hooks.home_of(access) if match.ended_at else None,
        annulled=is_annulled(match),
        final=[move for move in moves if not position.game.undo or position.reveals(move)],
        showable=tuple(position.showable(seat)) if seat is not None and running else (),
        may_hint=bool(moves) and hooks.may_hint(access),
        rating_preview=None if seat is None else rating_previews.get(seat),
    )


def table_at(
    access: Access,
    viewer: Viewer,
    view: View,
    history: Sequence[Step],
    replayed: Replayed | None = None,
) -> Table:
    """Return the table of a match at an earlier step.

    Args:
        access: The match for the visitor.
        viewer: The seat from which it is seen; None for the public.
        view: What the viewer may see of the position at that step.
        history: The steps until then; those hidden from the viewer are left out.
        replayed: The place in a replay, if it is shown in one.
    """
    match = access.match
    clocks = replayed.clocks if replayed else {}
    players = table_players(
        access.players, access.seat, lambda player: clocks.get(player.seat or 0)
    )
    if replayed:
        came = replayed.ratings
        players = [replace(player, came_with=came.get(player.seat)) for player in players]
    return Table(
        match=match,
        seat=viewer,
        view=view,
        players=players,
        moves=[],
        turn_token=None,
        steps=visible_steps(history, viewer),
        live=False,
        annulled=is_annulled(match),
        replayed=replayed,
    )


def is_annulled(match: Match) -> bool:
    """Return whether a moderator excluded a rated match from the ratings."""
    return match.rated and match.status == Match.Status.FINISHED and hooks.is_annulled(match)
