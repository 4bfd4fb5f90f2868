"""Users' matches, and their names in these."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

from django.db import transaction

from accounts.models import User
from games.matches import publish
from games.matches.models import Event, Match, Player
from games.matches.refusals import NotInstalled
from games.matches.services.append import Change, next_event, words_of
from games.matches.services.execute import Command, Table, execute

BATCH = 200


def matches_of(user: User, status: str) -> list[str]:
    """Return the ids of the matches of this status in which a user has a seat."""
    players = Player.objects.filter(user=user, left_at=None, match__status=status)
    return list(players.order_by("match_id").values_list("match_id", flat=True))


def rename(user: User, name: str) -> None:
    """Set a user's name in all their matches, and in the search of finished ones, in batches.

    The salt goes: with it anyone could find out whether a name is the former one.
    """
    while True:
        players = Player.objects.filter(user=user).exclude(name=name)
        batch = dict(players.order_by("pk").values_list("pk", "match_id")[:BATCH])
        if not batch:
            return
        with transaction.atomic():
            Player.objects.filter(pk__in=batch).update(name=name, salt="")
            finished = Match.objects.filter(pk__in=batch.values(), status=Match.Status.FINISHED)
            matches = list(finished.prefetch_related("players"))
            for match in matches:
                match.words = words_of(match.players.all())
            Match.objects.bulk_update(matches, ["words"])


def rename_at_tables(user: User) -> None:
    """Show a user's current name in all their matches, on open pages at once.

    A running match gets an event, which makes every page and every cache of every process read
    the names again.
    """
    rename(user, user.name)
    renew_names(matches_of(user, Match.Status.RUNNING))
    waiting = Match.objects.filter(players__user=user, status=Match.Status.OPEN)
    for match_id in waiting.values_list("id", flat=True):
        publish.match_moved(match_id, 0)
    publish.lobby_moved()


def renew_names(match_ids: Iterable[str]) -> None:
    """Make every page and process read the names, and usernames, at these matches again."""
    for match_id in match_ids:
        with suppress(NotInstalled):
            note_renaming(match_id)


def note_renaming(match_id: str) -> None:
    """Append an event to a running match after a player's name was changed.

    A process caches a match, names included, by the number of its newest event. With a new number
    every process reads the names again, and every open page gets a new table.

    Raises:
        NoSuchMatch: There is no such match.
        NotInstalled: Its game is not installed.
    """
    execute(Rename(match_id))


@dataclass(frozen=True)
class Rename(Command):
    """Give a running match a new number after a player's name was changed."""

    needs_store: ClassVar[bool] = True

    def judge(self, table: Table) -> Change | None:
        if table.access.match.status != Match.Status.RUNNING:
            return None
        event = next_event(table.access.match, Event.Kind.RENAME, None, {})
        return Change(table.access, event, table.state.after_event(event))
