"""The rules of Magpies: standard library and `games.engine` only."""
