from accounts.models.block import Block
from accounts.models.privacy import Privacy
from accounts.models.user import User

__all__ = ["Block", "Privacy", "User"]
