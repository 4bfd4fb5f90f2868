"""What players do to a running match: moves, undo, resigning, showing cards."""

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
from games.engine.contract import Json
from games.engine.refusals import BadMove, NotYourTurn, Over
from games.engine.replay import read_move
from games.matches.access import Access, require_signed_in
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
from games.matches.services.event_store import MatchState, is_visible, last_move
from games.matches.services.execute import Command, Table, execute
from games.matches.services.turns import set_questions

if TYPE_CHECKING:
    from accounts.http import Visitor

UNDOS_A_TURN = 20
"""As often somebody may take back before another seat moves; each is an event for ever."""
MOST_EVENTS = 5_000
"""So many events a match may have that its mover knows of: replayed in less than a second.

Secret ones do not count, since a refusal would betray them; rules and `SHOWS_EACH` bound those."""
SHOWS_EACH = 100
"""As often a seat may show cards in a match."""
DECISIONS = (Event.Kind.MOVE, Event.Kind.UNDO)
CACHED_TOKENS = 4096


def asked_token(player: Player) -> str | None:
    """The token by which a form names the question it answers; None when nothing is asked.

    It stands for `asked_at`, but does not reveal how many events there were: some are secret.
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
        asked: The token of the question it answers, as it was sent.
        again: Whether a move that was made already, and not taken back since, is no refusal: the
            match stays as it is. A client that lost the answer with its connection sends it again.
    """

    data: Json
    asked: Any
    again: bool = False

    def judge(self, table: Table) -> Change | None:
        player = seated(table, self.user)
        if self.again and _is_newest_move(table, player, self.data, self.asked):
            return None
        require_move(self.user, table, player, self.asked)
        return carry_out(table, player, self.data)


@dataclass(frozen=True)
class TakeBack(PlayersCommand):
    """Undo one's own last move of this turn.

    A move is final once it showed something hidden, or another player was asked.
    """

    asked: Any

    def judge(self, table: Table) -> Change:
        player = at_table(table, self.user)
        require(may_play(self.user))
        _require_question(player, self.asked)
        refusal = why_not_undo(table.state, player.seat)
        if refusal is not None:
            raise refusal
        event = next_event(table.access.match, Event.Kind.UNDO, player.seat, {})
        after = table.state.after_undo(event)
        questions = set_questions(table.access, table.state.position, after.position, event)
        return Change(table.access, event, after, questions)


@dataclass(frozen=True)
class Resign(PlayersCommand):
    """Leave a running match for good: last place; from three seats on a bot plays on.

    A rated match of two that is not under way is called off instead: no player has won it. An
    account that is deleted resigns after it was renamed, so names are read from the store.
    """

    needs_store: ClassVar[bool] = True

    def judge(self, table: Table) -> Change:
        player = at_table(table, self.user)
        if table.access.match.seats == 2 and leaves_early(table):
            return call_off_by(table, [player], Event.Kind.RESIGN)
        return leave_for_good(table, player, Event.Kind.RESIGN)


@dataclass(frozen=True)
class ShowCards(PlayersCommand):
    """Show some of one's hand cards to some other seats; only they ever see it."""

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
    """An answer to one question that was put to a player; nothing where it is answered."""

    player_id: int
    asked_at: int

    def judge(self, table: Table) -> Change | None:
        player = next(p for p in table.access.players if p.pk == self.player_id)
        running = table.access.match.status == Match.Status.RUNNING
        if not running or player.asked_at != self.asked_at:
            return None
        answer = self.answer(table, player)
        return None if answer is None else carry_out(table, player, answer)

    @abstractmethod
    def answer(self, table: Table, player: Player) -> Json | None:
        """Return the move that is made; None for none."""


@dataclass(frozen=True)
class BotMove(QuestionCommand):
    """A move that a bot has chosen for a question."""

    data: Json

    def answer(self, table: Table, player: Player) -> Json | None:
        return None if player.person else self.data


@dataclass(frozen=True)
class QuestionTimeout(QuestionCommand):
    """The rules' answer for a person who did not answer a question in time."""

    def answer(self, table: Table, player: Player) -> Json | None:
        if player.seat is None:
            return None
        lapse = table.state.position.lapse(player.seat)
        return None if lapse is None else lapse.move.dump()


def submit_move(user: Visitor, match_id: str, data: Json, asked: Any) -> Access:
    """Make one move of a person, and return the match after it. Nothing is written if refused."""
    return execute(MakeMove(match_id, user, data, asked)).access


def take_back(user: Visitor, match_id: str, asked: Any) -> Access:
    """Undo one's own last move of this turn, and return the match after it; CannotUndo."""
    return execute(TakeBack(match_id, user, asked)).access


def resign(user: Visitor, match_id: str) -> Access:
    """Leave a running match for good, and return the match after it."""
    return execute(Resign(match_id, user)).access


def show_cards(user: Visitor, match_id: str, cards: Sequence[str], to: Sequence[int]) -> Access:
    """Show some hand cards to some other seats, and return the match after it; CannotShow."""
    return execute(ShowCards(match_id, user, cards, to)).access


