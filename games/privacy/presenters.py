"""What is stored and how long, told from the very figures the house goes by."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.services import guests
from games.notifications.services import dispatch

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
YEAR = 365


@dataclass(frozen=True)
class Kept:
    """One thing that is stored, and until when."""

    what: str
    until: str


@dataclass(frozen=True)
class Part:
    title: str
    emblem: str
    kept: tuple[Kept, ...]


def lasting(time: timedelta) -> str:
    """A while in words: hours, days, or whole years."""
    if time < 2 * DAY:
        hours = time // HOUR
        return ngettext("{n} hour", "{n} hours", hours).format(n=hours)
    days = time // DAY
    if days % YEAR == 0:
        years = days // YEAR
        return ngettext("{n} year", "{n} years", years).format(n=years)
    return ngettext("{n} day", "{n} days", days).format(n=days)


def stored_parts() -> list[Part]:
    """The page, part by part."""
    return [_account(), _tables(), _house(), _browser()]


def _account() -> Part:
    closing = lasting(settings.CLOSING_DAYS * DAY)
    session = lasting(timedelta(seconds=settings.SESSION_COOKIE_AGE))
    return Part(
        _("Your account"),
        "person",
        (
            Kept(
                _("Name, e-mail address, choices; your password only as a hash."),
                _("Until you delete the account, and {days} more in which you can keep it.").format(
                    days=closing
                ),
            ),
            Kept(
                _("A guest’s account: a name, no address."),
                lasting(guests.LASTS),
            ),
            Kept(
                _("Signed-in devices: browser, network address, time. You see them yourself."),
                _("Until you sign out there, {days} at most.").format(days=session),
            ),
            Kept(
                _("Browsers and programs that we tell whose turn it is."),
                _("Until you turn them off."),
            ),
            Kept(
                _("What was sent to you by mail, browser or webhook, and whether it arrived."),
                lasting(dispatch.RETENTION),
            ),
        ),
    )


def _tables() -> Part:
    chat = lasting(settings.CHAT_DAYS * DAY)
    return Part(
        _("At the tables"),
        "cards",
        (
            Kept(
                _(
                    "Matches: moves, places, and the names at the table. Once your account is "
                    "gone, yours is “Gone player”."
                ),
                _("For good: they are the others’ matches too."),
            ),
            Kept(
                _("Ratings: what each rated match changed."),
                _("For good; without your account they are nobody’s, and on no ladder."),
            ),
            Kept(
                _("What is said at a table."),
                _("{days} after its end; without your name once your account is gone.").format(
                    days=chat
                ),
            ),
            Kept(_("Invitations, and tables at which nobody played."), chat),
        ),
    )


def _house() -> Part:
    evidence = lasting(settings.EVIDENCE_DAYS * DAY)
    return Part(
        _("A friendly house"),
        "shield",
        (
            Kept(
                _("Reports, with what was said and the names as they were."),
                _("{days} after the case is closed, also when an account is gone.").format(
                    days=evidence
                ),
            ),
            Kept(
                _("Sanctions and appeals."),
                _("{days} after their end, also when the account is gone.").format(days=evidence),
            ),
            Kept(
                _(
                    "Of an account deleted under a sanction: a keyed hash of its confirmed "
                    "address, so that the sanction holds for whoever confirms that address again."
                ),
                _("Until the sanction ends."),
            ),
            Kept(
                _("The book of what moderators did, with usernames as they were."),
                _("For good: nobody can rewrite it."),
            ),
        ),
    )


def _browser() -> Part:
    session = lasting(timedelta(seconds=settings.SESSION_COOKIE_AGE))
    return Part(
        _("Cookies, logs, mail"),
        "log",
        (
            Kept(
                _("Cookie “{name}”: that you are signed in.").format(
                    name=settings.SESSION_COOKIE_NAME
                ),
                session,
            ),
            Kept(
                _("Cookie “{name}”: that a form comes from you.").format(
                    name=settings.CSRF_COOKIE_NAME
                ),
                lasting(timedelta(seconds=settings.CSRF_COOKIE_AGE)),
            ),
            Kept(
                _("Cookie “{name}”: your language.").format(name=settings.LANGUAGE_COOKIE_NAME),
                lasting(timedelta(seconds=settings.LANGUAGE_COOKIE_AGE)),
            ),
            Kept(
                _("Cookie “messages”: a line to show you on the next page."),
                _("Until you have read it."),
            ),
            Kept(
                _("Your choice of light or dark and of sound, in your browser alone."),
                _("Until you clear it there."),
            ),
            Kept(
                _("Logs: what went wrong, and which pages were asked for; no names."),
                lasting(settings.LOG_DAYS * DAY),
            ),
            Kept(
                _("Mails: we send them, and keep no copy."),
                _("As long as your mailbox keeps them."),
            ),
        ),
    )
