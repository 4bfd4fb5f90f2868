"""A user's waiting tables, the settings of notifications, and the log of deliveries, for pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import TypedDict

from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Sanction, User
from accounts.services.emails import unverified_email, verified_email
from accounts.services.sessions import device_name
from games.lobby.models import Callers
from games.lobby.presenters.lobby import OpenTable, my_tables
from games.lobby.presenters.reveals import reveal_requests
from games.lobby.services.callers import callers_of
from games.matches.presenters.clocks import time_left_words
from games.matches.services import time_source
from games.matches.services.turns import Waiting, by_deadline, waiting_matches
from games.notifications.models import Delivery, Mailing, Notification, NotificationChoice, Webhook
from games.notifications.services.choices import BELL_ONLY, CHANNELS, KINDS, TURN, choice_of
from games.notifications.services.dispatch import STOPS_AFTER
from games.notifications.services.inbox import unread
from games.notifications.services.reminders import HOURS, remind_hours_of
from games.notifications.services.webpush import public_key
from games.notifications.words import sentence_of
from games.titles.registry import all_games, game_of

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
SHOWN = 20
PUSHED = (Sanction.Kind.MUTE, Sanction.Kind.UNRATED)
"""Sanctions of which a notification tells, and which open pages show when they are given."""
NOTES = {
    "timeout": gettext_lazy("No response in time."),
    "no-answer": gettext_lazy("No server responded."),
    "unknown-host": gettext_lazy("This name doesn’t lead to a public address."),
    "private": gettext_lazy("The address leads to a private network. We don’t send there."),
    "tls": gettext_lazy("Its certificate isn’t trusted."),
    "redirect": gettext_lazy("It redirects to another address. We don’t follow redirects."),
    "gone": gettext_lazy("The address no longer exists."),
    "mail-refused": gettext_lazy("The mail server doesn’t accept mail for this address."),
    "mail-server": gettext_lazy("Our mail server could not be reached."),
}


def render_bell(
    user: User,
    but: str | None = None,
    *,
    oob: bool = False,
    waiting: Sequence[Waiting] | None = None,
) -> SafeString:
    """Render the number of a user's waiting tables and news; `but` is the match that is shown.

    The newest one is announced in a sentence, for pages that show something else. The bell also
    lists the tables that wait for a nonce of the user's browser: its script reveals it. On the page
    of the match `but` it has the next table, which static/js/next-table.js offers. `waiting`: the
    tables, if they have been read.
    """
    waiting = waiting_matches(user.pk, but=but) if waiting is None else waiting
    begun = f"{Notification.Kind.BEGUN}:{but}"
    news = [one for one in unread(user.pk) if one.key != begun]
    context = {
        "count": len(waiting) + len(news),
        "tables": len(waiting),
        "news": len(news),
        "newest": _newest(waiting, news),
        "next": next_of(waiting) if but else None,
        "others": bool(but),
        "reveals": reveal_requests(user.pk, but=but),
        "oob": oob,
    }
    return render_to_string("notifications/_bell.html", context)


@dataclass(frozen=True)
class NextTable:
    """The table to go to after a move, and the number of tables that wait."""

    url: str
    count: int


def next_of(waiting: Sequence[Waiting]) -> NextTable | None:
    """Return the table with the first deadline."""
    if not waiting:
        return None
    first = min(waiting, key=lambda one: by_deadline(one.deadline, one.since))
    return NextTable(reverse("match", args=[first.id]), len(waiting))


def _newest(waiting: Sequence[Waiting], news: Sequence[Notification]) -> dict[str, str] | None:
    """Return the newest item to announce, its sentence and its link.

    Kinds that only the bell counts are not announced: they would cover the end of the winner's
    match. Nor is a mute: open pages show it with its reason, which the same words would cover.
    """
    asked_at = waiting[0].since or LONG_AGO if waiting else LONG_AGO
    announced = (one for one in news if one.kind not in BELL_ONLY and not _is_on_pages(one))
    latest = next(announced, None)
    if latest is not None and latest.made_at >= asked_at:
        url = reverse("notice", args=[latest.pk])
        words = sentence_of(latest)
        return {"url": url, "page": latest.url, "sentence": words, "act": _("Take a look")}
    if not waiting:
        return None
    newest = waiting[0]
    words = _("{game} is waiting for your answer.").format(game=game_of(newest.game).name)
    if newest.deadline is not None:
        left = time_left_words(newest.deadline, time_source.now())
        words = _("{game} is waiting for your answer: {left}.").format(
            game=game_of(newest.game).name, left=left
        )
    url = reverse("match", args=[newest.id])
    return {"url": url, "sentence": words, "act": _("Go to the table")}


def _is_on_pages(one: Notification) -> bool:
    """Return whether it is about a sanction that was pushed to the open pages of its user."""
    return one.facts.get("sanction") in PUSHED and not one.facts.get("lifted")


class YourTurn(TypedDict):
    waiting: list[OpenTable]
    others: list[OpenTable]


def your_turn(user: User) -> YourTurn:
    """Return the tables that wait for a user, by deadline, and those where others decide."""
    tables = [table for table in my_tables(user) if table.running]
    return {
        "waiting": [table for table in tables if table.my_turn],
        "others": [table for table in tables if not table.my_turn],
    }


def browsers(user: User) -> list[dict[str, object]]:
    """Return a user's browsers; the page's script recognises its own by `mark`."""
    return [
        {
            "id": device.pk,
            "name": device_name(device.user_agent),
            "added_at": device.added_at,
            "stopped": device.stopped_at is not None or device.session_round != user.session_round,
            "mark": sha256(device.endpoint.encode()).hexdigest(),
        }
        for device in user.push_devices.all()
    ]


def describe_note(note: str) -> str:
    """Return why a try failed, or ""."""
    if note.startswith("status-"):
        return _("It answered with error {status}.").format(status=note.removeprefix("status-"))
    return str(NOTES.get(note, _("Something went wrong here."))) if note else ""


def settings_context(user: User) -> dict[str, object]:
    """Return a user's channels, the latest deliveries, and whether one is on its way."""
    hook = Webhook.objects.filter(user=user).first()
    return {
        **log_context(Delivery.objects.filter(user=user, group_webhook=None)),
        "mailing": Mailing.objects.filter(user=user).first() or Mailing(user=user),
        "modes": Mailing.Mode.choices,
        "email": verified_email(user),
        "unverified": unverified_email(user),
        "push_key": public_key(),
        "devices": browsers(user),
        "hook": hook,
        "url": hook.url if hook else "",
        "stops_after": STOPS_AFTER,
        "example": next(iter(all_games())).slug,
        "kinds": choice_rows(user),
        "quiet": NotificationChoice.objects.filter(user=user).first(),
        "remind_hours": remind_hours_of(user),
        "all_hours": HOURS,
        "day_hours": range(24),
        "callers": callers_of(user),
        "all_callers": Callers.choices,
        "log_url": reverse("notifications"),
    }


