"""Limits on opening tables, taking them down, and inviting users by name.

The counts come from the database, so that all processes count together and a restart forgets none.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from math import ceil

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.services.blocks import ids_blocked_by
from games.lobby.models import Invitation
from games.matches.models import Match, Player
from games.matches.refusals import CannotInvite, TooMany
from games.matches.services import time_source
from games.matches.services.turns import of_levels
from games.titles.registry import slow_levels

WINDOW = timedelta(minutes=10)
OPENED_WITHIN = 30
CLOSED_WITHIN = 6
"""The most tables a user may open, and take down again, within the window."""
SLOW_EACH, SLOW_OF_GUEST = 3, 1
"""The most tables with slow bots at which a user, or a guest, may have a seat at once."""
INVITED_WITHIN = timedelta(days=1)
UNANSWERED_BY_ONE = 5
"""The most invitations without a seat that a host may send to one user within that time."""
NOTIFIED = 30
"""The same of all hosts; of more, the user is not notified, but the lobby shows them."""


def require_may_open(user: User) -> None:
    """Require that the user has opened and taken down few tables lately; raise TooMany.

    The user's row stays locked, so that simultaneous requests count each other.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    since = time_source.now() - WINDOW
    closed = Q(status=Match.Status.CLOSED, ended_at__gt=since)
    tables = Match.objects.filter(Q(opened_at__gt=since) | closed, host=user)
    tables = tables.exclude(terms__for_guests=True)
    counts = tables.aggregate(
        opened=Count("pk", filter=Q(opened_at__gt=since)), closed=Count("pk", filter=closed)
    )
    if counts["closed"] >= CLOSED_WITHIN:
        words = _("You have closed many tables lately. Open the next one in ten minutes.")
        raise _until_forgotten(TooMany(words), tables.filter(closed), "ended_at", CLOSED_WITHIN)
    if counts["opened"] >= OPENED_WITHIN:
        words = _("You have opened many tables lately. Open the next one in ten minutes.")
        raise _until_forgotten(TooMany(words), tables, "opened_at", OPENED_WITHIN)


def _until_forgotten(refusal: TooMany, tables: QuerySet[Match], column: str, most: int) -> TooMany:
    """Set the seconds after which fewer than `most` tables are within the window."""
    oldest = tables.order_by(f"-{column}").values_list(column, flat=True)[most - 1]
    refusal.wait = ceil((oldest + WINDOW - time_source.now()).total_seconds())
    return refusal


def require_thinking_time(match: Match, players: Iterable[Player]) -> None:
    """Require that no person at a table with slow bots has a seat at many such tables.

    The bots of all users think in a few processes. The caller has locked the row of the user who
    acts, so that simultaneous requests count each other.

    Raises:
        TooMany: A person there has.
    """
    people = [player.user_id for player in players if player.user_id is not None]
    if not people or not _slow_seats().filter(match=match).exists():
        return
    seats = _slow_seats().filter(user__in=people).order_by()
    counts = seats.values_list("user", "user__guest_until").annotate(tables=Count("pk"))
    for _user, guest_until, tables in counts:
        if guest_until is not None and tables > SLOW_OF_GUEST:
            raise TooMany(
                _(
                    "Guests can play one match at a time with bots that take time to think."
                    " Finish it first, choose a weaker bot, or create an account."
                )
            )
        if tables > SLOW_EACH:
            alone = _(
                "You already play at {most} tables with bots that take time to think."
                " Finish a match there first, or choose a weaker bot."
            )
            together = _(
                "A player here already plays at {most} tables with bots that take time to think."
                " Finish a match there first, or choose a weaker bot."
            )
            raise TooMany(alone if len(people) == 1 else together, most=SLOW_EACH)


def _slow_seats() -> QuerySet[Player]:
    """Select the people's seats at tables where slow bots play, or may fill the free seats."""
    levels = slow_levels()
    fills = Q(pk__in=())
    for slug, level in levels:
        fills |= Q(match__game=slug, match__challenge__fill=level)
    slow = Player.objects.filter(of_levels(levels), match=OuterRef("match"))
    seats = Player.objects.filter(user__isnull=False, left_at=None)
    waiting = seats.filter(match__status__in=(Match.Status.OPEN, Match.Status.RUNNING))
    return waiting.filter(Exists(slow) | fills)


def require_may_invite(host: User, guest: User) -> None:
    """Require that the host does not pester a guest; raise CannotInvite.

    The host's row stays locked, so that simultaneous requests count each other.
    """
    User.objects.select_for_update(no_key=True).get(pk=host.pk)
    if _unanswered(guest).filter(match__host=host).count() >= UNANSWERED_BY_ONE:
        words = _("You have invited {name} often enough for today.")
        raise CannotInvite(words, name=guest.name)


def may_notify(guest: User) -> bool:
    """Return whether a user is to be notified of one more invitation today.

    Only this user sees a difference: to refuse the invitation instead would show the hosts whether
    earlier ones counted, which those by hosts that the user has blocked do not.
    """
    seen = _unanswered(guest).exclude(match__host__in=ids_blocked_by(guest.pk))
    return seen.count() < NOTIFIED


def _unanswered(guest: User) -> QuerySet[Invitation]:
    lately = Invitation.objects.filter(user=guest, at__gt=time_source.now() - INVITED_WITHIN)
    return lately.filter(match__former=None).exclude(match__players__user=guest)
