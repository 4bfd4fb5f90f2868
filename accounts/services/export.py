"""All that is stored of somebody, for themselves: which rows of which tables, and what of them.

Every column that points at a user is either covered by a section or in `WITHHELD` with the reason;
a test holds both against the models, so that no table is forgotten.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q
from django.utils import timezone

from accounts.models import (
    AccessToken,
    AuditEntry,
    Block,
    Case,
    DeviceUse,
    Follow,
    HeldName,
    NameClaim,
    Privacy,
    Report,
    Sanction,
    StoredAnswer,
    User,
)

FORMAT = "tavola-data-1"
CHUNK = 500


@dataclass(frozen=True)
class Section:
    """A list in the file: the rows of `model` that belong to somebody, and of each some columns.

    `owner`: the lookup that leads from a row to its user. `columns`: "name" or "name=lookup" each,
    separated by spaces. `only`: which of the rows. `covers`: the columns that point at a user and
    are exported by this section, as "app.model.field"; the owner's if none are given.
    """

    name: str
    model: type[Model]
    owner: str
    columns: str
    only: Q | None = None
    covers: tuple[str, ...] | None = None

    @property
    def covered(self) -> tuple[str, ...]:
        default = (f"{self.model._meta.label_lower}.{self.owner}",)
        return default if self.covers is None else self.covers

    def rows(self, user: User) -> Iterator[dict[str, Any]]:
        """Somebody's rows, by the names of the columns; the table is never read whole."""
        named = [column.partition("=") for column in self.columns.split()]
        found = self.model._default_manager.filter(self.only or Q(), **{self.owner: user.pk})
        values = found.order_by("pk").values_list(*(lookup or name for name, _, lookup in named))
        for row in values.iterator(chunk_size=CHUNK):
            yield dict(zip((name for name, _, _ in named), row, strict=True))


SECTIONS = (
    Section(
        "account",
        User,
        "pk",
        "username display_name about email language date_joined last_login guest_until closes_at"
        " is_staff bot_since run_by=run_by__username",
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
    # Not the hash: it would show two people who lay their files side by side that it is the same.
    Section("browsers_used", DeviceUse, "user", "first_at last_at"),
    Section(
        "program_tokens",
        AccessToken,
        "user",
        "name scopes created_at expires_at last_used_at",
    ),
    Section("answers_stored_for_programs", StoredAnswer, "user", "status created_at"),
    Section(
        "what_others_see",
        Privacy,
        "user",
        "ratings matches reliability online playing watching",
    ),
    Section("blocked", Block, "owner", "username=other__username at"),
    Section("following", Follow, "owner", "username=other__username at"),
    Section("followers", Follow, "other", "username=owner__username at"),
    Section(
        "reports_made",
        Report,
        "reporter",
        "about=case__about__username reason subject subject_id note made_at"
        " closed_at=case__closed_at upheld=case__upheld",
    ),
    Section(
        "closed_reports_about_me",
        Report,
        "case__about",
        # Neither who, nor in which words, nor when: each would give the reporter away.
        "reason subject closed_at=case__closed_at upheld=case__upheld",
        # Nor what the site found itself: it would show how not to be found.
        only=Q(case__status=Case.Status.CLOSED) & ~Q(subject=Report.Subject.PATTERN),
        covers=("accounts.case.about",),
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
    Section(
        "acts_in_the_administration",
        LogEntry,
        "user",
        "action_time action_flag kind=content_type__model object_id",
    ),
)
WITHHELD = {"accounts.block.other": "Who has blocked somebody is told to nobody."}
ALSO = (
    "Passwords, codes and keys are not in this file.",
    "Of reports about you stands here what came of them once their case was closed, without the "
    "reporter; moderators’ notes to each other are left out.",
    "Of matches that still run stands here only that they do.",
)


def json_parts(user: User, sections: Iterable[Section], withheld: Iterable[str]) -> Iterator[str]:
    """The JSON file of somebody's rows, part by part, with the reasons for what is withheld."""
    head = {"format": FORMAT, "written_at": timezone.now(), "kept_back": [*ALSO, *withheld]}
    text = json.dumps(head, cls=DjangoJSONEncoder, indent=1, ensure_ascii=False)
    yield text.removesuffix("\n}")
    for section in sections:
        yield f',\n "{section.name}": ['
        for number, row in enumerate(section.rows(user)):
            yield f"{',' if number else ''}\n  {json.dumps(row, cls=DjangoJSONEncoder)}"
        yield "\n ]"
    yield "\n}\n"
