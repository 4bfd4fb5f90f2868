"""The words of what is sent, in the reader's language: which table, with whom, where to go.

Nothing in them is a secret of the match: its number, its game, who sits there, a link.
"""

from __future__ import annotations

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.services.emails import verified_email
from games.matches.models import Match
from games.matches.services import time_source
from games.matches.services.turns import waiting_players
from games.notifications.models import Delivery, Mailing, PushDevice, Webhook
from games.notifications.services.channels import stop_token
from games.notifications.services.messages import (
    MailParcel,
    Parcel,
    PushParcel,
    WebhookParcel,
    encoded,
)
from games.titles.registry import game_of

LISTED = 20


def site(path: str) -> str:
    return f"{settings.SITE_URL}{path}"


def pack(delivery: Delivery) -> Parcel | None:
    """What to send for a delivery, as things stand now; None where there is no call for it."""
    user = delivery.user
    if not user.is_active:
        return None
    with translation.override(user.language or settings.LANGUAGE_CODE):
        if delivery.channel == Delivery.Channel.MAIL:
            return _mail(user, test=delivery.test)
        if delivery.channel == Delivery.Channel.PUSH:
            return _push(user, delivery)
        return _webhook(user, delivery)


def _waits(user: User, match: Match | None) -> bool:
    return match is not None and waiting_players().filter(user=user, match=match).exists()


def _names(match: Match, user: User) -> list[str]:
    return list(match.players.exclude(user=user).order_by("seat").values_list("name", flat=True))


def _mail(user: User, *, test: bool) -> MailParcel | None:
    address = verified_email(user)
    mailing = Mailing.objects.filter(user=user).first()
    off = mailing is not None and (
        mailing.mode == Mailing.Mode.NEVER or mailing.stopped_at is not None
    )
    if not address or (off and not test):
        return None
    tables = [] if test else _tables(user)
    if not tables and not test:
        return None
    stop = site(reverse("stop_mail", args=[stop_token(user)]))
    context = {
        "greeted": user,
        "tables": tables[:LISTED],
        "more": max(0, len(tables) - LISTED),
        "test": test,
        "all": site(reverse("your_turn")),
        "settings": site(reverse("notifications")),
        "stop": stop,
        "site_name": settings.SITE_NAME,
        "site": settings.SITE_URL,
    }
    text = render_to_string("notifications/email/your_turn.txt", context).strip() + "\n"
    headers = {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    return MailParcel(address, _subject(tables), text, headers)


def _subject(tables: list[dict[str, object]]) -> str:
    if not tables:
        return _("A test from {site}").format(site=settings.SITE_NAME)
    if len(tables) == 1:
        return _("Your turn at {game}").format(game=tables[0]["game"])
    count = len(tables)
    return ngettext("{n} table waits for you", "{n} tables wait for you", count).format(n=count)


def _tables(user: User) -> list[dict[str, object]]:
    """The tables that wait for somebody, but for live ones: for those a mail comes too late."""
    players = waiting_players().filter(user=user).exclude(match__pace=Match.Pace.LIVE)
    return [
        {
            "game": game_of(player.match.game).name,
            "with": ", ".join(_names(player.match, user)),
            "since": player.asked_since,
            "link": site(player.match.get_absolute_url()),
        }
        for player in players.select_related("match").order_by("asked_since")
    ]


def _push(user: User, delivery: Delivery) -> PushParcel | None:
    device: PushDevice | None = delivery.device
    if device is None or device.session_round != user.session_round:
        return None
    if delivery.test:
        said: dict[str, object] = {
            "title": _("It works"),
            "body": _("This is how {site} tells you that a table waits.").format(
                site=settings.SITE_NAME
            ),
            "url": reverse("notifications"),
            "tag": "test",
        }
        return PushParcel(device.endpoint, device.key, device.auth, encoded(said))
    match = delivery.match
    if match is None or device.stopped_at is not None or not _waits(user, match):
        return None
    said = {
        "title": _("Your turn at {game}").format(game=game_of(match.game).name),
        "body": _("At the table: {names}").format(names=", ".join(_names(match, user))),
        "url": match.get_absolute_url(),
        "tag": match.pk,
    }
    return PushParcel(device.endpoint, device.key, device.auth, encoded(said), match.pk)


def _webhook(user: User, delivery: Delivery) -> WebhookParcel | None:
    hook = Webhook.objects.filter(user=user).first()
    if hook is None:
        return None
    said: dict[str, object] = {"timestamp": time_source.now().isoformat(timespec="seconds")}
    if delivery.test:
        said = {"type": "test", **said, "data": {}}
    else:
        match = delivery.match
        if match is None or hook.stopped_at is not None or not _waits(user, match):
            return None
        link = site(match.get_absolute_url())
        said = {
            "type": "turn",
            **said,
            "data": {"match": match.pk, "game": match.game, "link": link},
        }
    return WebhookParcel(hook.url, hook.secret, f"msg_{delivery.pk}", encoded(said))
