"""Ratings: what a match is worth, and when. Pure: the standard library only."""

from games.rating.elo import FLOOR, K_NEW, K_SETTLED, NEW, START, Change, Form, rated
from games.rating.ladder import PROVISIONAL, SIZES, size_of, sizes_of
from games.rating.season import Season

__all__ = [
    "FLOOR",
    "K_NEW",
    "K_SETTLED",
    "NEW",
    "PROVISIONAL",
    "SIZES",
    "START",
    "Change",
    "Form",
    "Season",
    "rated",
    "size_of",
    "sizes_of",
]
