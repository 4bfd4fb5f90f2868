from accounts.models.block import Block
from accounts.models.moderation import Appeal, AuditEntry, Case, Report, Sanction
from accounts.models.privacy import Privacy
from accounts.models.user import User

__all__ = ["Appeal", "AuditEntry", "Block", "Case", "Privacy", "Report", "Sanction", "User"]
