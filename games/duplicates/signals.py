"""Signals of duplicate deals, sent inside the transaction that writes the change."""

from django.dispatch import Signal

deal_ended = Signal()
"""All tables of a deal are over, and open to those who may see them: the `deal`."""
