"""Signals about people, sent after the transaction where nothing else is said."""

from django.dispatch import Signal

sanctioned = Signal()
"""A sanction was given, read or lifted: `sanction`."""

case_closed = Signal()
"""A case was decided, and so were its reports: `case`. Sent inside the transaction."""

renamed = Signal()
"""A moderator took a name away: `user`, with the new name."""

blocked = Signal()
"""Somebody blocked somebody: `owner` of the block, and the `other`."""

followed = Signal()
"""Somebody follows somebody who has not blocked them: `owner`, and the `other`.

Sent inside the transaction, once a day for the same two.
"""

deletion_requested = Signal()
"""Somebody asked for their account to be deleted: `user`."""

sessions_ended = Signal()
"""Sessions are over: their `keys`."""

signed_out_everywhere = Signal()
"""All sessions of somebody are over, listed as devices or not: `user_id`."""

tokens_ended = Signal()
"""Access tokens are revoked: their primary keys, `tokens`."""
