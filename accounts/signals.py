"""Signals about users, sent after the transaction unless stated otherwise."""

from django.dispatch import Signal

sanctioned = Signal()
"""A sanction was given, read or lifted: `sanction`."""

appeal_decided = Signal()
"""An appeal was decided: `appeal`. Sent after `sanctioned`, if its sanction changed too."""

case_closed = Signal()
"""A case and its reports were decided: `case`. Sent inside the transaction."""

staff_acted_on = Signal()
"""A user acted on a member of staff: the audit log's `entry`. Sent inside the transaction."""

renamed = Signal()
"""A username was replaced: `user`, with the new name, and `why` a moderator did, or "" if the user
chose it."""

blocked = Signal()
"""`owner` blocked `other`."""

followed = Signal()
"""`owner` follows `other`, who has not blocked them.

Sent inside the transaction, at most once a day for the same two users.
"""

deletion_requested = Signal()
"""A user asked for the deletion of their account: `user`."""

deletion_cancelled = Signal()
"""A user keeps the account that was to be deleted: `user`."""

sessions_ended = Signal()
"""Sessions are over: their `keys`."""

signed_out_everywhere = Signal()
"""All sessions of a user are over, listed as devices or not: `user_id`."""

tokens_ended = Signal()
"""Access tokens are revoked: their primary keys, `tokens`."""
