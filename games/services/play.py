"""Playing: moves, leaving, showing cards. The only writers of a running match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_noop as _

from accounts.permissions import may_play
from config.prepared import update
from games import announce
from games.access import Access, keep_table, locked_access, locked_for_bot
from games.engine.contract import Json, Position
from games.engine.refusals import BadMove, NotYourTurn, Over
from games.engine.replay import read_move
from games.engine.verify import with_leavers
from games.models import Event, Match, Player
from games.services import clocks, moments, past, ratings
from games.services.record import (
    Standing,
    append,
    digest_of,
    keep_after_commit,
    last_move,
    left_seats,
    standing_of,
)
from games.services.refusals import (
    CannotShow,
    CannotUndo,
    NotAPlayer,
    NotRunning,
    Stale,
    TimeIsUp,
    forbidden,
)
from games.services.turns import turned
from watch.doing import moved

if TYPE_CHECKING:
    from accounts.models import User

SUBSTITUTE = "normal"
QUESTIONS = 4096
"""How many questions' tokens are remembered: each is drawn for somebody before it comes back."""
MOVED_FIELDS = ("last_number", "moved_at", "answer_by")
ENDED_FIELDS = ("status", "ended_at", "outcome", "words", "listed_at", "digest")
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


def submit_move(user: User, match_id: str, data: Json, asked: Any) -> int:
    """One decision of a person; the number of its event. Nothing is written when refused."""
    with transaction.atomic():
        access, player = at_table(user, match_id)
        _require_allowed(user)
        _require_question(player, asked)
        return carry_out(access, player, data)


def take_back(user: User, match_id: str, asked: Any) -> int:
    """Undo one's own last move of this turn; the number of the event. CannotUndo.

    A move stands once it showed somebody something hidden, or somebody else was asked.
    """
    with transaction.atomic():
        access, player = at_table(user, match_id)
        _require_allowed(user)
        _require_question(player, asked)
        match, before = access.match, standing_of(access.match)
        refusal = why_not_undo(before, player.seat)
        if refusal is not None:
            raise refusal
        event = append(match, Event.Kind.UNDO, player.seat, {})
        after = before.after_undo(event)
        _ask(access, before.position, after.position, event)
        write_down(match)
        _keep(access, after)
        announce.match_moved(match.id, event.number)
        return event.number


def why_not_undo(standing: Standing, seat: int | None) -> CannotUndo | None:
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
        lapse = standing_of(match).position.lapse(player.seat)
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
    if clocks.is_up(player, moments.now()):
        raise TimeIsUp(_("Your time is up."))


def at_table(user: User, match_id: str) -> tuple[Access, Player]:
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


def _require_allowed(user: User) -> None:
    allowed = may_play(user)
    if not allowed:
        raise forbidden(allowed)


def carry_out(access: Access, player: Player, data: Json) -> int:
    """Play and store a move of a player whose match is locked and running."""
    match, seat = access.match, player.seat
    assert seat is not None
    before = standing_of(match)
    position = before.position.clone()
    move = read_move(position, data)
    told = position.play(seat, move, before.chance())
    event = append(match, Event.Kind.MOVE, seat, move.dump(), player.asked_since)
    after = before.after_move(event.number, seat, move, position, told)
    if position.outcome() is None:
        _ask(access, before.position, position, event)
    else:
        finish(match, access.players, after)
    write_down(match)
    _keep(access, after)
    announce.match_moved(match.id, event.number)
    moved(match.game, match.id, event.number)
    return event.number


def write_down(match: Match) -> None:
    """What an event changed of its match."""
    running = match.status == Match.Status.RUNNING
    update(match, MOVED_FIELDS if running else (*MOVED_FIELDS, *ENDED_FIELDS))


def _keep(access: Access, standing: Standing) -> None:
    """What was written is what whoever draws it now would read: keep it, once it is true."""
    transaction.on_commit(lambda: keep_table(access.match, access.players))
    keep_after_commit(access.match, standing)


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


def finish(match: Match, players: list[Player], standing: Standing) -> None:
    """Write the end of a match: the rules' outcome, those who left behind all others."""
    left = left_seats(players)
    outcome = standing.position.outcome()
    if outcome is None or left:
        outcome = with_leavers(outcome, match.seats, left)
    for player in players:
        assert player.seat is not None
        player.place = outcome.places[player.seat]
        player.score = outcome.scores[player.seat]
    match.outcome = outcome.dump()
    close(match, players, Match.Status.FINISHED, standing)
    ratings.rate(match, players)
    past.enter_lists(match, players)
    Player.objects.bulk_update(players, past.PLAYER_FIELDS)


def close(match: Match, players: list[Player], status: str, standing: Standing) -> None:
    """Nobody is asked anything any more, and all clocks stand still."""
    now = match.moved_at or moments.now()
    match.digest = digest_of(standing)
    match.status, match.ended_at, match.answer_by = status, now, None
    turned(match, (), [player for player in players if player.asked_at is not None])
    for player in players:
        clocks.stop(match, player, now)
        player.asked_at = player.asked_since = None
    Player.objects.bulk_update(players, ["place", "score", *QUESTION_FIELDS])
    announce.lobby_moved()


def resign(user: User, match_id: str) -> int:
    """Leave a running match for good: last place; from three seats on a bot plays on."""
    with transaction.atomic():
        access, player = at_table(user, match_id)
        return leave_for_good(access, player, Event.Kind.RESIGN)


def leave_for_good(access: Access, player: Player, kind: str) -> int:
    """A player, whose match is locked and running, is out of it; the number of the event."""
    match = access.match
    before = standing_of(match)
    event = append(match, kind, player.seat, {})
    clocks.stop(match, player, event.at)
    player.left_at, player.left_by = event.number, kind
    player.bot = SUBSTITUTE
    if player.asked_at is not None:
        player.asked_since = event.at
        turned(match, (), [player])
    player.save(update_fields=["left_at", "left_by", "bot", *QUESTION_FIELDS])
    after = before.after_event(event)
    if match.seats == 2:
        finish(match, access.players, after)
    write_down(match)
    _keep(access, after)
    announce.match_moved(match.id, event.number)
    return event.number


def show_cards(user: User, match_id: str, cards: Sequence[str], to: Sequence[int]) -> int:
    """Show some of one's hand cards to some other seats; only they will ever see it.

    The server vouches that the cards were in the hand; it binds nobody. CannotShow.
    """
    with transaction.atomic():
        access, player = at_table(user, match_id)
        _require_allowed(user)
        match = access.match
        standing = standing_of(match)
        data = _shown(standing, player, cards, to)
        event = append(match, Event.Kind.SHOW, player.seat, data)
        match.save(update_fields=["last_number", "moved_at"])
        _keep(access, standing.after_event(event))
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
