"""The rules of Liar's Dice: standard library and `games.engine` only."""
