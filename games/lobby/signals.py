"""Signals of tables before the match, sent inside the transaction that writes the change.

Packages above `lobby` connect receivers in their `receivers.py`.
"""

from django.dispatch import Signal

invited = Signal()
"""A user was invited to a table by name: the `invitation`, with its match and user."""

invitation_answered = Signal()
"""A user took a seat or declined: `match`, `user`, whether the user `accepted`, and the `reason`
for declining, "" for none."""

table_settled = Signal()
"""A table takes no more players, since its match began or it was closed: `match`."""

ticket_called = Signal()
"""Opponents are there for a user who plays bots while waiting: the `ticket`, and the `game`."""

ticket_settled = Signal()
"""A user who was called has come, or is no longer needed: the `ticket`."""

challenge_failed = Signal()
"""A challenge came to nothing: `match`, the `people` (ids) who wait at its table, and `why`,
a `Match.Closed`: EXPIRED or TOO_FEW."""

missed_deal = Signal()
"""A full table was closed before the deal: `match`, and `players`, who had gone."""

closed_as_vacant = Signal()
"""An open table was closed, since its host had left the site: `match`."""
