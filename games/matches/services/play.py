"""Playing: moves, undo, resigning, showing cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _

from accounts.permissions import may_play
from accounts.refusals import require
from games.engine.contract import Json
from games.engine.refusals import BadMove, NotYourTurn, Over
from games.engine.replay import read_move
from games.matches.access import Access, locked_access, seated_access
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
from games.matches.services.endings import call_off_by, finish, leave_for_good, leaves_early
from games.matches.services.event_store import (
    MatchState,
    is_visible,
    last_move,
    match_state,
)
from games.matches.services.store import Change, append, next_event, store
from games.matches.services.turns import set_questions
from watch.context import moved

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


def submit_move(
    user: Visitor, match_id: str, data: Json, asked: Any, *, again: bool = False
) -> Access:
    """Make one move of a person; the match after it. Nothing is written when it is refused.

    `again`: a move that was played already, and not taken back since, is answered with the match
    as it is, instead of being refused as stale.
    """
    with transaction.atomic():
        access, player = seated_at(user, match_id)
        if again and _is_newest_move(access, player, data, asked):
            return access
        require_move(user, access, player, asked)
        arrivals.note(access)
        return carry_out(access, player, data)


def require_move(user: Visitor, access: Access, player: Player, asked: Any) -> None:
    """Require that a player may answer this question now; a refusal of what is missing."""
    require_playing(access, player)
    require(may_play(user))
    _require_question(player, asked)
    if _is_too_long(access.match, player.seat):
        raise MatchTooLong(
            _("This match has become too long to go on. Resign, or ask a moderator to end it.")
        )


def _is_newest_move(access: Access, player: Player, data: Json, asked: Any) -> bool:
    """Whether the newest thing a seat did was to answer this question with this move."""
    match, seat = access.match, player.seat
    if seat is None or match.status == Match.Status.OPEN:
        return False
    state, kinds = match_state(match), (Event.Kind.MOVE, Event.Kind.UNDO)
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


def _is_too_long(match: Match, seat: int | None) -> bool:
    if match.last_number < MOST_EVENTS:
        return False
    return sum(is_visible(step, seat) for step in match_state(match).story) >= MOST_EVENTS


def take_back(user: Visitor, match_id: str, asked: Any) -> Access:
    """Undo one's own last move of this turn; the match after it. CannotUndo.

    A move is final once it showed somebody something hidden, or somebody else was asked.
    """
    with transaction.atomic():
        access, player = at_table(user, match_id)
        require(may_play(user))
        _require_question(player, asked)
        match, before = access.match, match_state(access.match)
        refusal = why_not_undo(before, player.seat)
        if refusal is not None:
            raise refusal
        event = next_event(match, Event.Kind.UNDO, player.seat, {})
        after = before.after_undo(event)
        questions = set_questions(access, before.position, after.position, event)
        return store(access, event, after, questions)


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


def submit_bot_move(player_id: int, asked_at: int, data: Json) -> bool:
    """Make one move of a bot, chosen for the question `asked_at`; False if that is answered."""
    with transaction.atomic():
        access = _lock_asked(player_id, asked_at)
        if access is None or access.player is None or access.player.person:
            return False
        carry_out(access, access.player, data)
        return True


def submit_lapse(player_id: int, asked_at: int) -> bool:
    """Give the rules' answer for a person who let a question lapse; False if it is answered."""
    with transaction.atomic():
        access = _lock_asked(player_id, asked_at)
        if access is None or access.player is None or access.player.seat is None:
            return False
        lapse = match_state(access.match).position.lapse(access.player.seat)
        if lapse is None:
            return False
        carry_out(access, access.player, lapse.move.dump())
        return True


def _lock_asked(player_id: int, asked_at: int) -> Access | None:
    """A player at a match, its row locked; None if they are not asked this question any more."""
    access = locked_access(Player.objects.values_list("match_id", flat=True).get(id=player_id))
    player = next(player for player in access.players if player.pk == player_id)
    if access.match.status != Match.Status.RUNNING or player.asked_at != asked_at:
        return None
    return replace(access, player=player)


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


def at_table(user: Visitor, match_id: str) -> tuple[Access, Player]:
    """As `seated_access`, for somebody who plays in a running match; Over, NotRunning."""
    access, player = seated_at(user, match_id)
    require_playing(access, player)
    return access, player


def seated_at(user: Visitor, match_id: str) -> tuple[Access, Player]:
    """As `seated_access`, with the player."""
    access = seated_access(user, match_id)
    assert access.player is not None
    return access, access.player


def require_playing(access: Access, player: Player) -> None:
    """Require that a match is running and the player still plays in it; Over, NotRunning."""
    status = access.match.status
    if status == Match.Status.FINISHED:
        raise Over(_("The game is over."))
    if status == Match.Status.ABORTED:
        raise Over(_("This match was called off."))
    if status != Match.Status.RUNNING:
        raise NotRunning(_("This match is not running."))
    if player.left_at is not None:
        raise NotAPlayer(_("You have left this match."))


def carry_out(access: Access, player: Player, data: Json) -> Access:
    """Play and store a move of a player whose match is locked and running; the match after it."""
    change = decide(access, player, match_state(access.match), data)
    if change.after.position.outcome() is not None:
        finish(access, change.after, change.event.at)
    append([change])
    moved(access.match.game, access.match.id, change.event.number)
    return access


def decide(access: Access, player: Player, before: MatchState, data: Json) -> Change:
    """What a move of a player brings about; sets it on the match and its players, writes nothing.

    Where the game ends with it, no questions are set.
    """
    match, seat = access.match, player.seat
    assert seat is not None
    position = before.position.clone()
    move = read_move(position, data)
    happenings = position.play(seat, move, before.chance())
    event = next_event(match, Event.Kind.MOVE, seat, move.dump(), player.asked_since)
    after = before.after_move(event.number, seat, move, position, happenings)
    if position.outcome() is not None:
        return Change(access, event, after)
    return Change(access, event, after, set_questions(access, before.position, position, event))


def resign(user: Visitor, match_id: str) -> Access:
    """Leave a running match for good: last place; from three seats on a bot plays on.

    A rated match of two that is not under way is called off instead: nobody has won it.
    """
    with transaction.atomic():
        access, player = at_table(user, match_id)
        if access.match.seats == 2 and leaves_early(access):
            return call_off_by(access, [player], Event.Kind.RESIGN)
        return leave_for_good(access, player, Event.Kind.RESIGN)


def show_cards(user: Visitor, match_id: str, cards: Sequence[str], to: Sequence[int]) -> Access:
    """Show some of one's hand cards to some other seats; only they ever see it. CannotShow."""
    with transaction.atomic():
        access, player = at_table(user, match_id)
        require(may_play(user))
        state = match_state(access.match)
        data = _shown(state, player, cards, to)
        event = next_event(access.match, Event.Kind.SHOW, player.seat, data)
        return store(access, event, state.after_event(event))


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
