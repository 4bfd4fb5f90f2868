"""A board of a player's own: a world that fits what they know, and the moves tried in it.

It is in the player's session only, one at a time. It begins in a position that was resampled from
the seat's information state, and has chance of its own. So nothing on it comes from what the player
does not know.
"""

from __future__ import annotations

import secrets
from collections.abc import MutableMapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import SystemRandom
from typing import Any

from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from core.monitoring.rate_limit import limit_use
from games.analysis.refusals import LineTooLong, NoAnalysis
from games.engine.chance import SEED_BYTES
from games.engine.contract import Json, Move, Position
from games.engine.history import Step, visible_steps
from games.engine.refusals import Refusal
from games.lobby.models import TableTerms
from games.matches.access import open_match, require_signed_in
from games.matches.models import Event, Match
from games.matches.refusals import NotAPlayer, NotRunning, Stale, TooMany
from games.matches.services.event_store import MatchState, follow, initial_state, match_state
from games.matches.services.information_state import known_by
from games.matches.viewing import Access
from games.titles.registry import ALL_RULES

KEY = "analysis"
"""The session key of the board."""
MOST = 60
"""The most moves of a board."""
WORLDS, SECONDS = 20, 60
"""The most worlds for a user, and within how many seconds: resampling takes time."""
Session = MutableMapping[str, Any]


@dataclass(frozen=True)
class Board:
    """A board, and the moves that were tried on it.

    Attributes:
        match: The id of the match.
        game: The slug of its game.
        rules: The version of its rules.
        seats: The number of its seats.
        options: Its options.
        seat: The seat whose player the board belongs to.
        number: The number of events that its player knew of when it began.
        world: The position it begins in.
        seed: The seed of its chance, in hex.
        moves: The seat and the move of each try.
    """

    match: str
    game: str
    rules: int
    seats: int
    options: Json
    seat: int
    number: int
    world: Json
    seed: str
    moves: tuple[tuple[int, Json], ...] = ()

    @cached_property
    def state(self) -> MatchState:
        rules = ALL_RULES[self.game, self.rules]
        state = initial_state(rules, self.seats, self.options, self.seed, self.world)
        for seat, move in self.moves:
            state = follow(state, Step(state.number + 1, Event.Kind.MOVE, seat, move))
        return state

    @property
    def position(self) -> Position:
        return self.state.position

    @property
    def acting(self) -> int | None:
        """The seat that decides next; None if this line has reached the end of the game."""
        asked = self.position.to_move()
        return self.seat if self.seat in asked else next(iter(asked), None)

    @property
    def legal(self) -> list[Move]:
        return [] if self.acting is None else self.position.moves(self.acting)

    @property
    def token(self) -> str:
        """The token of the question on the page, so that a second click answers no other one."""
        return f"{self.seed[:8]}.{len(self.moves)}"


def open_for_analysis(user: Visitor, match_id: str) -> Access:
    """Return a running match on which a player may use an analysis board.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotAPlayer: The visitor does not play there.
        NotRunning: The match is over, or has not begun.
        NoAnalysis: The match is not turn by turn, or rated and its table did not agree on it.
    """
    access = open_match(require_signed_in(user), match_id)
    if access.seat is None:
        raise NotAPlayer(_("You don’t have a seat at this table."))
    match = access.match
    if match.status != Match.Status.RUNNING:
        raise NotRunning(_("Analysis boards are for running matches. Play on from the replay."))
    if why := _why_not(match):
        raise NoAnalysis(why)
    return access


def may_analyse(match: Match) -> bool:
    """Return whether the players of a match may use analysis boards while it is running."""
    return not _why_not(match)


def _why_not(match: Match) -> str:
    """Return why a match has no analysis boards, for a refusal; "" if it has them."""
    if match.pace != Match.Pace.TURNS:
        return _("Only turn-by-turn matches have analysis boards.")
    if match.rated and not TableTerms.objects.filter(match=match, analysis=True).exists():
        return _("This match is rated, and its table didn’t agree on analysis boards.")
    return ""


def board_for(access: Access, session: Session) -> Board:
    """Return the player's board of a match: the one in the session, or a new one."""
    stored = session.get(KEY)
    if stored is not None and stored["match"] == access.match.pk and stored["seat"] == access.seat:
        moves = tuple((seat, move) for seat, move in stored["moves"])
        board = Board(**{**stored, "moves": moves})
        try:
            board.position.to_move()
        except (Refusal, KeyError):
            # The rules changed since.
            return new_board(access, session)
        return board
    return new_board(access, session)


def new_board(access: Access, session: Session) -> Board:
    """Begin a board at the newest event, with other hidden cards; raise TooMany."""
    match, seat, user = access.match, access.seat, access.user
    assert seat is not None
    assert user is not None
    refusal = TooMany(_("You’ve begun a lot of analysis boards. Wait a minute."))
    limit_use(f"analysis:{user.pk}", WORLDS, SECONDS, refusal)
    state = match_state(match)
    view = state.position.view(seat)
    world: Position = known_by(state, seat).resample(view, SystemRandom())
    board = Board(
        match=match.pk,
        game=match.game,
        rules=match.rules,
        seats=match.seats,
        options=dict(match.options),
        seat=seat,
        number=known_events(state, seat),
        world=dict(world.dump()),
        seed=secrets.token_bytes(SEED_BYTES).hex(),
    )
    return _store(board, session)


def known_events(state: MatchState, seat: int) -> int:
    """Return the number of events that a seat knows of: all of them would count secret ones."""
    return len(visible_steps(state.history, seat))


def try_move(board: Board, session: Session, data: Json, token: str | None) -> Board:
    """Make a move for the seat that decides next.

    Raises:
        Stale: The move answers an earlier question.
        LineTooLong: The board holds no more moves.
        Refusal: The rules decline the move.
    """
    if token is not None and token != board.token:
        raise Stale(_("The table has changed. This is how it looks now."))
    if len(board.moves) >= MOST:
        raise LineTooLong(_("This line is long enough. Take moves back, or start again."))
    if board.acting is None:
        raise NotRunning(_("In this line the game is over. Take a move back."))
    longer = replace(board, moves=(*board.moves, (board.acting, data)))
    made = longer.state.history[-1].data
    return _store(replace(board, moves=(*board.moves, (board.acting, made))), session)


def take_back(board: Board, session: Session) -> Board:
    """Take back the newest move that was tried."""
    return _store(replace(board, moves=board.moves[:-1]), session)


def start_again(board: Board, session: Session) -> Board:
    """Take back all moves; the hidden cards stay."""
    return _store(replace(board, moves=()), session)


def _store(board: Board, session: Session) -> Board:
    names = ("match", "game", "rules", "seats", "options", "seat", "number", "world", "seed")
    moves = [[seat, move] for seat, move in board.moves]
    session[KEY] = {**{name: getattr(board, name) for name in names}, "moves": moves}
    return board
