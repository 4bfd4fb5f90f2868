"""Signals of ladders for higher packages, sent inside the transaction that writes the change."""

from django.dispatch import Signal

match_annulled = Signal()
"""A finished match no longer counts for ratings: `match_id`."""
