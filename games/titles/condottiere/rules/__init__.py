"""The rules of Condottiere, the old edition of 96 cards and 17 cities."""
