"""Signals of matches. Those of a change are sent inside the transaction that writes it.

Packages above `matches` connect receivers in their `receivers.py`. A receiver of a change that
raises an error rolls the transaction back.
"""

from django.dispatch import Signal

match_finished = Signal()
"""A match ended: `match`, and its `players` with places and scores."""
sealed_match_ended = Signal()
"""A sealed match ended or was called off, which has no consequences yet: `match`."""
called_off_absent = Signal()
"""A match was called off: `match`, and `players`, the people who had not come,
or whose time ran out before the match was under way."""
seats_asked = Signal()
"""Questions were asked: `players`, the people who are asked."""
