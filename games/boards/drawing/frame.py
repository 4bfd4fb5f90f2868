"""The frame of every picture: the game, the question or result, and the players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.boards.drawing import palette as colours
from games.boards.drawing.letters import width_of
from games.boards.drawing.palette import seat_colour
from games.boards.drawing.sheet import Sheet
from games.boards.seats import TablePlayer

WIDTH, HEIGHT = 1200, 630
"""The size of link previews."""
MARGIN, HEAD = 40, 116
BODY_WIDTH, BODY_HEIGHT = WIDTH - 2 * MARGIN, 484
"""The area for a title's board, below the heading."""
CHIP_HEIGHT = 64
GAP = 12


@dataclass(frozen=True)
class Heading:
    """The text above the board."""

    emblem: str
    game: str
    sentence: str
    place: str = ""
    """The position in the match: “Step 12 of 40”."""


@dataclass(frozen=True)
class Chip:
    """A player in the row below the board."""

    player: TablePlayer
    tally: tuple[tuple[str, object], ...] = ()
    """Emblems with numbers, such as points."""
    to_act: bool = False
    won: bool = False


def draw_frame(sheet: Sheet, heading: Heading) -> None:
    """Draw the background and the heading."""
    accent = sheet.palette.accent
    sheet.rect(0, 0, WIDTH, HEIGHT, colours.PAPER)
    sheet.rect(0, 0, WIDTH, 8, accent)
    sheet.circle(MARGIN + 34, 62, 34, accent)
    sheet.emblem(heading.emblem, MARGIN + 12, 40, 44, colours.ON_DARK)
    aside = draw_wordmark(sheet, WIDTH - MARGIN, 56)
    if heading.place:
        right, size = WIDTH - MARGIN, 21
        sheet.text(right, 92, heading.place, size, colours.MUTED, anchor="end")
        aside = max(aside, width_of(heading.place, size))
    left = MARGIN + 86
    room = WIDTH - MARGIN - aside - 32 - left
    sheet.text(left, 56, heading.game, 38, accent, title=True, room=room)
    sheet.text(left, 92, heading.sentence, 25, room=room)


def draw_wordmark(sheet: Sheet, right: float, baseline: float, size: float = 34) -> float:
    """Draw the site's emblem and name, right-aligned; return their width."""
    width = width_of("Tavola", size, "Fraunces")
    sheet.text(right, baseline, "Tavola", size, colours.FELT, title=True, anchor="end")
    sheet.emblem("tavola", right - width - size * 1.25, baseline - size * 0.88, size, colours.FELT)
    return width + size * 1.25


def draw_chips(sheet: Sheet, chips: Sequence[Chip], y: float, width: float = BODY_WIDTH) -> None:
    """Draw the players in a row whose top is at `y`."""
    share = (width - GAP * (len(chips) - 1)) / len(chips)
    for place, chip in enumerate(chips):
        draw_chip(sheet, chip, place * (share + GAP), y, share)


def draw_chip(sheet: Sheet, chip: Chip, x: float, y: float, width: float) -> None:
    """Draw one player: an edge in the seat's colour marks the turn, a crown the winner."""
    colour = seat_colour(chip.player.seat)
    marked = chip.to_act or chip.won
    edge, thick = (colour, 3) if marked else (colours.LINE, 1.5)
    sheet.rect(x, y, width, CHIP_HEIGHT, colours.CARD, rx=12, stroke=edge, stroke_width=thick)
    sheet.seat(chip.player.seat, x + 10, y + 10, 44)
    left, room = x + 64, width - 76
    if chip.won:
        sheet.emblem("crown", x + width - 46, y + 16, 32, colours.GOLD)
        room -= 40
    if not chip.tally:
        sheet.text(left, y + 40, chip.player.name, 23, bold=True, room=room)
        return
    sheet.text(left, y + 28, chip.player.name, 21, bold=True, room=room)
    draw_tally(sheet, left, y + 54, chip.tally)


def draw_tally(
    sheet: Sheet, x: float, baseline: float, tally: Iterable[tuple[str, object]], size: float = 20
) -> float:
    """Draw emblems with their numbers from left to right; return the right end."""
    for emblem, number in tally:
        sheet.emblem(emblem, x, baseline - size * 0.86, size, colours.MUTED)
        x += size * 1.2
        x += sheet.text(x, baseline, number, size, colours.INK, bold=True) + size * 0.7
    return x
