"""The audit log of moderators' acts. Entries are added, never changed."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import AuditEntry, User


def log(
    actor: User | None, act: str, *, about: User | None = None, subject: str = "", why: str = ""
) -> AuditEntry:
    """Write an entry in the transaction of the act; without an actor the site itself acted."""
    return AuditEntry.objects.create(
        actor_id=actor.pk if actor else None,
        actor=actor.username if actor else "",
        act=act,
        about_id=about.pk if about else None,
        about=about.username if about else "",
        subject=subject,
        why=why,
    )


def entries() -> QuerySet[AuditEntry]:
    """Return all entries, newest first."""
    return AuditEntry.objects.all()
