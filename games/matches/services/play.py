"""Playing: moves, taking back, leaving, showing cards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _

from accounts.permissions import may_play
from accounts.refusals import require
from fastpath.statements import update
from games.engine.contract import Json, Position
from games.engine.refusals import BadMove, NotYourTurn, Over
from games.engine.replay import read_move
from games.engine.verify import with_leavers
from games.matches import announce
from games.matches.access import Access, locked_access, locked_for_bot
from games.matches.extras import match_finished
from games.matches.models import Event, Match, Player
from games.matches.refusals import (
    CannotShow,
    CannotUndo,
    NotAPlayer,
    NotRunning,
    Stale,
    TimeIsUp,
)
from games.matches.services import clocks, listing, time_source
from games.matches.services.event_store import (
    MatchState,
    digest_of,
    last_move,
    left_seats,
    match_state,
)
from games.matches.services.store import next_event, store
from games.matches.services.turns import turned
from watch.context import moved

if TYPE_CHECKING:
    from accounts.http import Visitor

SUBSTITUTE = "normal"
QUESTIONS = 4096
"""How many questions' tokens are remembered: each is drawn for somebody before it comes back."""
QUESTION_FIELDS = ("asked_at", "asked_since", *clocks.CLOCK_FIELDS)


def asked_token(player: Player) -> str | None:
    """What a form quotes to say which question it answers; None when nothing is asked.

    It stands for `asked_at`, but tells nobody how many events there were: some are secret.
    """
    if player.asked_at is None:
        return None
    return _token(f"{player.match_id}:{player.seat}:{player.asked_at}")


@lru_cache(QUESTIONS)
def _token(question: str) -> str:
    return salted_hmac("games.asked", question).hexdigest()[:16]


def submit_move(user: Visitor, match_id: str, data: Json, asked: Any) -> Access:
    """One decision of a person; the match after it. Nothing is written when refused."""
    with transaction.atomic():
        access, player = at_table(user, match_id)
        require(may_play(user))
        _require_question(player, asked)
        return carry_out(access, player, data)


def take_back(user: Visitor, match_id: str, asked: Any) -> Access:
    """Undo one's own last move of this turn; the match after it. CannotUndo.

    A move stands once it showed somebody something hidden, or somebody else was asked.
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
        _ask(access, before.position, after.position, event)
        return store(access, event, after)


def why_not_undo(standing: MatchState, seat: int | None) -> CannotUndo | None:
    """Why the seat to move cannot take its last move back; None when it can."""
    if not standing.position.game.undo:
        return CannotUndo(_("In this game what is done is done."))
    last = last_move(standing.story)
    if last is None or last.seat != seat:
        return CannotUndo(_("You have done nothing since the others decided."))
    if not standing.back:
        return CannotUndo(_("That showed something hidden or asked somebody else: it stands."))
    return None


def submit_bot_move(player_id: int, asked_at: int, data: Json) -> bool:
    """One decision of a bot, chosen for the question `asked_at`; False when that has passed."""
    with transaction.atomic():
        match_id = Player.objects.values_list("match_id", flat=True).get(id=player_id)
        access = locked_for_bot(match_id, player_id)
        player = access.player
        assert player is not None
        running = access.match.status == Match.Status.RUNNING
        if not running or player.asked_at != asked_at or player.person:
            return False
        carry_out(access, player, data)
        return True


def submit_lapse(player_id: int, asked_at: int) -> bool:
    """The answer of a person who let a question lapse; False when it has been answered."""
    with transaction.atomic():
        match_id = Player.objects.values_list("match_id", flat=True).get(id=player_id)
        access = locked_for_bot(match_id, player_id)
        match, player = access.match, access.player
        assert player is not None
        assert player.seat is not None
        if match.status != Match.Status.RUNNING or player.asked_at != asked_at:
            return False
        lapse = match_state(match).position.lapse(player.seat)
        if lapse is None:
            return False
        carry_out(access, player, lapse.move.dump())
        return True


def _require_question(player: Player, asked: Any) -> None:
    """That the player is asked something, and answers just that, in time."""
    if not isinstance(asked, str):
        raise BadMove(_("A move says which question it answers: “asked”."))
    if player.asked_at is None:
        raise NotYourTurn(_("It is not your turn to decide."))
    if asked != asked_token(player):
        raise Stale(_("The table has moved on since. This is how it stands now."))
    if clocks.is_up(player, time_source.now()):
        raise TimeIsUp(_("Your time is up."))


def at_table(user: Visitor, match_id: str) -> tuple[Access, Player]:
    """Somebody who may decide at a running match, its row locked; the refusals of the house."""
    access = locked_access(user, match_id)
    player = access.player
    assert player is not None
    if player.match.status == Match.Status.FINISHED:
        raise Over(_("The game is over."))
    if player.match.status == Match.Status.ABORTED:
        raise Over(_("This match was called off."))
    if player.match.status != Match.Status.RUNNING:
        raise NotRunning(_("This match is not running."))
    if player.left_at is not None:
        raise NotAPlayer(_("You have left this match."))
    return access, player


def carry_out(access: Access, player: Player, data: Json) -> Access:
    """Play and store a move of a player whose match is locked and running; the match after it."""
    match, seat = access.match, player.seat
    assert seat is not None
    before = match_state(match)
    position = before.position.clone()
    move = read_move(position, data)
    told = position.play(seat, move, before.chance())
    event = next_event(match, Event.Kind.MOVE, seat, move.dump(), player.asked_since)
    after = before.after_move(event.number, seat, move, position, told)
    if position.outcome() is None:
        _ask(access, before.position, position, event)
    else:
        finish(access, after, event.at)
    stored = store(access, event, after)
    moved(match.game, match.id, event.number)
    return stored


def _ask(access: Access, before: Position, after: Position, event: Event) -> None:
    """Put the new questions, and let the clocks run for whom they ask."""
    for player in access.players:
        asked_anew = _ask_seat(player, before, after, event)
        clock_turned = clocks.turn(access.match, player, after, event.seat, event.at)
        if asked_anew or clock_turned:
            update(player, QUESTION_FIELDS)
    clocks.turn_all(access.match, before, after, event.at)
    was, now = before.to_move(), after.to_move()
    newly = [player for player in access.players if player.seat in now and player.seat not in was]
    freed = [player for player in access.players if player.seat in was and player.seat not in now]
    turned(access.match, newly, freed)


def _ask_seat(player: Player, before: Position, after: Position, event: Event) -> bool:
    """The new question of one seat; whose choices stayed as they were keeps the old one.

    Whoever brought the event about is asked anew: a second click on the same button is stale.
    """
    seat, asked, still_asked = player.seat, after.to_move(), before.to_move()
    if seat is None or (seat not in asked and seat not in still_asked):
        return False
    if seat not in asked:
        player.asked_at = player.asked_since = None
    elif event.seat == seat or seat not in still_asked or _choices_changed(seat, before, after):
        player.asked_at, player.asked_since = event.number, event.at
    else:
        return False
    return True


def _choices_changed(seat: int, before: Position, after: Position) -> bool:
    return before.moves(seat) != after.moves(seat)


def finish(access: Access, standing: MatchState, at: datetime) -> None:
    """The end of a match: the rules' outcome, those who left behind all others."""
    match, players = access.match, access.players
    left = left_seats(players)
    outcome = standing.position.outcome()
    if outcome is None or left:
        outcome = with_leavers(outcome, match.seats, left)
    for player in players:
        assert player.seat is not None
        player.place = outcome.places[player.seat]
        player.score = outcome.scores[player.seat]
    match.outcome = outcome.dump()
    close(access, Match.Status.FINISHED, standing, at)
    match_finished.send(Match, match=match, players=players)
    listing.enter_lists(match, players)
    Player.objects.bulk_update(players, listing.PLAYER_FIELDS)


