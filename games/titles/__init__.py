"""The registry of games, and one app for each game."""
