"""What happens at game nights, sent inside the transaction."""

from django.dispatch import Signal

game_night_closed = Signal()
"""`game_night`: has just ended."""
