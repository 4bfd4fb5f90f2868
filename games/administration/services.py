"""Make and end announcements, and read the current ones for every page."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import timedelta

from django.conf import settings
from django.core.cache import caches
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.connection import ConnectionProxy
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.permissions import may_administer
from accounts.refusals import require
from accounts.services import audit
from core.monitoring.rate_limit import limit_use
from core.refusals import Refusal
from games.administration.models import TEXT_LENGTH, Announcement
from games.matches.refusals import TooMany

logger = logging.getLogger(__name__)
cache = ConnectionProxy(caches, "site")
TEST_MAILS_AN_HOUR = 5
AT_ONCE = 3
"""The maximum number of announcements at a time: readers ignore more."""
LONGEST = timedelta(days=31)
REMEMBERED = timedelta(days=31)
"""How long ended announcements are listed; then they are deleted."""
CACHE_KEY = "announcements"
CACHED_SECONDS = 60


class BadAnnouncement(Refusal, code="bad-announcement", status=400): ...


class TooManyAnnouncements(Refusal, code="too-many-announcements"): ...


class MailNotSent(Refusal, code="mail-not-sent", status=409): ...


class NoSuchAnnouncement(Refusal, code="unknown-announcement", status=404): ...


def announce(
    user: User, text: str, lasts: timedelta, *, tone: str, translations: Mapping[str, str]
) -> Announcement:
    """Show a line on every page for a time.

    Args:
        user: The administrator.
        text: The line in the site's default language.
        lasts: How long it is shown, at most `LONGEST`.
        tone: A value of `Announcement.Tone`.
        translations: The line in other languages, by their codes; empty ones are ignored.

    Raises:
        NotAllowed: If the user is not an administrator.
        BadAnnouncement: If the text, the time or the tone is not valid.
        TooManyAnnouncements: If `AT_ONCE` announcements are shown already.
    """
    require(may_administer(user))
    texts = [text, *translations.values()]
    if not text or any(len(one) > TEXT_LENGTH for one in texts):
        raise BadAnnouncement(_("Write one line of at most {most} characters."), most=TEXT_LENGTH)
    if tone not in Announcement.Tone.values or not timedelta() < lasts <= LONGEST:
        raise BadAnnouncement(_("Choose a type and how long to show it."))
    now = timezone.now()
    with transaction.atomic():
        if current_rows().count() >= AT_ONCE:
            words = _("There are already {most} announcements. End one of them first.")
            raise TooManyAnnouncements(words, most=AT_ONCE)
        made = Announcement.objects.create(
            text=text,
            translations={code: one for code, one in translations.items() if one},
            tone=tone,
            starts_at=now,
            ends_at=now + lasts,
        )
        audit.log(user, "announce", subject=f"announcement {made.pk}", why=text)
        transaction.on_commit(forget_cached, robust=True)
    return made


def end(user: User, announcement_id: int) -> None:
    """Stop showing an announcement; do nothing if it is over.

    Raises:
        NotAllowed: If the user is not an administrator.
        NoSuchAnnouncement: If there is no announcement of this id.
    """
    require(may_administer(user))
    with transaction.atomic():
        found = Announcement.objects.select_for_update().filter(pk=announcement_id).first()
        if found is None:
            raise NoSuchAnnouncement(_("There is no such announcement."))
        if found.ends_at <= timezone.now():
            return
        found.ends_at = timezone.now()
        found.save(update_fields=["ends_at"])
        audit.log(user, "end-announcement", subject=f"announcement {found.pk}", why=found.text)
        transaction.on_commit(forget_cached, robust=True)


def current_rows() -> QuerySet[Announcement]:
    """Return the current announcements, the newest first."""
    now = timezone.now()
    return Announcement.objects.filter(starts_at__lte=now, ends_at__gt=now)


def current() -> list[Announcement]:
    """Return the current announcements, cached for `CACHED_SECONDS` or until one changes."""
    try:
        rows = cache.get(CACHE_KEY)
        if rows is None:
            rows = list(current_rows()[:AT_ONCE])
            cache.set(CACHE_KEY, rows, CACHED_SECONDS)
    except Exception:
        # A page is still useful without its announcements.
        logger.warning("The announcements could not be read.", exc_info=True)
        return []
    now = timezone.now()
    return [one for one in rows if one.ends_at > now]


def latest() -> QuerySet[Announcement]:
    """Return current and recent announcements, the newest first."""
    return Announcement.objects.filter(ends_at__gt=timezone.now() - REMEMBERED)


def delete_old() -> int:
    """Delete announcements that ended long ago; return how many."""
    return Announcement.objects.filter(ends_at__lt=timezone.now() - REMEMBERED).delete()[0]


def forget_cached() -> None:
    """Drop the cached announcements, so that pages read them again."""
    cache.delete(CACHE_KEY)


def send_test_mail(admin: User) -> None:
    """Send a mail to an administrator's own address.

    Raises:
        MailNotSent: The administrator has no address, or the mail server declined the mail.
        TooMany: The administrator has sent enough of them in this hour.
    """
    require(may_administer(admin))
    if not admin.email:
        raise MailNotSent(_("Your account has no address. Add one in your settings."))
    refusal = TooMany(_("You have sent enough test mails. Try again in an hour."))
    limit_use(f"test-mail-{admin.pk}", TEST_MAILS_AN_HOUR, 3600, refusal)
    subject = gettext("Mail from {site} works").format(site=settings.SITE_NAME)
    body = gettext("{site} at {url} can send mail.").format(
        site=settings.SITE_NAME, url=settings.SITE_URL
    )
    try:
        send_mail(subject, body, None, [admin.email])
    except OSError as error:
        raise MailNotSent(_("The mail server declined: {error}"), error=str(error)) from error
