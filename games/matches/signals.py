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
"""A match was called off: `match`, and `players`, the people who had not come."""
seats_asked = Signal()
"""Questions were asked: `players`, the people who are asked."""
page_in_view = Signal()
"""A page is in view: `user_id`, and `match_id`, the shown match or ""."""
page_left_view = Signal()
"""A page of a user is no longer in view: `user_id`."""

IN_VIEW_SECONDS = 45
"""Seconds for which a page counts as in view after it reports that; it reports three times within
them."""
