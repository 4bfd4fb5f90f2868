"""Everything the site knows of how somebody behaved, for the moderators' page about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import AuditEntry, Report, Sanction, User
from accounts.permissions import uninvolved
from accounts.refusals import require
from accounts.services.devices import shares_device

SHOWN = 50
SHOWN_MADE = 10


@dataclass(frozen=True)
class ModerationRecord:
    """Reports about and by somebody, sanctions, acts; of devices only whether there is a hint."""

    about: User
    past_reports: Iterable[Report]
    made_reports: Iterable[Report]
    sanctions: Iterable[Sanction]
    acts: Iterable[AuditEntry]
    shared_device: bool


def moderation_record(reader: User, person: User) -> ModerationRecord:
    """The record of somebody else, for a moderator; NotAllowed.

    Nothing that they reported about its reader: nobody sees their own case.
    """
    require(uninvolved(reader, person.pk))
    about = Report.objects.filter(case__about=person).select_related("case")
    made = person.reports_made.exclude(case__about=reader).select_related("case__about")
    return ModerationRecord(
        about=person,
        past_reports=about.order_by("-made_at")[:SHOWN],
        made_reports=made.order_by("-made_at")[:SHOWN_MADE],
        sanctions=person.sanctions.select_related("given_by", "lifted_by"),
        acts=AuditEntry.objects.filter(about_id=person.pk)[:SHOWN],
        shared_device=shares_device(person),
    )
