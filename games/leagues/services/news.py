"""The news of leagues: to players, to members of a club, and to its webhook."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from accounts.models import User
from games.clubs.models import Club
from games.clubs.services.webhooks import send_news
from games.leagues.models import Fixture, League, LeaguePlayer, Season
from games.notifications.models import Notification
from games.notifications.services import inbox

REPEATABLE = ("league-changed", "league-proposed", "league-agreed")
"""News that organisers or players can cause again and again."""


def notify(league: League, users: Collection[int], what: str) -> None:
    """Notify players of a league's news; `what` is a key of the words for notifications."""
    inbox.notify(
        users,
        Notification.Kind.EVENT,
        f"{league.pk}:season",
        url=league.get_absolute_url(),
        facts={"event": league.title, "what": what},
        repeatable=what in REPEATABLE,
    )


def notify_members(league: League, club: Club, users: Collection[int], actor: User) -> None:
    """Notify the members of a club that a league of it takes players."""
    inbox.notify(
        users,
        Notification.Kind.CLUB,
        f"league:{league.pk}",
        url=league.get_absolute_url(),
        actor=actor,
        facts={"club": club.name, "event": league.title, "what": "league"},
    )


def send_to_club(season: Season, kind: str) -> None:
    """Send news such as `league-begins` to the webhook of the league's club, if it has one."""
    league = season.league
    if league.club is not None:
        send_news(
            *(league.club, kind, league.get_absolute_url()),
            league=league.pk,
            title=league.title,
            season=season.number,
            starts_at=season.starts_at.isoformat(),
        )


def notify_both(
    fixture: Fixture, what: str, *, at: datetime | None = None, zone: str = "UTC"
) -> None:
    """Notify both players of a fixture, each with the name of the other."""
    for own, other in ((fixture.first, fixture.second), (fixture.second, fixture.first)):
        notify_player(fixture, own, other, what, at=at, zone=zone)


def notify_player(
    fixture: Fixture,
    own: LeaguePlayer,
    other: LeaguePlayer,
    what: str,
    *,
    at: datetime | None = None,
    zone: str = "UTC",
    actor: User | None = None,
) -> None:
    """Notify one player of a fixture."""
    if own.user_id is None:
        return
    league = fixture.season.league
    facts = {"event": league.title, "what": what}
    if at is not None:
        facts |= {"at": at.isoformat(), "zone": zone}
    inbox.notify(
        {own.user_id},
        Notification.Kind.EVENT,
        f"fixture:{fixture.pk}",
        url=league.get_absolute_url(),
        actor=actor,
        person=other.user,
        facts=facts,
        repeatable=what in REPEATABLE,
    )


def name_of(player: LeaguePlayer) -> str:
    """Return a player's present name."""
    return player.name if player.user is None else player.user.name
