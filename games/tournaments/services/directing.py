"""What the organisers of a tournament decide: pauses, results, removed players, its end."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.services.names import clean_about
from core.refusals import Refusal
from games.clubs.models import Membership
from games.events.models import Event
from games.events.services import registering
from games.events.services.finding import EventAccess, access_to
from games.events.services.planning import require_organises
from games.matches.refusals import BadEvent, NotAllowed, NotOpen
from games.matches.services import time_source
from games.tournaments.models import (
    REASON_LENGTH,
    Entrant,
    Ruling,
    Tournament,
    TournamentTable,
)
from games.tournaments.services import entering, running
from games.tournaments.services.news import moved, tell
from games.tournaments.services.state import here_among, lock_existing, result_of

CORRECTED_FOR = timedelta(days=2)
"""How long after its end a tournament's results may be corrected."""
RULINGS = 500
"""The most rulings of the directors of a tournament."""
Format = Tournament.Format


@transaction.atomic
def pause(access: EventAccess) -> None:
    """Pair no more rounds until `go_on`, at most for a week; matches that are played go on.

    Raises:
        NotAllowed: The visitor does not organise the tournament.
        NotOpen: It is not running.
    """
    _set_paused(_directed(access), paused=True)


@transaction.atomic
def go_on(access: EventAccess) -> None:
    """Pair rounds again after a pause; refusals as `pause`."""
    _set_paused(_directed(access), paused=False)


@transaction.atomic
def start_round(access: EventAccess) -> None:
    """Pair the next round now, without the rest of the break; refusals as `pause`.

    Raises:
        NotOpen: A round is being played, or too few players are here for the first one.
    """
    tournament = _directed(access)
    if tournament.next_at is None:
        raise NotOpen(_("This round is still being played."))
    if tournament.round == 0:
        here = len(here_among(tournament, tournament.entrants.all()))
        if here < running.FEWEST:
            words = _("Too few players are here to begin: {here} of at least {least}.")
            raise NotOpen(words, here=here, least=running.FEWEST)
    tournament.next_at, tournament.paused_at = time_source.now(), None
    tournament.save(update_fields=["next_at", "paused_at"])
    moved(tournament)


@transaction.atomic
def end(access: EventAccess) -> None:
    """End the tournament now; matches that are still played do not count. Refusals as `pause`."""
    tournament = _directed(access)
    Ruling.objects.create(tournament=tournament, by=access.person)
    running.end_now(tournament)


@transaction.atomic
def remove(access: EventAccess, entrant_id: int, reason: str) -> None:
    """Remove a player from the next rounds, for a reason that everyone may read.

    Raises:
        BadEvent: The reason is missing, or there is no such player.
        Refusal: as `pause`.
    """
    tournament = _directed(access)
    reason = _read_reason(tournament, reason)
    entrant = tournament.entrants.select_related("user").filter(pk=entrant_id).first()
    if entrant is None or entrant.removed:
        raise BadEvent(_("There is no such player."))
    entrant.removed = True
    if entrant.withdrawn_after is None:
        entrant.withdrawn_after = tournament.round
    entrant.save(update_fields=["removed", "withdrawn_after"])
    Ruling.objects.create(tournament=tournament, by=access.person, reason=reason, entrant=entrant)
    if entrant.user is not None:
        registering.remove(tournament.event, entrant.user)
        tell(tournament.event, {entrant.user.pk}, "removed")
    moved(tournament)


@transaction.atomic
def readmit(access: EventAccess, entrant_id: int) -> None:
    """Let a removed player back in, from the next round on; on the waiting list if it is full.

    Raises:
        BadEvent: No such player was removed.
        NotAllowed: The player may no longer register for the event.
        NotOpen: It is too late to join the tournament.
        Refusal: as `pause`.
    """
    tournament = _directed(access)
    removed = tournament.entrants.select_related("user").filter(removed=True)
    entrant = removed.filter(pk=entrant_id).first()
    if entrant is None or entrant.user is None:
        raise BadEvent(_("There is no such player."))
    entrant.removed = False
    entrant.save(update_fields=["removed"])
    try:
        entering.join(access_to(tournament.event, entrant.user))
    except NotOpen:
        raise
    except Refusal as refusal:
        # Its words are for the player, and may be about a sanction.
        words = _("{name} can’t register for this event at present.")
        raise NotAllowed(words, name=entrant.user.name) from refusal
    Ruling.objects.create(
        tournament=tournament,
        by=access.person,
        entrant=entrant,
        before={"removed": True},
        after={"removed": False},
    )
    tell(tournament.event, {entrant.user.pk}, "let-in")
    moved(tournament)


