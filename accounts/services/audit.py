"""The audit log of moderators' acts. Entries are added, never changed."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import AuditEntry, User
from accounts.permissions import rank_of
from accounts.signals import staff_acted_on


def log(
    actor: User | None, act: str, *, about: User | None = None, subject: str = "", why: str = ""
) -> AuditEntry:
    """Write an entry in the transaction of the act; without an actor the site itself acted."""
    entry = AuditEntry.objects.create(
        actor_id=actor.pk if actor else None,
        actor=actor.username if actor else "",
        act=act,
        about_id=about.pk if about else None,
        about=about.username if about else "",
        subject=subject,
        why=why,
    )
    if actor is not None and about is not None and actor.pk != about.pk and rank_of(about):
        staff_acted_on.send(AuditEntry, entry=entry)
    return entry


def entries() -> QuerySet[AuditEntry]:
    """Return all entries, newest first."""
    return AuditEntry.objects.all()
