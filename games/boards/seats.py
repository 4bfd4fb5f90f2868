"""How seats are told apart: each has a colour (in the style sheets), an emblem and a letter."""

SEAT_EMBLEMS = ("sun", "wave", "leaf", "key", "star", "bell")
SEAT_LETTERS = "ABCDEF"


def emblem_of(seat: int) -> str:
    """A table of more than six goes through the emblems and colours again; letters go on."""
    return SEAT_EMBLEMS[seat % len(SEAT_EMBLEMS)]


def letter_of(seat: int) -> str:
    return chr(ord(SEAT_LETTERS[0]) + seat)