def close(access: Access, status: str, standing: MatchState, at: datetime) -> None:
    """Nobody is asked anything any more, and all clocks stand still."""
    match, players = access.match, access.players
    match.digest = digest_of(standing)
    match.status, match.ended_at, match.answer_by = status, at, None
    turned(match, (), [player for player in players if player.asked_at is not None])
    for player in players:
        clocks.stop(match, player, at)
        player.asked_at = player.asked_since = None
    Player.objects.bulk_update(players, ["place", "score", *QUESTION_FIELDS])
    announce.lobby_moved()


def resign(user: Visitor, match_id: str) -> Access:
    """Leave a running match for good: last place; from three seats on a bot plays on."""
    with transaction.atomic():
        access, player = at_table(user, match_id)
        return leave_for_good(access, player, Event.Kind.RESIGN)


def leave_for_good(access: Access, player: Player, kind: str) -> Access:
    """A player, whose match is locked and running, is out of it; the match after that."""
    match = access.match
    before = match_state(match)
    event = next_event(match, kind, player.seat, {})
    clocks.stop(match, player, event.at)
    player.left_at, player.left_by = event.number, kind
    player.bot = SUBSTITUTE
    if player.asked_at is not None:
        player.asked_since = event.at
        turned(match, (), [player])
    player.save(update_fields=["left_at", "left_by", "bot", *QUESTION_FIELDS])
    after = before.after_event(event)
    if match.seats == 2:
        finish(access, after, event.at)
    return store(access, event, after)


def show_cards(user: Visitor, match_id: str, cards: Sequence[str], to: Sequence[int]) -> Access:
    """Show some of one's hand cards to some other seats; only they will ever see it.

    The server vouches that the cards were in the hand; it binds nobody. CannotShow.
    """
    with transaction.atomic():
        access, player = at_table(user, match_id)
        require(may_play(user))
        standing = match_state(access.match)
        data = _shown(standing, player, cards, to)
        event = next_event(access.match, Event.Kind.SHOW, player.seat, data)
        return store(access, event, standing.after_event(event))


def _shown(standing: MatchState, player: Player, cards: Sequence[str], to: Sequence[int]) -> Json:
    assert player.seat is not None
    others = set(range(standing.position.seats)) - {player.seat}
    if not cards or not to:
        raise CannotShow(_("Choose at least one card and one player to show it to."))
    if not set(to) <= others:
        raise CannotShow(_("Choose other players of this table."))
    hand = standing.position.showable(player.seat)
    for card in cards:
        if card not in hand:
            raise CannotShow(_("You do not hold all of these cards."))
        hand.remove(card)
    return {"cards": list(cards), "to": sorted(set(to))}
