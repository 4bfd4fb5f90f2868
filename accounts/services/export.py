"""All that is stored of somebody, for themselves: which rows of which tables, and what of them.

Every column that points at a user is either in a section's `covers` or in `KEPT_BACK` with the
reason; a test holds both against the models, so that no table is forgotten.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet
from django.utils import timezone
from rest_framework.authtoken.models import Token

from accounts.models import AuditEntry, Block, Case, Privacy, Report, Sanction, User

if TYPE_CHECKING:
    Rows = Callable[[User], QuerySet[Any]]

FORMAT = "tavola-data-1"
CHUNK = 500


@dataclass(frozen=True)
class Section:
    """A list in the file: somebody's rows, and of each these columns ("name" or "name=lookup").

    `covers`: the columns that point at a user and are told by this, as "app.model.field".
    """

    name: str
    rows: Rows
    columns: tuple[str, ...]
    covers: tuple[str, ...]


SECTIONS = (
    Section(
        "account",
        lambda user: User.objects.filter(pk=user.pk),
        (
            *("username", "display_name", "about", "email", "language", "date_joined"),
            *("last_login", "guest_until", "closes_at", "is_staff"),
        ),
        (),
    ),
    Section(
        "roles",
        lambda user: user.groups.all(),
        ("name",),
        ("accounts.user.groups", "accounts.user.user_permissions"),
    ),
    Section(
        "addresses",
        lambda user: EmailAddress.objects.filter(user=user),
        ("email", "verified", "primary"),
        ("account.emailaddress.user",),
    ),
    Section(
        "two_step_sign_in",
        lambda user: Authenticator.objects.filter(user=user),
        ("type", "created_at", "last_used_at"),
        ("mfa.authenticator.user",),
    ),
    Section(
        "devices",
        lambda user: UserSession.objects.filter(user=user),
        ("user_agent", "address=ip", "signed_in=created_at", "last_seen_at"),
        ("usersessions.usersession.user",),
    ),
    Section(
        "program_tokens",
        lambda user: Token.objects.filter(user=user),
        ("created",),
        ("authtoken.token.user",),
    ),
    Section(
        "what_others_see",
        lambda user: Privacy.objects.filter(user=user),
        ("ratings", "matches", "reliability"),
        ("accounts.privacy.user",),
    ),
    Section(
        "blocked",
        lambda user: Block.objects.filter(owner=user),
        ("username=other__username", "at"),
        ("accounts.block.owner",),
    ),
    Section(
        "reports_made",
        lambda user: Report.objects.filter(reporter=user),
        (
            *("about=case__about__username", "reason", "subject", "subject_id", "note"),
            *("made_at", "closed_at=case__closed_at", "upheld=case__upheld"),
        ),
        ("accounts.report.reporter",),
    ),
    Section(
        "closed_reports_about_me",
        # Neither who, nor in which words, nor when: each would tell the reporter.
        lambda user: Report.objects.filter(case__about=user, case__status=Case.Status.CLOSED),
        ("reason", "subject", "closed_at=case__closed_at", "upheld=case__upheld"),
        ("accounts.case.about",),
    ),
    Section(
        "sanctions",
        lambda user: Sanction.objects.filter(user=user).exclude(kind=Sanction.Kind.NOTE),
        (
            *("kind", "reason", "since", "until", "read_at", "lifted_at", "appeal=appeal__text"),
            *("appealed_at=appeal__made_at", "verdict=appeal__verdict", "answer=appeal__answer"),
        ),
        ("accounts.sanction.user",),
    ),
    Section(
        "acts_as_moderator",
        lambda user: AuditEntry.objects.filter(actor_id=user.pk),
        ("at", "act", "subject", "why"),
        (
            *("accounts.case.claimed_by", "accounts.sanction.given_by"),
            *("accounts.sanction.lifted_by", "accounts.appeal.decided_by"),
        ),
    ),
    Section(
        "acts_in_the_administration",
        lambda user: LogEntry.objects.filter(user=user),
        ("action_time", "action_flag", "kind=content_type__model", "object_id"),
        ("admin.logentry.user",),
    ),
)
KEPT_BACK = {
    "accounts.block.other": "Who has blocked somebody is told to nobody.",
}
ALSO = (
    "Passwords, codes and keys are not in this file.",
    "Of reports about you stands here what came of them once their case was closed, without the "
    "reporter; moderators’ notes to each other are left out.",
    "Of matches that still run stands here only that they do.",
)


def written(user: User, sections: Iterable[Section], kept_back: Iterable[str]) -> Iterator[str]:
    """The file as text, part by part; no table is ever read whole."""
    head = {"format": FORMAT, "written_at": timezone.now(), "kept_back": [*ALSO, *kept_back]}
    yield _json(head).removesuffix("\n}")
    for section in sections:
        yield f',\n "{section.name}": ['
        for number, row in enumerate(_rows(section, user)):
            yield f"{',' if number else ''}\n  {json.dumps(row, cls=DjangoJSONEncoder)}"
        yield "\n ]"
    yield "\n}\n"


def _rows(section: Section, user: User) -> Iterator[dict[str, Any]]:
    names = [column.partition("=")[0] for column in section.columns]
    lookups = [column.rpartition("=")[2] for column in section.columns]
    rows = section.rows(user).order_by("pk").values_list(*lookups)
    for row in rows.iterator(chunk_size=CHUNK):
        yield dict(zip(names, row, strict=True))


def _json(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, indent=1, ensure_ascii=False)
