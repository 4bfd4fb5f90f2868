"""The kernel: what every game is to the house. Pure Python; knows no game and no Django."""
