"""Condottiere, the old edition of 96 cards: mercenaries, cunning and seventeen cities."""
