from accounts.models.devices import DeviceUse
from accounts.models.follows import Follow
from accounts.models.moderation import (
    Appeal,
    AuditEntry,
    Case,
    CaseRemark,
    Report,
    Sanction,
    UsualReason,
)
from accounts.models.names import HeldName, NameClaim, NamePart, NameTaken
from accounts.models.notes import PersonNote
from accounts.models.tokens import AccessToken, Scope, StoredAnswer
from accounts.models.user import Block, Privacy, User

__all__ = [
    "AccessToken",
    "Appeal",
    "AuditEntry",
    "Block",
    "Case",
    "CaseRemark",
    "DeviceUse",
    "Follow",
    "HeldName",
    "NameClaim",
    "NamePart",
    "NameTaken",
    "PersonNote",
    "Privacy",
    "Report",
    "Sanction",
    "Scope",
    "StoredAnswer",
    "User",
    "UsualReason",
]
