"""Signals of the chat, sent inside the transaction that writes the line.

Packages above `chat` connect receivers in their `receivers.py`.
"""

from django.dispatch import Signal

mentioned = Signal()
"""A `line` names `people` who may read it; no block or muting separates them from its author."""
