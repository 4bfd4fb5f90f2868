"""The workbench: a game's maker plays all seats of a table while changing the game."""
