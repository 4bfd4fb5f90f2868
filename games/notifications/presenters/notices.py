"""The settings of how somebody is told, and what was sent lately, in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.services.emails import unverified_email, verified_email
from accounts.services.sessions import device_name
from games.matches.services import time_source
from games.notifications.models import Delivery, Mailing, Webhook
from games.notifications.services.dispatch import STOPS_AFTER
from games.notifications.services.webpush import public_key
from games.titles.registry import all_games, game_of

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


@dataclass(frozen=True)
class Sent:
    """One line of the log."""

    delivery: Delivery
    about: str
    link: str
    where: str
    note: str

    @property
    def at(self) -> datetime:
        return self.delivery.done_at or self.delivery.made_at

    @property
    def again_at(self) -> datetime | None:
        """When it is tried again, once a try has failed."""
        waits = self.delivery.state == Delivery.State.WAITING and self.delivery.note
        return self.delivery.due_at if waits else None


@dataclass(frozen=True)
class Browser:
    """One browser in the list; by its mark the page's script knows whether it is this one."""

    id: int
    name: str
    added_at: datetime
    stopped: bool
    mark: str


def browsers(user: Any) -> list[Browser]:
    return [
        Browser(
            device.pk,
            device_name(device.user_agent),
            device.added_at,
            device.stopped_at is not None or device.session_round != user.session_round,
            sha256(device.endpoint.encode()).hexdigest(),
        )
        for device in user.push_devices.all()
    ]


def note_words(note: str) -> str:
    """Why a try failed; empty where it did not."""
    if note.startswith("status-"):
        return _("It answered with error {status}.").format(status=note.removeprefix("status-"))
    return str(NOTES.get(note, _("Something went wrong here."))) if note else ""


def settings_context(user: Any) -> dict[str, Any]:
    """Everything on the page of how somebody is told."""
    mailing = Mailing.objects.filter(user=user).first() or Mailing(user=user)
    hook = Webhook.objects.filter(user=user).first()
    return {
        "mailing": mailing,
        "modes": Mailing.Mode.choices,
        "email": verified_email(user),
        "unverified": unverified_email(user),
        "push_key": public_key(),
        "devices": browsers(user),
        "hook": hook,
        "url": hook.url if hook else "",
        "stops_after": STOPS_AFTER,
        "example": next(iter(all_games())).slug,
        **log(user),
    }


def log(user: Any) -> dict[str, Any]:
    """What was sent lately, and whether something is on its way just now."""
    recent = Delivery.objects.filter(user=user).select_related("match", "device")[:SHOWN]
    now = time_source.now()
    # What waits for its hour is no news yet: only tests, and what was tried.
    shown = [one for one in recent if one.done_at or one.test or one.tries]
    moving = any(one.state == Delivery.State.WAITING and one.due_at <= now for one in shown)
    return {"log": [_sent(one) for one in shown], "moving": moving}


def _sent(one: Delivery) -> Sent:
    if one.test:
        about, link = _("Test"), ""
    elif one.match is None:
        about, link = _("All waiting tables"), ""
    else:
        about, link = game_of(one.match.game).name, one.match.get_absolute_url()
    where = str(Delivery.Channel(one.channel).label)
    if one.device is not None:
        where = device_name(one.device.user_agent)
    return Sent(one, about, link, where, note_words(one.note))
