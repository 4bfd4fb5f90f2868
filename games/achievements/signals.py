"""The signals of achievements, sent inside the transaction that writes them."""

from django.dispatch import Signal

achieved = Signal()
"""A user earned achievements for the first time, in a match that has just ended.

Arguments: `user_id`, `match`, and `achievements`, their names before translation.
"""
