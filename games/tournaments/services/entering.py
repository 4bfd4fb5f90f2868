"""Players enter a tournament by their registration, say that they are here, and withdraw."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.models import User
from games.events.models import Event, Registration
from games.events.services import registering
from games.events.services.finding import EventAccess
from games.ladders.services import ratings
from games.matches.refusals import NotAllowed, NotOpen
from games.matches.services import time_source
from games.tournaments.models import Entrant, Tournament
from games.tournaments.services.news import moved
from games.tournaments.services.planning import PLAYERS
from games.tournaments.services.state import here_among, lock_existing, takes_late

OVER = _("This tournament is over.")
CLOSED = _("This tournament has begun. Its schedule has no room for more players.")


def join(access: EventAccess) -> Registration:
    """Register the visitor for a tournament, and enter it if it runs and a place is free.

    Raises:
        Refusal: `games.events.services.registering.register` refuses it.
    """
    with transaction.atomic():
        own = registering.register(access)
        _sync_if_begun(access.event)
    return own


def withdraw(access: EventAccess) -> None:
    """Take the visitor out of a tournament: of the next rounds, if it runs.

    A match that is being played goes on, and counts.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotOpen: The tournament is over.
    """
    with transaction.atomic():
        registering.leave(access)
        _sync_if_begun(access.event)


@transaction.atomic
def be_here(access: EventAccess) -> None:
    """Note that a player is here, and gets a table in the next round.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotAllowed: The visitor has no place in the tournament.
        NotOpen: It has not begun, or is over.
    """
    user = access.person
    tournament = lock_existing(access.event.pk)
    if tournament.event.status != Event.Status.RUNNING:
        raise NotOpen(_("This tournament isn’t running."))
    sync(tournament)
    own = tournament.entrants.filter(user=user, withdrawn_after=None).first()
    if own is None:
        raise NotAllowed(_("You have no place in this tournament."))
    own.here_at, own.away = time_source.now(), False
    own.save(update_fields=["here_at", "away"])
    start_if_all_here(tournament)
    moved(tournament)


def start_if_all_here(tournament: Tournament) -> None:
    """Let the first round of a tournament that was begun early wait for no time; its row is locked.

    At the planned time it waits: players open the site at that time, and some register then.
    """
    began = tournament.began_at
    if tournament.round or began is None or began >= tournament.event.starts_at:
        return
    playing = list(tournament.entrants.filter(withdrawn_after=None))
    if PLAYERS[0] <= len(playing) == len(here_among(tournament, playing)):
        tournament.next_at = time_source.now()
        tournament.save(update_fields=["next_at"])


def require_open(event: Event, user: User) -> None:
    """Require that a user may still enter the tournament of an event; not all events have one.

    Raises:
        NotOpen: Its schedule is fixed, or the last round is played.
        NotAllowed: The organiser has removed the user.
    """
    tournament = Tournament.objects.filter(event=event).first()
    if tournament is None:
        return
    own = tournament.entrants.filter(user=user).first()
    if own is not None and own.removed:
        raise NotAllowed(_("The organiser has removed you from this tournament."))
    if tournament.round and not takes_late(tournament):
        raise NotOpen(CLOSED)
    if tournament.rounds and tournament.round >= tournament.rounds:
        raise NotOpen(_("The last round has begun."))


def sync(tournament: Tournament) -> int:
    """Enter the players who have a place, and withdraw those who have none; its event is locked.

    Returns:
        How many players that concerns.
    """
    event = tournament.event
    places = set(event.registrations.filter(waiting=False).values_list("user_id", flat=True))
    known = {one.user_id: one for one in tournament.entrants.exclude(user=None)}
    fixed = tournament.round > 0 and not takes_late(tournament)
    new = [] if fixed else sorted(places - known.keys())
    users = User.objects.in_bulk(new)
    Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            user=users[user],
            rating=ratings.rating_of(users[user], event.games[0], tournament.size),
            first_round=tournament.round + 1,
        )
        for user in new
    )
    changed = list(tournament.entrants.filter(user=None, withdrawn_after=None))
    for one in changed:
        one.withdrawn_after = tournament.round
    for user, one in known.items():
        if user not in places and one.withdrawn_after is None:
            one.withdrawn_after = tournament.round
            changed.append(one)
        elif user in places and one.withdrawn_after is not None and not (fixed or one.removed):
            one.withdrawn_after, one.away = None, False
            changed.append(one)
    Entrant.objects.bulk_update(changed, ["withdrawn_after", "away"])
    if new or changed:
        moved(tournament)
    return len(new) + len(changed)


def _sync_if_begun(event: Event) -> None:
    tournament = lock_existing(event.pk)
    if tournament.event.status == Event.Status.RUNNING:
        sync(tournament)