def log_context(deliveries: QuerySet[Delivery]) -> dict[str, object]:
    """Return the newest of these deliveries for `_deliveries.html`, which also needs `log_url`."""
    recent = deliveries.select_related(
        *("match", "device"),
        *("notification__actor", "notification__person", "notification__match"),
    )[:SHOWN]
    # Deliveries that are not due yet are hidden, except tests and those tried before.
    shown = [one for one in recent if one.done_at or one.test or one.tries]
    now = time_source.now()
    return {
        "log": [_log_line(one) for one in shown],
        "moving": any(one.state == Delivery.State.WAITING and one.due_at <= now for one in shown),
    }


def choice_rows(user: User) -> list[dict[str, object]]:
    """Return each kind of news in words, and whether its user wants it by each channel."""
    chosen, channels = choice_of(user), dict(Delivery.Channel.choices)
    names = {TURN: _("It’s my turn"), **dict(Notification.Kind.choices)}
    return [
        {
            "name": names[kind],
            "channels": [
                {"value": f"{kind}:{one}", "name": channels[one], "on": one in chosen[kind]}
                for one in CHANNELS
            ],
        }
        for kind in KINDS
    ]


def _log_line(one: Delivery) -> dict[str, object]:
    if one.test:
        about, link = _("Test"), ""
    elif one.notification is not None:
        about, link = sentence_of(one.notification), one.notification.url
    elif one.group_webhook_id is not None:
        about, link = one.key.split(":")[1], ""
    elif one.match is None:
        about, link = _("All waiting tables"), ""
    else:
        about, link = game_of(one.match.game).name, one.match.get_absolute_url()
    where = device_name(one.device.user_agent) if one.device else one.get_channel_display()
    failed_once = one.state == Delivery.State.WAITING and one.note
    return {
        "delivery": one,
        "about": about,
        "link": link,
        "where": where,
        "note": describe_note(one.note),
        "at": one.done_at or one.made_at,
        "again_at": one.due_at if failed_once else None,
    }
