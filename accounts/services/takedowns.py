"""Takedowns of what users made public, such as clubs and events, in the audit log."""

from __future__ import annotations

from collections.abc import Collection

from accounts.models import AuditEntry, User
from accounts.permissions import may_moderate
from accounts.refusals import require
from accounts.services import audit
from accounts.services.lookalikes import skeleton_of
from accounts.services.sanctions import required_text


def log_takedown(
    by: User, act: str, *, about: User | None, subject: str, name: str, why: str
) -> None:
    """Log that a moderator acts on what a user made public, in the transaction of the act.

    Args:
        by: The moderator.
        act: What the moderator does, as a word of the log.
        about: The user who answers for it; None if that account is deleted.
        subject: What it is, with its id.
        name: Its name before the act, which becomes the first line of the entry's reason.
        why: The moderator's reason.

    Raises:
        NotAllowed: The user is no moderator.
        NoReason: The reason is empty.
        TooLong: The reason is too long.
    """
    require(may_moderate(by))
    why = required_text(f"{name}\n{required_text(why)}")
    audit.log(by, act, about=about, subject=subject, why=why)


def is_removed(act: str, name: str, users: Collection[int]) -> bool:
    """Return whether a name looks like one that moderators took from these users by this act."""
    found = AuditEntry.objects.filter(act=act, about_id__in=users).values_list("why", flat=True)
    return skeleton_of(name) in {skeleton_of(why.partition("\n")[0]) for why in found}
