"""Whose turn it is, the settings of notifications, and what was sent lately, for the pages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.services.emails import unverified_email, verified_email
from accounts.services.sessions import device_name
from games.lobby.models import Callers
from games.lobby.presenters.lobby import my_tables
from games.lobby.presenters.reveals import reveal_requests
from games.lobby.services.callers import callers_of
from games.matches.services import time_source
from games.matches.services.turns import Waiting, waiting_matches
from games.notifications.models import Delivery, Mailing, Notification, Webhook
from games.notifications.services.choices import BELL_ALONE, CHANNELS, TURN, choice_of
from games.notifications.services.dispatch import STOPS_AFTER
from games.notifications.services.inbox import unread
from games.notifications.services.webpush import public_key
from games.notifications.words import sentence_of
from games.titles.registry import all_games, game_of

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
SHOWN = 20
NOTES = {
    "timeout": gettext_lazy("No answer in time."),
    "no-answer": gettext_lazy("Nobody answered there."),
    "unknown-host": gettext_lazy("There is no such address."),
    "private": gettext_lazy("The address leads to a private network. We do not send there."),
    "tls": gettext_lazy("Its certificate is not to be trusted."),
    "redirect": gettext_lazy("It points to another address. We do not follow."),
    "gone": gettext_lazy("Nobody is there any more."),
    "mail-refused": gettext_lazy("The mail server does not take mail for this address."),
    "mail-server": gettext_lazy("Our mail server could not be reached."),
}


def render_bell(user: Any, but: str | None = None, *, oob: bool = False) -> SafeString:
    """How much waits for a user, tables and news; on the page of a match, how much else.

    What came last is called out in its own words, for pages where something else is looked at. And
    which tables wait for a nonce that the user's browser has: its script reveals it.
    """
    waiting, news = waiting_matches(user.pk, but=but), unread(user.pk)
    context = {
        "count": len(waiting) + len(news),
        "tables": len(waiting),
        "news": len(news),
        "newest": _newest(waiting, news),
        "others": bool(but),
        "reveals": reveal_requests(user.pk, but=but),
        "oob": oob,
    }
    return render_to_string("notifications/_bell.html", context)


def _newest(waiting: Sequence[Waiting], news: Sequence[Notification]) -> dict[str, str] | None:
    """What to call out: the newest of both, its sentence and where it leads.

    What is only counted asks nobody to come: it would hide the end of a match from its winner.
    """
    asked_at = waiting[0].since or LONG_AGO if waiting else LONG_AGO
    latest = next((one for one in news if one.kind not in BELL_ALONE), None)
    if latest is not None and latest.made_at >= asked_at:
        url = reverse("notice", args=[latest.pk])
        return {"url": url, "sentence": sentence_of(latest), "act": _("Have a look")}
    if not waiting:
        return None
    words = _("{game} waits for your answer.").format(game=game_of(waiting[0].game).name)
    url = reverse("match", args=[waiting[0].id])
    return {"url": url, "sentence": words, "act": _("To the table")}


def your_turn(user: Any) -> dict[str, Any]:
    """The tables that wait for a user, the longest first, and those where others decide."""
    tables = [table for table in my_tables(user) if table.running]
    mine = [table for table in tables if table.my_turn]
    return {
        "waiting": sorted(mine, key=lambda table: table.since or LONG_AGO),
        "others": [table for table in tables if not table.my_turn],
    }


def browsers(user: Any) -> list[dict[str, Any]]:
    """The browsers of a user; by its mark the page's script knows which one it runs in."""
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
    """Why a try failed; empty where it did not."""
    if note.startswith("status-"):
        return _("It answered with error {status}.").format(status=note.removeprefix("status-"))
    return str(NOTES.get(note, _("Something went wrong here."))) if note else ""


def settings_context(user: Any) -> dict[str, Any]:
    """The channels of a user, what was sent lately, and whether something is on its way."""
    hook = Webhook.objects.filter(user=user).first()
    recent = Delivery.objects.filter(user=user).select_related(
        "match", "device", "notification__actor", "notification__match"
    )[:SHOWN]
    # What is not due yet is not shown: only tests, and what was tried.
    shown = [one for one in recent if one.done_at or one.test or one.tries]
    now = time_source.now()
    return {
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
        "callers": callers_of(user),
        "all_callers": Callers.choices,
        "log": [_log_line(one) for one in shown],
        "moving": any(one.state == Delivery.State.WAITING and one.due_at <= now for one in shown),
    }


def choice_rows(user: Any) -> list[dict[str, Any]]:
    """Each kind of news in words, and for each channel whether its user wants it by that."""
    chosen, channels = choice_of(user), dict(Delivery.Channel.choices)
    names = {TURN: _("It is my turn"), **dict(Notification.Kind.choices)}
    return [
        {
            "name": name,
            "channels": [
                {"value": f"{kind}:{one}", "name": channels[one], "on": one in chosen[kind]}
                for one in CHANNELS
            ],
        }
        for kind, name in names.items()
    ]


def _log_line(one: Delivery) -> dict[str, Any]:
    if one.test:
        about, link = _("Test"), ""
    elif one.notification is not None:
        about, link = sentence_of(one.notification), one.notification.url
    elif one.match is None:
        about, link = _("All that waits"), ""
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
