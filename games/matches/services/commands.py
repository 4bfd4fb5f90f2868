"""The commands of players at a running match: moves, undo, resigning, showing cards."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _

from accounts.permissions import may_play
from accounts.refusals import require
from games.engine.contract import Json, Move, Position, keys_of
from games.engine.history import is_visible, last_move
from games.engine.refusals import BadMove, NotYourTurn, Over
from games.engine.replay import read_move
from games.matches.access import require_seat
from games.matches.client_json import require_known
from games.matches.models import Event, Match, Player
from games.matches.refusals import (
    CannotShow,
    CannotUndo,
    MatchTooLong,
    NotAPlayer,
    NotRunning,
    Stale,
    TimeIsUp,
)
from games.matches.services import arrivals, clocks, time_source
from games.matches.services.append import Change, next_event
from games.matches.services.endings import call_off_by, finish, leave_for_good, leaves_early
from games.matches.services.event_store import MatchState
from games.matches.services.execute import Command, Table, execute
from games.matches.services.turns import set_questions
from games.matches.viewing import Access
from games.titles.registry import title_of

if TYPE_CHECKING:
    from accounts.http import Visitor

UNDOS_A_TURN = 20
"""How often a player may take back moves before another seat moves; each undo is stored."""
MOST_EVENTS = 5_000
"""The most events of a match that its mover knows of, so that replaying it stays fast.

Secret events do not count, since a refusal would reveal them; the rules and `SHOWS_EACH` limit
their number."""
SHOWS_EACH = 100
"""How often a seat may show cards in a match."""
DECISIONS = (Event.Kind.MOVE, Event.Kind.UNDO)
CACHED_TOKENS = 4096


def turn_token_of(player: Player) -> str | None:
    """Return the token of a player's open question, which a move must name; None without one.

    It stands for `asked_at`, but does not reveal the number of events: some are secret.
    """
    if player.asked_at is None:
        return None
    return _token(f"{player.match_id}:{player.seat}:{player.asked_at}")


@lru_cache(CACHED_TOKENS)
def _token(question: str) -> str:
    return salted_hmac("games.asked", question).hexdigest()[:16]


@dataclass(frozen=True)
class PlayersCommand(Command):
    """A command of a user who has, or had, a seat at the match."""

    user: Visitor

    @property
    def visitor(self) -> Visitor:
        return self.user


@dataclass(frozen=True)
class MakeMove(PlayersCommand):
    """A move of a person.

    Attributes:
        data: The move as JSON.
        turn_token: The token of the question it answers, as sent.
        again: Accept a move that was already made and not taken back since, without a change. A
            client that lost the answer with its connection sends its move again.
        from_page: The move comes from a page's form, with what is chosen there for other moves.
    """

    data: Json
    turn_token: object
    again: bool = False
    from_page: bool = False

    def judge(self, table: Table) -> Change | None:
        player = require_seat(table.access, self.user)
        if self.again and _is_newest_move(table, player, self.data, self.turn_token):
            return None
        require_move(self.user, table, player, self.turn_token)
        self._require_known_fields(table.state.position, player.seat)
        return carry_out(table, player, self.data)

    def _require_known_fields(self, position: Position, seat: int | None) -> None:
        """Raise BadMove for a field that this kind of move does not have.

        A page may send fields of other legal moves: a chosen card also comes with “Pass”.
        """
        known = _fields_of(read_move(position, self.data))
        if self.from_page and seat is not None and not self.data.keys() <= known:
            known = known.union(*map(_fields_of, position.moves(seat)))
        require_known(self.data, known, BadMove)


@dataclass(frozen=True)
class TakeBack(PlayersCommand):
    """Take back the player's last move of this turn.

    A move is final once it has revealed something hidden, or another player was asked.
    """

    turn_token: object

    def judge(self, table: Table) -> Change:
        player = at_table(table, self.user)
        require(may_play(self.user))
        _require_question(table.access.match, player, self.turn_token)
        refusal = why_not_undo(table.state, player.seat)
        if refusal is not None:
            raise refusal
        event = next_event(table.access.match, Event.Kind.UNDO, player.seat, {})
        after = table.state.after_undo(event)
        questions = set_questions(table.access, table.state.position, after.position, event)
        return Change(table.access, event, after, questions)


@dataclass(frozen=True)
class Resign(PlayersCommand):
    """Leave a running match permanently: last place; from three seats on a bot plays on.

    A rated match of two that is not yet under way is called off instead, without a winner. A
    deleted account resigns after it was renamed, so the names are read from the store.
    """

    needs_store: ClassVar[bool] = True

    def judge(self, table: Table) -> Change:
        player = at_table(table, self.user)
        if table.access.match.seats == 2 and leaves_early(table):
            return call_off_by(table, [player], Event.Kind.RESIGN)
        return leave_for_good(table, player, Event.Kind.RESIGN)


@dataclass(frozen=True)
class ShowCards(PlayersCommand):
    """Show some of the player's hand cards to some other seats; only they ever see it."""

    cards: Sequence[str]
    to: Sequence[int]

    def judge(self, table: Table) -> Change:
        player = at_table(table, self.user)
        require(may_play(self.user))
        data = _shown(table.state, player, self.cards, self.to)
        event = next_event(table.access.match, Event.Kind.SHOW, player.seat, data)
        return Change(table.access, event, table.state.after_event(event))


