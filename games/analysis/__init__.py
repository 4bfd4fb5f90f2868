"""Analysis boards: a player tries moves on a copy of a turn-by-turn match, from what they know."""
