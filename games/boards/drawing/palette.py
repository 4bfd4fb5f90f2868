"""The colours of pictures: the site's light colours (static/css/tokens.css)."""

from __future__ import annotations

from dataclasses import dataclass

PAPER, CARD, SUNK = "#f7f2e8", "#fffdf7", "#efe7d8"
INK, MUTED, LINE, ON_DARK = "#221d18", "#665c50", "#d9cfbf", "#fffdf7"
FELT, GOLD, CREAM, BAD = "#2c5f47", "#8a5f00", "#fffefa", "#a82a20"
SEATS = ("#c2352b", "#1f5fae", "#2f7d3b", "#8f6200", "#7a3fa0", "#0c6f75")
TONES = {
    "ink": INK,
    "red": "#b5322a",
    "blue": "#1f5fae",
    "green": "#2f7d3b",
    "gold": GOLD,
    "violet": "#7a3fa0",
    "grey": "#5d6066",
}


@dataclass(frozen=True)
class Palette:
    """The colours that differ between games, as in each title.css."""

    accent: str = FELT
    second: str = "#8f5420"
    cloth: str = "#e9ecdf"

    def tone(self, name: str) -> str:
        """Return the colour of a card's tone; the accent for an unknown one."""
        return self.second if name == "second" else TONES.get(name, self.accent)


def seat_colour(seat: int) -> str:
    return SEATS[seat % len(SEATS)]
