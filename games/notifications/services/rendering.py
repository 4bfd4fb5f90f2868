"""The text of deliveries in the reader's language: the table, its players, the link.

It holds no secret of the match: only its id, its game, its players and a link. A notification is
the sentence that its user reads on the site too.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import prefetch_related_objects
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.services.emails import verified_email
from accounts.services.guests import name_in_words
from accounts.services.readers import written_for
from core.languages.direction import isolated
from core.languages.local_time import moment_words
from games.matches.models import Match, Player
from games.matches.presenters.clocks import time_left_words
from games.matches.services import time_source
from games.matches.services.turns import by_deadline, deadline_of, waiting_players
from games.notifications.hooks import dates_of
from games.notifications.models import (
    Delivery,
    GroupWebhook,
    Mailing,
    Notification,
    PushDevice,
    Webhook,
)
from games.notifications.services import inbox
from games.notifications.services.channels import stop_token
from games.notifications.services.choices import TURN, choice_of
from games.notifications.services.digests import end_of_tomorrow
from games.notifications.services.messages import (
    Result,
    encoded,
    send_mail,
    send_push,
    send_webhook,
)
from games.notifications.services.reminders import is_answered
from games.notifications.services.scheduling import is_fleeting
from games.notifications.words import facts_of, sentence_of
from games.titles.registry import game_of

LISTED = 20
Send = Callable[[], Result]
"""Sends a complete message, without the database."""


def absolute_url(path: str) -> str:
    return f"{settings.SITE_URL}{path}"


def render_delivery(delivery: Delivery) -> Send | None:
    """Return a function that sends a delivery, rendered now, or None if it is obsolete."""
    user, match = delivery.user, delivery.match
    if not user.is_active:
        return None
    with written_for(user):
        if delivery.group_webhook is not None:
            return _group_webhook(delivery, delivery.group_webhook)
        if delivery.channel == Delivery.Channel.MAIL:
            return _mail(user, test=delivery.test)
        if delivery.notification is not None:
            return _news(delivery, delivery.notification)
        waiting = waiting_players().filter(user=user, match=match).select_related("match")
        player = None if delivery.test else waiting.first()
        if player is None and not delivery.test:
            return None
        if delivery.channel == Delivery.Channel.PUSH:
            return _push(user, player, delivery.device)
        return _webhook(user, match, f"msg_{delivery.pk}")


def _names(match: Match, user: User) -> str:
    players = match.players.exclude(user=user).order_by("seat")
    names = players.values_list("name", flat=True)
    return ", ".join(isolated(name_in_words(name)) for name in names)


def _mail(user: User, *, test: bool) -> Send | None:
    address = verified_email(user)
    mailing = Mailing.objects.filter(user=user).first() or Mailing()
    off = mailing.mode == Mailing.Mode.NEVER or mailing.stopped_at is not None
    tables = [] if test else _tables(user)
    news = [] if test else _unread(user, mailing)
    daily = mailing.mode == Mailing.Mode.DAILY and not test
    dates = _dates(user) if daily else []
    if not address or (not test and (off or not (tables or news or dates))):
        return None
    stop = absolute_url(reverse("stop_mail", args=[stop_token(user)]))
    context = {
        "greeted": user,
        "tables": tables[:LISTED],
        "more": max(0, len(tables) - LISTED),
        "news": [{"sentence": sentence_of(one), "link": link_of(one)} for one in news[:LISTED]],
        "dates": dates[:LISTED],
        "daily": daily,
        "test": test,
        "all": absolute_url(reverse("notices")),
        "settings": absolute_url(reverse("notifications")),
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
    message = EmailMessage(_subject(tables, news, dates), text, to=[address], headers=headers)
    return partial(send_mail, message)


def link_of(notification: Notification) -> str:
    """Return the link that leads to the subject of a notification, and marks it as read."""
    return absolute_url(reverse("notice", args=[notification.pk]))


def _dates(user: User) -> list[dict[str, object]]:
    """Return what a user has agreed to come to, until the end of tomorrow."""
    now = time_source.now()
    return [
        {"at": moment_words(one.at), "name": isolated(one.name), "link": absolute_url(one.path)}
        for one in dates_of(user, now, end_of_tomorrow(user, now))
    ]


def _subject(
    tables: list[dict[str, object]], news: list[Notification], dates: list[dict[str, object]]
) -> str:
    # A mail that only counted the tables would look like the one before.
    if reminder := next((one for one in news if one.kind == Notification.Kind.DEADLINE), None):
        return sentence_of(reminder)
    if dates and not tables and not news:
        return _("Soon: {event}").format(event=dates[0]["name"])
    if not tables and not news:
        return _("Test from {site}").format(site=settings.SITE_NAME)
    if not tables:
        if len(news) == 1:
            return sentence_of(news[0])
        return ngettext("{n} notification", "{n} notifications", len(news)).format(n=len(news))
    if len(tables) == 1:
        return _("Your turn in {game}").format(game=tables[0]["game"])
    count = len(tables)
    return ngettext("{n} table is waiting for you", "{n} tables are waiting for you", count).format(
        n=count
    )


def _tables(user: User) -> list[dict[str, object]]:
    """Return the tables that wait for a user, except live ones: for those a mail comes too late."""
    if Delivery.Channel.MAIL not in choice_of(user)[TURN]:
        return []
    players = waiting_players().filter(user=user).exclude(match__pace=Match.Pace.LIVE)
    return [
        {
            "game": game_of(player.match.game).name,
            "with": _names(player.match, user),
            "since": player.asked_since,
            "left": _time_left(player),
            "link": absolute_url(player.match.get_absolute_url()),
        }
        for player in sorted(players.select_related("match"), key=_deadline_first)
    ]


def _deadline_first(player: Player) -> tuple[datetime, datetime]:
    return by_deadline(deadline_of(player.match, player), player.asked_since)


def _time_left(player: Player) -> str:
    """Return the time left of a player who is asked in words, or "" without a clock."""
    deadline = deadline_of(player.match, player)
    return "" if deadline is None else time_left_words(deadline, time_source.now())


def _unread(user: User, mailing: Mailing) -> list[Notification]:
    """Return a user's unread notifications since the last mail, of the kinds wanted by mail."""
    choice, news = choice_of(user), inbox.unread(user.pk)
    prefetch_related_objects(news, "actor", "person", "match")
    return [
        one
        for one in news
        if Delivery.Channel.MAIL in choice[one.kind]
        and not is_fleeting(one)
        and not is_answered(one)
        and (mailing.mailed_at is None or one.made_at > mailing.mailed_at)
    ]


