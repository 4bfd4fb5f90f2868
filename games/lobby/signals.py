"""Signals of tables before the match, each sent inside the transaction that writes what it says.

Packages above `lobby` connect receivers in their `receivers.py`.
"""

from django.dispatch import Signal

invited = Signal()
"""Somebody is asked to a table by name: the `invitation`, with its match and user."""

invitation_answered = Signal()
"""Somebody took a chair or declined: `match`, `user`, whether they `accepted`, and the `reason`
they gave for declining, "" for none."""

table_settled = Signal()
"""A table takes nobody any more, since its match began or it was closed: `match`."""

ticket_called = Signal()
"""There are opponents for somebody who plays bots meanwhile: their `ticket`, and the `game`."""

ticket_settled = Signal()
"""Somebody who was called has come, or is not looked for any more: the `ticket`."""

challenge_failed = Signal()
"""A challenge came to nothing: `match`, the `people` who wait at its table by their ids, and `why`:
"expired" or "too-few"."""
