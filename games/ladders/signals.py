"""What ladders announce to packages above, inside the transaction that writes it."""

from django.dispatch import Signal

match_annulled = Signal()
"""A finished match counts for no rating any more: `match_id`."""
