"""What accounts store about a user: the account, moderation, and cookies and logs of the site."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.http import DEVICE_COOKIE, DEVICE_COOKIE_AGE
from accounts.models import (
    AccessToken,
    AuditEntry,
    Block,
    Case,
    CaseRemark,
    DeviceUse,
    Follow,
    HeldName,
    NameClaim,
    PersonNote,
    Privacy,
    Report,
    Sanction,
    StoredAnswer,
    User,
)
from accounts.models.names import HELD
from accounts.personal_data import DAY, Lines, PersonalData, Section, Topic, describe_duration
from accounts.services import guests, retention
from accounts.services.deletion import is_sanction_outlasting
from accounts.services.retention import delete_rows
from core.languages.local_time import ZONE_COOKIE

TOKENS_LISTED = timedelta(days=30)
"""How long an expired token stays listed: its owner reads why a program stopped."""
ANSWERS_STORED = timedelta(days=1)
"""How long a program that lost an answer can repeat its request with the same key."""
Kind = Sanction.Kind
SECTIONS = (
    Section(
        "account",
        User,
        "pk",
        "username display_name about email language time_zone british_dates shield=chosen_shield"
        " date_joined last_login guest_until closes_at is_staff bot_since run_by=run_by__username",
        covers=(),
    ),
    Section("bots_run", User, "run_by", "username bot_since"),
    Section(
        "roles",
        Group,
        "user",
        "name",
        covers=("accounts.user.groups", "accounts.user.user_permissions"),
    ),
    Section("names", NameClaim, "user", "look=skeleton"),
    Section("names_given_up", HeldName, "user", "held_until=until"),
    Section("addresses", EmailAddress, "user", "email verified primary"),
    Section("two_step_sign_in", Authenticator, "user", "type created_at last_used_at"),
    Section(
        "devices", UserSession, "user", "user_agent address=ip signed_in=created_at last_seen_at"
    ),
    # Not the hashes: two users who compare their files would see that they are the same.
    Section("browsers_used", DeviceUse, "user", "first_at last_at"),
    Section(
        "program_tokens", AccessToken, "user", "name scopes created_at expires_at last_used_at"
    ),
    Section("answers_stored_for_programs", StoredAnswer, "user", "status created_at"),
    Section(
        "what_others_see", Privacy, "user", "ratings matches reliability online playing watching"
    ),
    Section("blocked", Block, "owner", "username=other__username at"),
    Section("notes_on_players", PersonNote, "owner", "username=other__username text changed_at"),
    Section("following", Follow, "owner", "username=other__username at"),
    Section("followers", Follow, "other", "username=owner__username at"),
    Section(
        "reports_made",
        Report,
        "reporter",
        "about=evidence__username reason subject subject_id note made_at"
        " closed_at=case__closed_at upheld=case__upheld",
    ),
    Section(
        "closed_reports_about_me",
        Report,
        "case__about",
        # Without reporter, note and time: each would give the reporter away.
        "reason subject closed_at=case__closed_at upheld=case__upheld",
        # Without patterns that the site detected: they would show how to avoid detection.
        only=Q(case__status=Case.Status.CLOSED) & ~Q(subject=Report.Subject.PATTERN),
        # Whose cases an account is judged with would show how others were found out.
        covers=("accounts.case.about", "accounts.case.others"),
    ),
    Section(
        "sanctions",
        Sanction,
        "user",
        "kind reason since until read_at lifted_at appeal=appeal__text"
        " appealed_at=appeal__made_at verdict=appeal__verdict answer=appeal__answer",
        only=~Q(kind=Sanction.Kind.NOTE),
    ),
    Section(
        "acts_as_moderator",
        AuditEntry,
        "actor_id",
        "at act subject why",
        covers=(
            *("accounts.case.claimed_by", "accounts.sanction.given_by"),
            *("accounts.sanction.lifted_by", "accounts.appeal.decided_by"),
        ),
    ),
    Section("remarks_about_cases", CaseRemark, "author", "case text at"),
    Section(
        "acts_in_the_administration",
        LogEntry,
        "user",
        "action_time action_flag kind=content_type__model object_id",
    ),
)


def _shown() -> dict[Topic, Lines]:
    closing = describe_duration(settings.CLOSING_DAYS * DAY)
    session = describe_duration(timedelta(seconds=settings.SESSION_COOKIE_AGE))
    evidence = describe_duration(settings.EVIDENCE_DAYS * DAY)
    return {
        "account": [
            (
                _("Name, email address and settings; your password only as a hash."),
                _("Until you delete the account, plus {days} in which you can keep it.").format(
                    days=closing
                ),
            ),
            (
                _(
                    "A name you gave up, as a keyed hash: no other player can take one that looks "
                    "like it."
                ),
                describe_duration(HELD),
            ),
            (_("A guest account: a name, no address."), describe_duration(guests.LIFETIME)),
            (
                _("Signed-in devices: browser, network address, time. You can see them yourself."),
                _("Until you sign out there, at most {days}.").format(days=session),
            ),
            (
                _("That your account was used in a browser: a hash of its cookie, and when."),
                _("{days} after you last signed in there.").format(days=evidence),
            ),
            (
                _("Who you follow, who follows you, and since when."),
                _("Until one of you ends it or deletes the account."),
            ),
            (
                _("Your private notes on other players. Only you can read them."),
                _("Until you remove them, or one of you deletes the account."),
            ),
            (
                _("Your programs’ tokens: name, scopes and last use; the keys only as hashes."),
                _("Until you revoke them, or {days} after they expire.").format(
                    days=describe_duration(TOKENS_LISTED)
                ),
            ),
            (
                _("Responses to your programs, if they asked us to keep them."),
                describe_duration(ANSWERS_STORED),
            ),
        ],
        "moderation": [
            (
                _("Reports, with the messages and names at the time."),
                _("{days} after the case is closed, even if an account is deleted.").format(
                    days=evidence
                ),
            ),
            (
                _("Sanctions and appeals."),
                _("{days} after they end, even if the account is deleted.").format(days=evidence),
            ),
            (
                _(
                    "For an account deleted under a sanction: a keyed hash of its confirmed "
                    "address, so that the sanction applies to any account that confirms that "
                    "address again."
                ),
                _("Until the sanction ends."),
            ),
            (
                _("The moderation log, with usernames at the time."),
                _("Permanently: it can’t be rewritten."),
            ),
        ],
        "browser": [
            (
                _("Cookie “{name}”: keeps you signed in.").format(
                    name=settings.SESSION_COOKIE_NAME
                ),
                session,
            ),
            (
                _("Cookie “{name}”: shows that a form comes from you.").format(
                    name=settings.CSRF_COOKIE_NAME
                ),
                describe_duration(timedelta(seconds=settings.CSRF_COOKIE_AGE)),
            ),
            (
                _(
                    "Cookie “{name}”: a random number that shows when two accounts use one browser."
                ).format(name=DEVICE_COOKIE),
                describe_duration(timedelta(seconds=DEVICE_COOKIE_AGE)),
            ),
            (
                _("Cookie “{name}”: your language.").format(name=settings.LANGUAGE_COOKIE_NAME),
                describe_duration(timedelta(seconds=settings.LANGUAGE_COOKIE_AGE)),
            ),
            (
                _("Cookie “{name}”: your time zone.").format(name=ZONE_COOKIE),
                describe_duration(timedelta(seconds=settings.LANGUAGE_COOKIE_AGE)),
            ),
            (
                _("Cookie “messages”: a message to show you on the next page."),
                _("Until you have seen it."),
            ),
            (
                _("Logs: errors, and which pages were requested; no names."),
                describe_duration(settings.LOG_DAYS * DAY),
            ),
            (_("Emails: we send them and keep no copy."), _("As long as your mailbox keeps them.")),
        ],
    }


def _evidence_end() -> datetime:
    """Return the time before which evidence is deleted."""
    return timezone.now() - timedelta(days=settings.EVIDENCE_DAYS)


def _ended_sanctions() -> QuerySet[Sanction]:
    """Return sanctions that ended long ago: lifted, over, read, or only a note."""
    past = _evidence_end()
    read = Q(kind=Kind.WARNING, read_at__lt=past)
    noted = Q(kind=Kind.NOTE, since__lt=past)
    return Sanction.objects.filter(Q(lifted_at__lt=past) | Q(until__lt=past) | read | noted)


def _closed_cases() -> QuerySet[Case]:
    """Return cases closed long ago without sanctions; their reports are deleted with them."""
    closed = Case.objects.filter(status=Case.Status.CLOSED, closed_at__lt=_evidence_end())
    return closed.filter(sanctions=None)


def _delete_records() -> int:
    """Delete, for deleted accounts, the address hash after the last sanction, then the account."""
    deleted = User.objects.exclude(gone_at=None)
    for user in deleted.exclude(address_hash="")[: retention.MOST]:
        if not is_sanction_outlasting(user):
            user.address_hash = ""
            user.save(update_fields=["address_hash"])
    return delete_rows(deleted.filter(cases=None, sanctions=None))


def _ended_devices() -> QuerySet[UserSession]:
    """Return devices whose session is over."""
    running = Session.objects.filter(
        session_key=OuterRef("session_key"), expire_date__gte=timezone.now()
    )
    rows: QuerySet[UserSession] = UserSession.objects.filter(~Exists(running))
    return rows


PersonalData(
    exported=SECTIONS,
    withheld={
        "accounts.block.other": "Blocks by other users are not disclosed.",
        "accounts.personnote.other": "Other users’ private notes are not disclosed.",
    },
    retained=("accounts.case.about", "accounts.sanction.user"),
    expired={
        "sanctions": _ended_sanctions,
        "names given up": lambda: HeldName.objects.filter(until__lt=timezone.now()),
        "cases": _closed_cases,
        "records of deleted accounts": _delete_records,
        "sessions": lambda: Session.objects.filter(expire_date__lt=timezone.now()),
        "devices": _ended_devices,
        "uses of devices": lambda: DeviceUse.objects.filter(last_at__lt=_evidence_end()),
        "expired tokens": lambda: AccessToken.objects.filter(
            expires_at__lt=timezone.now() - TOKENS_LISTED
        ),
        "answers stored for programs": lambda: StoredAnswer.objects.filter(
            created_at__lt=timezone.now() - ANSWERS_STORED
        ),
        "actions in the administration": lambda: LogEntry.objects.filter(
            action_time__lt=_evidence_end()
        ),
    },
    shown=_shown,
).register()
