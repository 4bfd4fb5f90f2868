"""Playing: moves, resigning, showing cards. The only writers of a running match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from accounts.permissions import may_play
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _

from games import announce
from games.access import lock_match, locked_player
from games.engine.contract import Json, Position
from games.engine.refusals import BadMove, NotYourTurn, Over
from games.engine.replay import read_move
from games.engine.verify import with_leavers
from games.models import Event, Match, Player
from games.services.record import Standing, append, keep_after_commit, left_seats, standing_of
from games.services.refusals import CannotShow, NotAllowed, NotAPlayer, NotRunning, Stale

if TYPE_CHECKING:
    from accounts.models import User

SUBSTITUTE = "normal"


def asked_token(player: Player) -> str | None:
    """What a form quotes to say which question it answers; None when nothing is asked.

    It stands for `asked_at`, but tells nobody how many events there were: some are secret.
    """
    if player.asked_at is None:
        return None
    question = f"{player.match_id}:{player.seat}:{player.asked_at}"
    return salted_hmac("games.asked", question).hexdigest()[:16]


def submit_move(user: User, match_id: str, data: Json, asked: Any) -> int:
    """One decision of a person; the number of its event. Nothing is written when refused."""
    with transaction.atomic():
        player = locked_player(user, match_id)
        _may_decide(player)
        _require_allowed(user)
        if not isinstance(asked, str):
            raise BadMove(_("A move says which question it answers: “asked”."))
        if player.asked_at is None:
            raise NotYourTurn(_("It is not your turn to decide."))
        if asked != asked_token(player):
            raise Stale(_("The table has moved on since. This is how it stands now."))
        return _carry_out(player, data)


def submit_bot_move(player_id: int, asked_at: int, data: Json) -> bool:
    """One decision of a bot, chosen for the question `asked_at`; False when that has passed."""
    with transaction.atomic():
        match_id = Player.objects.values_list("match_id", flat=True).get(id=player_id)
        match = lock_match(match_id)
        player = Player.objects.get(id=player_id)
        player.match = match
        if match.status != Match.Status.RUNNING or player.asked_at != asked_at or player.person:
            return False
        _carry_out(player, data)
        return True


def _may_decide(player: Player) -> None:
    if player.match.status == Match.Status.FINISHED:
        raise Over(_("The game is over."))
    if player.match.status != Match.Status.RUNNING:
        raise NotRunning(_("This match is not running."))
    if player.left_at is not None:
        raise NotAPlayer(_("You have left this match."))


def _require_allowed(user: User) -> None:
    allowed = may_play(user)
    if not allowed:
        raise NotAllowed(str(allowed.reason))


def _carry_out(player: Player, data: Json) -> int:
    """Play and store a move of a player whose match is locked and running."""
    match, seat = player.match, player.seat
    assert seat is not None
    before = standing_of(match)
    position = before.position.clone()
    move = read_move(position, data)
    told = position.play(seat, move, before.chance())
    event = append(match, Event.Kind.MOVE, seat, move.dump())
    after = before.after_move(event.number, seat, event.data, position, told)
    _ask(match, before.position, position, seat, event)
    if position.outcome() is not None:
        finish(match, position)
    match.save(update_fields=["last_number", "moved_at", "status", "ended_at", "outcome"])
    keep_after_commit(match, after)
    announce.match_moved(match.id, event.number)
    return event.number


def _ask(match: Match, before: Position, after: Position, mover: int, event: Event) -> None:
    """Put the new questions; a seat whose choices stayed as they were keeps its old one."""
    asked = after.to_move()
    still_asked = before.to_move()
    for seat in {*asked, *still_asked}:
        if seat not in asked:
            match.players.filter(seat=seat).update(asked_at=None, asked_since=None)
        elif seat == mover or seat not in still_asked or before.moves(seat) != after.moves(seat):
            match.players.filter(seat=seat).update(asked_at=event.number, asked_since=event.at)


def finish(match: Match, position: Position) -> None:
    """Write the end of a match: the rules' outcome, those who left behind all others."""
    players = list(match.players.order_by("seat"))
    left = left_seats(players)
    outcome = position.outcome()
    if outcome is None or left:
        outcome = with_leavers(outcome, match.seats, left)
    for player in players:
        assert player.seat is not None
        player.place = outcome.places[player.seat]
        player.score = outcome.scores[player.seat]
        player.asked_at = player.asked_since = None
    Player.objects.bulk_update(players, ["place", "score", "asked_at", "asked_since"])
    match.status = Match.Status.FINISHED
    match.ended_at = timezone.now()
    match.outcome = outcome.dump()


def resign(user: User, match_id: str) -> int:
    """Leave a running match for good: last place; from three seats on a bot plays on."""
    with transaction.atomic():
        player = locked_player(user, match_id)
        _may_decide(player)
        match = player.match
        before = standing_of(match)
        event = append(match, Event.Kind.RESIGN, player.seat, {})
        player.left_at = event.number
        player.bot = SUBSTITUTE
        if player.asked_at is not None:
            player.asked_since = event.at
        player.save(update_fields=["left_at", "bot", "asked_since"])
        if match.seats == 2:
            finish(match, before.position)
        match.save(update_fields=["last_number", "moved_at", "status", "ended_at", "outcome"])
        keep_after_commit(match, before.after_event(event))
        announce.match_moved(match.id, event.number)
        return event.number


def show_cards(user: User, match_id: str, cards: Sequence[str], to: Sequence[int]) -> int:
    """Show some of one's hand cards to some other seats; only they will ever see it.

    The server vouches that the cards were in the hand; it binds nobody. CannotShow.
    """
    with transaction.atomic():
        player = locked_player(user, match_id)
        _may_decide(player)
        _require_allowed(user)
        match = player.match
        standing = standing_of(match)
        data = _shown(standing, player, cards, to)
        event = append(match, Event.Kind.SHOW, player.seat, data)
        match.save(update_fields=["last_number", "moved_at"])
        keep_after_commit(match, standing.after_event(event))
        announce.match_moved(match.id, event.number)
        return event.number


def _shown(standing: Standing, player: Player, cards: Sequence[str], to: Sequence[int]) -> Json:
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