def require_move(user: Visitor, table: Table, player: Player, asked: Any) -> None:
    """Require that a player may answer this question now; a refusal of what is missing."""
    require_playing(table, player)
    require(may_play(user))
    _require_question(player, asked)
    if _is_too_long(table, player.seat):
        raise MatchTooLong(
            _("This match has become too long to go on. Resign, or ask a moderator to end it.")
        )


def seated(table: Table, user: Visitor) -> Player:
    """Return the player of a user at a match; SignInFirst, NotAPlayer."""
    require_signed_in(user)
    if table.access.player is None:
        raise NotAPlayer(_("You have no seat at this table."))
    return table.access.player


def at_table(table: Table, user: Visitor) -> Player:
    """Return the player of a user who plays in a running match.

    Raises:
        SignInFirst, NotAPlayer, Over, NotRunning.
    """
    player = seated(table, user)
    require_playing(table, player)
    return player


def carry_out(table: Table, player: Player, data: Json) -> Change:
    """Return what a move of a player changes; BadMove, IllegalMove.

    Where the game ends with it, no question is set.
    """
    access, before, seat = table.access, table.state, player.seat
    assert seat is not None
    position = before.position.clone()
    move = read_move(position, data)
    happenings = position.play(seat, move, before.chance())
    event = next_event(access.match, Event.Kind.MOVE, seat, move.dump(), player.asked_since)
    after = before.after_move(event.number, seat, move, position, happenings)
    arrived = None
    if player.person and arrivals.is_awaited(access):
        arrived, player.came_at = player, event.at
    if position.outcome() is not None:
        return replace(finish(table, event, after), arrived=arrived)
    questions = set_questions(access, before.position, position, event)
    return Change(access, event, after, questions, arrived=arrived)


def require_playing(table: Table, player: Player) -> None:
    """Require that a match is running and the player still plays in it; Over, NotRunning."""
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
    """Why the seat to move cannot take its last move back; None when it can."""
    if not state.position.game.undo:
        return CannotUndo(_("In this game what is done is done."))
    last = last_move(state.story)
    if last is None or last.seat != seat:
        return CannotUndo(_("You have done nothing since the others decided."))
    if not state.back:
        return CannotUndo(_("That showed something hidden or asked somebody else: it stands."))
    # What else happened, such as cards that others showed each other, begins no new turn.
    turns = (step for step in reversed(state.story) if step.kind in DECISIONS)
    own = takewhile(lambda step: step.seat == seat, turns)
    if sum(step.kind == Event.Kind.UNDO for step in own) >= UNDOS_A_TURN:
        return CannotUndo(_("You have taken back often enough in this turn."))
    return None


def _is_newest_move(table: Table, player: Player, data: Json, asked: Any) -> bool:
    """Return whether the newest thing a seat did was to answer this question with this move."""
    match, seat = table.access.match, player.seat
    if seat is None or match.status == Match.Status.OPEN:
        return False
    state, kinds = table.state, (Event.Kind.MOVE, Event.Kind.UNDO)
    own = [step for step in state.story if step.seat == seat and step.kind in kinds]
    if not own or own[-1].kind != Event.Kind.MOVE:
        return False
    try:
        move = read_move(state.position, data).dump()
    except BadMove:
        return False
    # It was asked by what happened after its move before, or by that move itself.
    since = own[-2].number if len(own) > 1 else 0
    questions = range(since, own[-1].number)
    tokens = (_token(f"{match.id}:{seat}:{number}") for number in questions)
    return own[-1].data == move and asked in tokens


def _is_too_long(table: Table, seat: int | None) -> bool:
    if table.access.match.last_number < MOST_EVENTS:
        return False
    return sum(is_visible(step, seat) for step in table.state.story) >= MOST_EVENTS


def _require_question(player: Player, asked: Any) -> None:
    """Require an answer to the open question, in time; BadMove, NotYourTurn, Stale, TimeIsUp."""
    if not isinstance(asked, str):
        raise BadMove(_("A move says which question it answers: “asked”."))
    if player.asked_at is None:
        raise NotYourTurn(_("It is not your turn to decide."))
    if asked != asked_token(player):
        raise Stale(_("The table has moved on since. This is how it stands now."))
    if clocks.is_up(player, time_source.now()):
        raise TimeIsUp(_("Your time is up."))


def _shown(state: MatchState, player: Player, cards: Sequence[str], to: Sequence[int]) -> Json:
    assert player.seat is not None
    shows = (step for step in state.story if step.kind == Event.Kind.SHOW)
    if sum(step.seat == player.seat for step in shows) >= SHOWS_EACH:
        raise CannotShow(_("You have shown cards often enough in this match."))
    others = set(range(state.position.seats)) - {player.seat}
    if not cards or not to:
        raise CannotShow(_("Choose at least one card and one player to show it to."))
    if not set(to) <= others:
        raise CannotShow(_("Choose other players of this table."))
    hand = state.position.showable(player.seat)
    for card in cards:
        if card not in hand:
            raise CannotShow(_("You do not hold all of these cards."))
        hand.remove(card)
    return {"cards": list(cards), "to": sorted(set(to))}
