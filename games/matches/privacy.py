"""What matches store about a user, and how their seats are given up."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.personal_data import PersonalData, Section
from games.matches.models import Event, Match, Player, Vacation
from games.matches.refusals import NotInstalled
from games.matches.services import commands, renaming

GOING_ON = Q(match__status__in=(Match.Status.OPEN, Match.Status.RUNNING))


def erase(user: User, name: str) -> None:
    """Resign a user's running matches, and show `name` in place of them in all their matches.

    The user's bots resign too: they may not play without an owner, and others would wait for them.
    """
    renaming.rename(user, name)
    running = _resign_all(user)
    for bot in user.bots.all():
        _resign_all(bot)
    # Pages and processes read the username again too, so it goes now and not with the account.
    Player.objects.filter(user=user, match__in=running).update(user=None)
    renaming.renew_names(running)


def _resign_all(user: User) -> list[str]:
    """Resign a user's running matches, and return their ids."""
    running = renaming.matches_of(user, Match.Status.RUNNING)
    for match_id in running:
        with suppress(NotInstalled):
            commands.resign(user, match_id)
    return running


def never_played() -> QuerySet[Match]:
    """Return tables closed before the first move, unless a player is charged with it."""
    past = timezone.now() - timedelta(days=settings.CHAT_DAYS)
    closed = Match.objects.filter(status=Match.Status.CLOSED, ended_at__lt=past, rematches=None)
    return closed.exclude(players__left_by=Event.Kind.ABORT, players__user__isnull=False)


PersonalData(
    exported=(
        Section(
            "matches",
            Player,
            "user",
            "match=match_id game=match__game status=match__status name seat"
            " started_at=match__started_at ended_at=match__ended_at place score left_by"
            " rated=match__rated uncounted=match__uncounted came_at called_off_at",
            only=~GOING_ON,
        ),
        Section(
            "going_on",
            Player,
            "user",
            "match=match_id game=match__game opened_at=match__opened_at",
            only=GOING_ON,
            covers=(),
        ),
        Section("tables_opened", Match, "host", "match=id game opened_at"),
        Section("vacations", Vacation, "user", "starts ends zone"),
    ),
    erase=erase,
    expired={"tables taken down": never_played},
    shown=lambda: {
        "tables": [
            (
                _(
                    "Matches: moves, places and the names at the table. Once your account is "
                    "deleted, yours is “Gone player”."
                ),
                _("Permanently: they are the other players’ matches too."),
            )
        ]
    },
).register()
