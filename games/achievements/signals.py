"""What achievements announce to packages above, inside the transaction that writes it."""

from django.dispatch import Signal

achieved = Signal()
"""Somebody earned something for the first time, in a match that has just ended: `user_id`, `match`,
and the names of these `achievements`, to be translated."""
