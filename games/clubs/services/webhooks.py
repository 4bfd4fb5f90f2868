"""The webhook of a club, which its founder sets, and the news that it gets."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.permissions import may_found_club
from accounts.refusals import require
from games.clubs.models import Club, ClubWebhook
from games.clubs.services.founding import ClubAccess, require_founder
from games.matches.models import Match, Player
from games.matches.refusals import NoSuchChannel
from games.notifications.models import Delivery
from games.notifications.services import group_webhooks


def webhook_of(access: ClubAccess) -> ClubWebhook | None:
    """Return a club's webhook, for its founder; raise NotAllowed for all others."""
    require_founder(access)
    return ClubWebhook.objects.filter(club=access.club).first()


def deliveries_of(hook: ClubWebhook | None) -> QuerySet[Delivery]:
    """Return what was sent to a club's webhook, or waits; nothing without one."""
    return Delivery.objects.none() if hook is None else Delivery.objects.filter(group_webhook=hook)


def set_webhook(access: ClubAccess, url: str) -> None:
    """Set the address that gets the news of a club, and turn it on again.

    Raises:
        NotAllowed: The visitor is not the founder, or may not write for others now.
        BadWebhook: The address is not one that the site sends to.
    """
    hook = webhook_of(access) or ClubWebhook(club=access.club)
    require(may_found_club(access.person))
    group_webhooks.fill(hook, access.person, url)
    hook.save()


def remove_webhook(access: ClubAccess) -> None:
    """Remove a club's webhook with its waiting deliveries; raise NotAllowed."""
    hook = webhook_of(access)
    if hook is not None:
        hook.delete()


def renew_secret(access: ClubAccess) -> None:
    """Replace the secret of a club's webhook; raise NotAllowed."""
    hook = webhook_of(access)
    if hook is not None:
        group_webhooks.renew_secret(hook)


def send_test(access: ClubAccess) -> None:
    """Queue a test; raise NotAllowed, NoSuchChannel or TooMany."""
    hook = webhook_of(access)
    if hook is None:
        raise NoSuchChannel(_("This isn’t set up yet, so there is nowhere to send to."))
    group_webhooks.send_test(hook)


def send_news(club: Club, kind: str, path: str = "", **data: object) -> None:
    """Queue news for a club's webhook, if there is one, in the transaction that makes it.

    Args:
        club: The club.
        kind: What happened, such as `member-joined`.
        path: The page about it; without one the club's.
        data: What else the program learns.
    """
    hook = ClubWebhook.objects.filter(club=club, stopped_at=None).first()
    if hook is not None:
        link = settings.SITE_URL + (path or club.get_absolute_url())
        group_webhooks.queue(hook, kind, {"club": club.slug, **data, "link": link})


def send_member(club: Club, kind: str, user: User) -> None:
    """Queue the news that a member joined or left."""
    send_news(club, kind, username=user.username, name=user.name)


def send_match(club: Club, match: Match, players: Iterable[Player]) -> None:
    """Queue the result of a public match between members."""
    seated = [
        {
            "username": None if player.user is None else player.user.username,
            "name": player.name,
            "place": player.place,
            "score": player.score,
        }
        for player in players
    ]
    path = match.get_absolute_url()
    send_news(club, "match-finished", path, match=match.pk, game=match.game, players=seated)