@transaction.atomic
def correct(
    access: EventAccess,
    round_number: int,
    table_number: int,
    places: Mapping[int, int | None],
    reason: str,
) -> TournamentTable:
    """Decide the result of a table, played or not, for a reason that everyone may read.

    A match that is still played goes on, and its result changes ratings, but not the tournament.

    Args:
        access: The event, and the visitor's part in it.
        round_number: The round.
        table_number: The table.
        places: The place of each entrant at the table; None for one who did not come.
        reason: Why.

    Raises:
        BadEvent: The reason is missing, or the places are impossible or those that it has.
        NotAllowed: Another organiser could decide about the visitor's own table.
        NotOpen: It is too late, or the next round of a knock-out has been paired.
        Refusal: as `pause`.
    """
    tournament = _directed(access, over=True)
    reason = _read_reason(tournament, reason)
    tables = tournament.tables.select_for_update(of=("self",))
    table = tables.filter(round=round_number, number=table_number).first()
    if table is None:
        raise BadEvent(_("There is no such table."))
    require_impartial(access, table)
    if tournament.format == Format.KNOCKOUT and table.round < tournament.round:
        raise NotOpen(_("The next round was paired from this result."))
    before, former = {"places": table.places, "absent": table.absent}, result_of(table)
    table.places, table.absent = _read_places(table, places)
    table.why = TournamentTable.Why.RULING
    if table.decided_at is None:
        table.decided_at = time_source.now()
    if result_of(table) == former:
        raise BadEvent(_("This is already the result. Choose other places."))
    table.save()
    Ruling.objects.create(
        tournament=tournament,
        by=access.person,
        reason=reason,
        table=table,
        before=before,
        after={"places": table.places, "absent": table.absent},
    )
    moved(tournament)
    people = Entrant.objects.filter(pk__in=table.seated).exclude(user=None)
    tell(tournament.event, {one.user_id for one in people if one.user_id}, "corrected")
    return table


def require_impartial(access: EventAccess, table: TournamentTable) -> None:
    """Raise NotAllowed for a player of the table, if the club has an organiser who is none."""
    entrants = Entrant.objects.filter(pk__in=table.seated).exclude(user=None)
    players = set(entrants.values_list("user", flat=True))
    if access.membership is None or access.membership.user_id not in players:
        return
    roles = (Membership.Role.FOUNDER, Membership.Role.ORGANISER)
    organisers = Membership.objects.filter(club=access.event.club_id, role__in=roles)
    if organisers.exclude(user__in=players).exists():
        raise NotAllowed(
            _("You play at this table yourself. Ask another organiser of the club to decide it.")
        )


def clean_reason(reason: str) -> str:
    """Return the reason for a decision, as it is stored; raise BadEvent."""
    try:
        reason = " ".join(clean_about(reason[: REASON_LENGTH + 1], REASON_LENGTH + 1).split())
    except ValidationError as invalid:
        raise BadEvent(invalid.messages[0]) from invalid
    if not reason or len(reason) > REASON_LENGTH:
        words = _("Give a reason of at most {most} characters. Everyone can read it.")
        raise BadEvent(words, most=REASON_LENGTH)
    return reason


def clear_reasons(event: Event) -> None:
    """Remove the reasons of organisers from a page whose texts a moderator has removed."""
    Ruling.objects.filter(tournament__event=event).update(reason="")
    for tournament in Tournament.objects.filter(event=event):
        moved(tournament)


def _set_paused(tournament: Tournament, *, paused: bool) -> None:
    if tournament.paused != paused:
        tournament.paused_at = time_source.now() if paused else None
        tournament.save(update_fields=["paused_at"])
        moved(tournament)


def _directed(access: EventAccess, *, over: bool = False) -> Tournament:
    """Return the tournament, locked, for its organiser; with `over` also shortly after its end."""
    require_organises(access)
    tournament = lock_existing(access.event.pk)
    if tournament.event.status == Event.Status.RUNNING:
        return tournament
    latest = None if tournament.ended_at is None else tournament.ended_at + CORRECTED_FOR
    if not over or latest is None or time_source.now() > latest:
        raise NotOpen(_("This tournament isn’t running."))
    return tournament


def _read_reason(tournament: Tournament, reason: str) -> str:
    reason = clean_reason(reason)
    if tournament.rulings.exclude(by=None).count() >= RULINGS:
        raise BadEvent(_("Too many results of this tournament were corrected."))
    return reason


def _read_places(
    table: TournamentTable, given: Mapping[int, int | None]
) -> tuple[list[int] | None, list[int]]:
    """Return the places in the order of seats, and the absent entrants; raise BadEvent."""
    if given.keys() != set(table.seated):
        raise BadEvent(_("Give each player at the table a place."))
    there = [place for place in given.values() if place is not None]
    absent = sorted(one for one, place in given.items() if place is None)
    if any(place != 1 + sum(other < place for other in there) for place in there):
        raise BadEvent(_("Players who tie share a place, and the next one is left out: 1, 1, 3."))
    if not there:
        return None, absent
    last = len(there) + 1
    places = (given[one] for one in table.seated)
    return [last if place is None else place for place in places], absent
