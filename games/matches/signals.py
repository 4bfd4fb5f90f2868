"""Signals of matches, each sent inside the transaction that writes what it announces.

Packages above `matches` connect receivers in their `receivers.py`; a receiver that raises rolls the
transaction back.
"""

from django.dispatch import Signal

match_finished = Signal()
"""A match ended: `match`, and its `players` with places and scores."""
seats_asked = Signal()
"""Questions were put: `players`, the people who are newly asked."""