def _news(delivery: Delivery, notification: Notification) -> Send | None:
    """Return a function that sends a notification, or None once it was read or settled."""
    user, device = delivery.user, delivery.device
    if notification.read_at is not None or is_answered(notification):
        return None
    if delivery.channel == Delivery.Channel.WEBHOOK:
        return _webhook_news(user, notification, f"msg_{delivery.pk}")
    if device is None or device.session_round != user.session_round or device.stopped_at:
        return None
    waiting = waiting_players().filter(user=user).count() + len(inbox.unread(user.pk))
    content: dict[str, object] = {
        "title": settings.SITE_NAME,
        "body": sentence_of(notification),
        "url": reverse("notice", args=[notification.pk]),
        "tag": f"news-{notification.pk}",
        "waiting": waiting,
    }
    return partial(send_push, device.endpoint, device.key, device.auth, encoded(content))


def _webhook_news(user: User, notification: Notification, message_id: str) -> Send | None:
    hook = Webhook.objects.filter(user=user, stopped_at=None).first()
    if hook is None:
        return None
    actor, match = notification.actor, notification.match
    data = {
        **facts_of(notification),
        "from": None if actor is None else actor.username,
        "match": None if match is None else match.pk,
        "game": notification.facts.get("game") if match is None else match.game,
        "link": link_of(notification),
    }
    content: dict[str, object] = {
        "type": notification.kind,
        "timestamp": time_source.now().isoformat(timespec="seconds"),
        "data": data,
    }
    return partial(send_webhook, hook.url, hook.secret, message_id, encoded(content))


def _group_webhook(delivery: Delivery, hook: GroupWebhook) -> Send | None:
    if delivery.content is None or (hook.stopped_at is not None and not delivery.test):
        return None
    body = encoded(delivery.content)
    return partial(send_webhook, hook.url, hook.secret, f"msg_{delivery.pk}", body)


def _push(user: User, player: Player | None, device: PushDevice | None) -> Send | None:
    """Return a function that pushes a player's turn, or a test without a player."""
    if device is None or device.session_round != user.session_round:
        return None
    if player is None:
        body = _("This is how {site} lets you know that a table is waiting.")
        content: dict[str, object] = {
            "title": _("It works!"),
            "body": body.format(site=settings.SITE_NAME),
            "url": reverse("notifications"),
            "tag": "test",
        }
    elif device.stopped_at is not None:
        return None
    else:
        match, left = player.match, _time_left(player)
        names = _("At the table: {names}").format(names=_names(match, user))
        content = {
            "title": _("Your turn in {game}").format(game=game_of(match.game).name),
            "body": f"{names} · {left}" if left else names,
            "url": match.get_absolute_url(),
            "tag": match.pk,
            "waiting": waiting_players().filter(user=user).count(),
        }
    topic = "" if player is None else player.match_id
    return partial(send_push, device.endpoint, device.key, device.auth, encoded(content), topic)


def _webhook(user: User, match: Match | None, message_id: str) -> Send | None:
    """Return a function that posts a match's turn, or a test without a match."""
    hook = Webhook.objects.filter(user=user).first()
    if hook is None or (match is not None and hook.stopped_at is not None):
        return None
    content: dict[str, object] = {
        "type": "test" if match is None else "turn",
        "timestamp": time_source.now().isoformat(timespec="seconds"),
        "data": {},
    }
    if match is not None:
        link = absolute_url(match.get_absolute_url())
        content["data"] = {"match": match.pk, "game": match.game, "link": link}
    return partial(send_webhook, hook.url, hook.secret, message_id, encoded(content))
