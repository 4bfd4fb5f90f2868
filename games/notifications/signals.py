"""Signals of notifications for higher packages, sent inside the transaction of the change."""

from django.dispatch import Signal

group_webhook_stopped = Signal()
"""A group's webhook was turned off after too many failures: the `hook`."""
