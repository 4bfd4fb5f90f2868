"""Whose turn it is: the questions put to the seats, and the tables that wait for somebody."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from fastpath.statements import update
from games.engine.contract import Position
from games.matches import announce
from games.matches.access import Access
from games.matches.models import Event, Match, Player
from games.matches.services import clocks
from games.matches.services.event_store import installed
from games.matches.signals import seats_asked

QUESTION_FIELDS = ("asked_at", "asked_since", *clocks.CLOCK_FIELDS)


def waiting_players() -> QuerySet[Player]:
    """The seats that people owe a decision at, where the match can go on."""
    return Player.objects.filter(
        installed("match__"),
        asked_at__isnull=False,
        left_at=None,
        bot="",
        match__status=Match.Status.RUNNING,
    )


def waiting_count(user_id: int, *, but: str | None = None) -> int:
    """How many tables wait for somebody; `but`: a match not to count."""
    return waiting_players().filter(user=user_id).exclude(match=but).count()


def announce_turns(match: Match, asked: Iterable[Player], freed: Iterable[Player] = ()) -> None:
    """Send `seats_asked` for people newly asked; announce it to them and to those asked no more."""
    people = [player for player in asked if player.person and player.user_id is not None]
    if people:
        seats_asked.send(Match, players=people)
    users = {player.user_id for player in (*people, *freed) if player.user_id is not None}
    announce.turns_moved(match.id, users)


def put_questions(access: Access, before: Position, after: Position, event: Event) -> None:
    """Write the questions and clocks that follow from an event, and announce whose turn it is."""
    for player in access.players:
        asked_anew = _ask_seat(player, before, after, event)
        clock_turned = clocks.turn(access.match, player, after, event.seat, event.at)
        if asked_anew or clock_turned:
            update(player, QUESTION_FIELDS)
    clocks.set_answer_by(access.match, before, after, event.at)
    was, now = before.to_move(), after.to_move()
    newly = [player for player in access.players if player.seat in now and player.seat not in was]
    freed = [player for player in access.players if player.seat in was and player.seat not in now]
    announce_turns(access.match, newly, freed)


def _ask_seat(player: Player, before: Position, after: Position, event: Event) -> bool:
    """Set the new question of one seat; False if it stays as it was, since its choices did.

    Whoever brought the event about is asked anew: a second click on the same button is stale.
    """
    seat, asked, still_asked = player.seat, after.to_move(), before.to_move()
    if seat is None or (seat not in asked and seat not in still_asked):
        return False
    if seat not in asked:
        player.asked_at = player.asked_since = None
        return True
    if event.seat == seat or seat not in still_asked or before.moves(seat) != after.moves(seat):
        player.asked_at, player.asked_since = event.number, event.at
        return True
    return False
