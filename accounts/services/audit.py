"""The book of acts: what moderators did, to be written and never rewritten."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import AuditEntry, User


def enter(
    actor: User | None, act: str, *, about: User | None = None, subject: str = "", why: str = ""
) -> AuditEntry:
    """Write an act down, in the transaction of the act itself; no actor is the house's clock."""
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
    """Every act, the newest first."""
    return AuditEntry.objects.all()