@dataclass(frozen=True)
class QuestionCommand(Command):
    """An answer to one question of a player; changes nothing if it was answered already."""

    player_id: int
    asked_at: int

    def judge(self, table: Table) -> Change | None:
        player = next(p for p in table.access.players if p.pk == self.player_id)
        running = table.access.match.status == Match.Status.RUNNING
        if not running or player.asked_at != self.asked_at:
            return None
        answer = self.answer(table, player)
        return None if answer is None else self.carry_out(table, player, answer)

    def carry_out(self, table: Table, player: Player, answer: Json) -> Change:
        return carry_out(table, player, answer)

    @abstractmethod
    def answer(self, table: Table, player: Player) -> Json | None:
        """Return the move to make; None for none."""


@dataclass(frozen=True)
class BotMove(QuestionCommand):
    """A move that a bot has chosen for a question.

    Attributes:
        data: The move as JSON.
        weaker: By how many levels the bot that chose it is weaker, if it stood in for the player.
    """

    data: Json
    weaker: int | None = None

    def answer(self, table: Table, player: Player) -> Json | None:
        return None if player.person else self.data

    def carry_out(self, table: Table, player: Player, answer: Json) -> Change:
        return carry_out(table, player, answer, self.weaker)


@dataclass(frozen=True)
class QuestionTimeout(QuestionCommand):
    """The rules' answer for a person who did not answer a question in time."""

    def answer(self, table: Table, player: Player) -> Json | None:
        if player.seat is None:
            return None
        question_timeout = table.state.position.question_timeout(player.seat)
        return None if question_timeout is None else question_timeout.move.dump()


def submit_move(
    user: Visitor,
    match_id: str,
    data: Json,
    turn_token: object,
    *,
    again: bool = False,
    from_page: bool = False,
) -> Access:
    """Make a move of a person.

    Args:
        user: The player.
        match_id: The id of the match.
        data: The move as JSON, one of the position's legal moves.
        turn_token: The token of the question it answers.
        again: Accept a move that was already made, as in `MakeMove`.
        from_page: The move comes from a page's form, as in `MakeMove`.

    Returns:
        The match after the move.

    Raises:
        Refusal: The move is refused, and nothing is written.
    """
    return execute(MakeMove(match_id, user, data, turn_token, again, from_page)).access


def take_back(user: Visitor, match_id: str, turn_token: object) -> Access:
    """Take back the player's last move of this turn, and return the match after it.

    Raises:
        CannotUndo: There is no such move, or it is final.
    """
    return execute(TakeBack(match_id, user, turn_token)).access


def resign(user: Visitor, match_id: str) -> Access:
    """Leave a running match permanently, and return the match after it."""
    return execute(Resign(match_id, user)).access


def show_cards(user: Visitor, match_id: str, cards: Sequence[str], to: Sequence[int]) -> Access:
    """Show some hand cards to some other seats, and return the match after it.

    Raises:
        CannotShow: The player does not hold these cards, names no other seat, or showed too often.
    """
    return execute(ShowCards(match_id, user, cards, to)).access


def require_move(user: Visitor, table: Table, player: Player, turn_token: object) -> None:
    """Require that a player may answer this question now.

    Raises:
        Refusal: The first requirement that is not met.
    """
    require_playing(table, player)
    require(may_play(user))
    _require_question(table.access.match, player, turn_token)
    if is_too_long(table, player.seat):
        raise MatchTooLong(
            _("This match is too long to go on. Resign, or ask a moderator to end it.")
        )


def at_table(table: Table, user: Visitor) -> Player:
    """Return the player of a user who plays in a running match.

    Raises:
        SignInFirst: The user is anonymous.
        NotAPlayer: The user has no seat there, or left it.
        Over: The match has ended.
        NotRunning: The match has not started.
    """
    player = require_seat(table.access, user)
    require_playing(table, player)
    return player


def carry_out(table: Table, player: Player, data: Json, weaker: int | None = None) -> Change:
    """Return the change of a player's move, or of the `weaker` bot that stands in for the player.

    Raises:
        BadMove: The data is not a move of this game.
        IllegalMove: The move is not legal in this position.
    """
    access, before, seat = table.access, table.state, player.seat
    assert seat is not None
    position = before.position.clone()
    move = read_move(position, data)
    effects = position.play(seat, move, before.chance())
    event = next_event(access.match, Event.Kind.MOVE, seat, move.dump(), player.asked_since)
    event.weaker = weaker
    if access.match.pace == Match.Pace.LIVE:
        event.pause = title_of(access.match.game).show_seconds(effects) or None
    after = before.after_move(event, move, position, effects)
    arrived = None
    if player.person and arrivals.is_awaited(access):
        arrived, player.came_at = player, event.at
    if position.outcome() is not None:
        return replace(finish(table, event, after), arrived=arrived)
    questions = set_questions(access, before.position, position, event)
    return Change(access, event, after, questions, arrived=arrived)


