"""The page about what is stored and how long, with the periods that the site really uses."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.http import DEVICE_COOKIE, DEVICE_COOKIE_AGE
from accounts.models.names import HELD
from accounts.services import guests
from accounts.services.retention import ANSWERS_STORED, TOKENS_LISTED
from games.lobby.services import waiting_time
from games.notifications.services import dispatch, presence, stream_log

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
YEAR = 365


@dataclass(frozen=True)
class Part:
    """A part of the page; `stored` are pairs: what is stored, and until when."""

    title: str
    emblem: str
    stored: tuple[tuple[str, str], ...]


def describe_duration(time: timedelta) -> str:
    """A duration in words: hours, days, or whole years."""
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
    closing = describe_duration(settings.CLOSING_DAYS * DAY)
    session = describe_duration(timedelta(seconds=settings.SESSION_COOKIE_AGE))
    chat = describe_duration(settings.CHAT_DAYS * DAY)
    evidence = describe_duration(settings.EVIDENCE_DAYS * DAY)
    cookie = _("Cookie “{name}”: that you are signed in.")
    csrf_cookie = _("Cookie “{name}”: that a form comes from you.")
    language_cookie = _("Cookie “{name}”: your language.")
    device_cookie = _(
        "Cookie “{name}”: a random number, by which two accounts in one browser are noticed."
    )
    account = (
        (
            _("Name, e-mail address, choices; your password only as a hash."),
            _("Until you delete the account, and {days} more in which you can keep it.").format(
                days=closing
            ),
        ),
        (
            _("A name you gave up, as a keyed hash: nobody else gets one that looks like it."),
            describe_duration(HELD),
        ),
        (_("A guest’s account: a name, no address."), describe_duration(guests.LIFETIME)),
        (
            _("Signed-in devices: browser, network address, time. You see them yourself."),
            _("Until you sign out there, {days} at most.").format(days=session),
        ),
        (
            _("That your account was used in a browser, by a hash of its cookie, and when."),
            _("{days} after you last signed in there.").format(days=evidence),
        ),
        (
            _("How far you are in the lessons; without an account by your session’s cookie."),
            _("Until you delete the account, or the cookie."),
        ),
        (
            _("Your answers to puzzles; without an account by your session’s cookie."),
            _("Until you delete the account, or the cookie."),
        ),
        (
            _("Whom you follow, and who follows you, and since when."),
            _("Until one of you ends it, or deletes the account."),
        ),
        (
            _("That you are here, and which match you look at: in the site’s memory alone."),
            _("{n} seconds after you leave.").format(n=presence.HERE_SECONDS),
        ),
        (
            _("Tokens of your programs: name, scopes and last use; the keys only as hashes."),
            _("Until you revoke them, or {days} after their end.").format(
                days=describe_duration(TOKENS_LISTED)
            ),
        ),
        (
            _("What your programs were answered, where they asked for it to be kept."),
            describe_duration(ANSWERS_STORED),
        ),
        (_("Browsers and programs that we tell whose turn it is."), _("Until you turn them off.")),
        (
            _("What was sent to you by mail, browser or webhook, and whether it arrived."),
            describe_duration(dispatch.RETENTION),
        ),
        (
            _("What the streams of your programs have told, to be told once more."),
            describe_duration(stream_log.STORED_FOR),
        ),
    )
    tables = (
        (
            _(
                "Matches: moves, places, and the names at the table. Once your account is "
                "gone, yours is “Gone player”."
            ),
            _("For good: they are the others’ matches too."),
        ),
        (
            _("Ratings: what each rated match changed."),
            _("For good; without your account they are nobody’s, and on no ladder."),
        ),
        (
            _("What you earned in your matches, and what you tend to play."),
            _("Until you delete the account."),
        ),
        (
            _("What is said at a table."),
            _("{days} after its end; without your name once your account is gone.").format(
                days=chat
            ),
        ),
        (_("Invitations, and tables at which nobody played."), chat),
        (
            _("How long a search for opponents took, and for which tables: without any name."),
            describe_duration(waiting_time.STORED_FOR),
        ),
    )
    moderation = (
        (
            _("Reports, with what was said and the names as they were."),
            _("{days} after the case is closed, also when an account is gone.").format(
                days=evidence
            ),
        ),
        (
            _("Sanctions and appeals."),
            _("{days} after their end, also when the account is gone.").format(days=evidence),
        ),
        (
            _(
                "Of an account deleted under a sanction: a keyed hash of its confirmed "
                "address, so that the sanction holds for whoever confirms that address again."
            ),
            _("Until the sanction ends."),
        ),
        (
            _("The book of what moderators did, with usernames as they were."),
            _("For good: nobody can rewrite it."),
        ),
    )
    browser = (
        (cookie.format(name=settings.SESSION_COOKIE_NAME), session),
        (
            csrf_cookie.format(name=settings.CSRF_COOKIE_NAME),
            describe_duration(timedelta(seconds=settings.CSRF_COOKIE_AGE)),
        ),
        (
            device_cookie.format(name=DEVICE_COOKIE),
            describe_duration(timedelta(seconds=DEVICE_COOKIE_AGE)),
        ),
        (
            language_cookie.format(name=settings.LANGUAGE_COOKIE_NAME),
            describe_duration(timedelta(seconds=settings.LANGUAGE_COOKIE_AGE)),
        ),
        (
            _("Cookie “messages”: a line to show you on the next page."),
            _("Until you have read it."),
        ),
        (
            _("Cookie “announcements_closed”: the numbers of the announcements you have closed."),
            describe_duration(31 * DAY),
        ),
        (
            _("Your choice of light or dark and of sound, in your browser alone."),
            _("Until you clear it there."),
        ),
        (
            _("Your numbers for shuffles, and what sites are bound to, in your browser alone."),
            _("The numbers 60 days, what you were shown 400 days."),
        ),
        (
            _("Logs: what went wrong, and which pages were asked for; no names."),
            describe_duration(settings.LOG_DAYS * DAY),
        ),
        (_("Mails: we send them, and keep no copy."), _("As long as your mailbox keeps them.")),
    )
    return [
        Part(_("Your account"), "person", account),
        Part(_("At the tables"), "cards", tables),
        Part(_("A friendly place"), "shield", moderation),
        Part(_("Cookies, logs, mail"), "log", browser),
    ]