def require_playing(table: Table, player: Player) -> None:
    """Require that a match is running and the player still plays in it.

    Raises:
        Over: The match has ended.
        NotRunning: The match has not started.
        NotAPlayer: The player left it.
    """
    status = table.access.match.status
    if status == Match.Status.FINISHED:
        raise Over(_("The game is over."))
    if status == Match.Status.ABORTED:
        raise Over(_("This match was called off."))
    if status != Match.Status.RUNNING:
        raise NotRunning(_("This match is not running."))
    if player.left_at is not None:
        raise NotAPlayer(_("You have left this match."))


def why_not_undo(state: MatchState, seat: int | None) -> CannotUndo | None:
    """Return why the seat to move cannot take back its last move; None if it can."""
    if not state.position.game.undo:
        return CannotUndo(_("Moves can’t be taken back in this game."))
    last = last_move(state.history)
    if last is None or last.seat != seat:
        return CannotUndo(_("You haven’t moved since the other players did."))
    if not state.back:
        return CannotUndo(
            _(
                "Your move showed something hidden or asked another player, so you can’t take it"
                " back."
            )
        )
    # Other events, such as shown cards, begin no new turn.
    turns = (step for step in reversed(state.history) if step.kind in DECISIONS)
    own = takewhile(lambda step: step.seat == seat, turns)
    if sum(step.kind == Event.Kind.UNDO for step in own) >= UNDOS_A_TURN:
        return CannotUndo(_("You’ve taken back enough moves this turn."))
    return None


def _fields_of(move: Move) -> set[str]:
    """Return the fields that a client may send with this kind of move."""
    kind: Any = type(move)
    return {"type", "turn_token", *(key for _name, key, _default in keys_of(kind))}


def _is_newest_move(table: Table, player: Player, data: Json, turn_token: object) -> bool:
    """Return whether a seat's newest decision was to answer this question with this move."""
    match, seat = table.access.match, player.seat
    if seat is None or match.status == Match.Status.OPEN:
        return False
    state, kinds = table.state, (Event.Kind.MOVE, Event.Kind.UNDO)
    own = (step for step in reversed(state.history) if step.seat == seat and step.kind in kinds)
    newest, before = next(own, None), next(own, None)
    if newest is None or newest.kind != Event.Kind.MOVE:
        return False
    try:
        move = read_move(state.position, data).dump()
    except BadMove:
        return False
    if newest.data != move:
        return False
    # The question was put by the seat's previous decision, or by a later event.
    questions = range(before.number if before else 0, newest.number)
    return turn_token in [_token(f"{match.id}:{seat}:{number}") for number in questions]


def is_too_long(table: Table, seat: int | None) -> bool:
    """Return whether a match has as many events as its mover may know of."""
    if table.access.match.last_number < MOST_EVENTS:
        return False
    return sum(is_visible(step, seat) for step in table.state.history) >= MOST_EVENTS


def _require_question(match: Match, player: Player, turn_token: object) -> None:
    """Require that a token names the player's open question, and that it is not too late.

    Raises:
        BadMove: There is no token.
        NotYourTurn: The player has no open question.
        Stale: It is the token of another question.
        TimeIsUp: The player's clock ran out.
    """
    if not isinstance(turn_token, str):
        raise BadMove(_("Send the “turn_token” of the question that you were asked."))
    if player.asked_at is None:
        raise NotYourTurn(_("It isn’t your turn to decide."))
    if turn_token != turn_token_of(player):
        raise Stale(_("The table has changed. This is how it looks now."))
    if clocks.is_up(match, player, time_source.now()):
        raise TimeIsUp(_("Your time is up."))


def _shown(state: MatchState, player: Player, cards: Sequence[str], to: Sequence[int]) -> Json:
    assert player.seat is not None
    shows = (step for step in state.history if step.kind == Event.Kind.SHOW)
    if sum(step.seat == player.seat for step in shows) >= SHOWS_EACH:
        raise CannotShow(_("You’ve shown cards often enough in this match."))
    others = set(range(state.position.seats)) - {player.seat}
    if not cards or not to:
        raise CannotShow(_("Choose at least one card and one player to show it to."))
    if not set(to) <= others:
        raise CannotShow(_("Choose other players at this table."))
    hand = state.position.showable(player.seat)
    for card in cards:
        if card not in hand:
            raise CannotShow(_("You don’t have all of these cards."))
        hand.remove(card)
    return {"cards": list(cards), "to": sorted(set(to))}
