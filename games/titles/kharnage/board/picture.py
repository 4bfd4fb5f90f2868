"""The armies around the hill as a picture, for the preview of a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.boards.drawing import palette as colours
from games.boards.drawing.frame import BODY_HEIGHT, BODY_WIDTH, draw_tally
from games.boards.drawing.palette import Palette, seat_colour
from games.boards.drawing.sheet import Sheet
from games.boards.panels import Card

if TYPE_CHECKING:
    from games.titles.kharnage.board.board import KharnageTable
    from games.titles.kharnage.board.parts import Army, Rank, Stack

PALETTE = Palette("#4a3b2a", "#5a6b2b", "#e6e7d4")
FAR, NEAR, LINE = "#d9dcbc", "#c3ca9b", "#b3bc86"
FAR_HILLS = "M0 300C140 220 240 236 360 170C470 110 560 96 680 140C800 186 900 150 1120 240V484H0Z"
NEAR_HILL = (
    "M0 400C180 340 300 350 420 270C500 216 560 190 640 190C730 190 800 260 880 310"
    "C980 372 1060 360 1120 390V484H0Z"
)
SLOPES = "M60 440C240 400 340 400 430 350M760 350C860 400 980 420 1080 430"
HEAD = 104
GAP = 14
WIDEST_CARD = 84


def draw_kharnage(sheet: Sheet, board: KharnageTable) -> None:
    """Draw each army in a column, its front line on top, over the silhouette of the hill."""
    _hill(sheet)
    armies = sorted(board.armies, key=lambda army: army.player.seat)
    width = (BODY_WIDTH - GAP * (len(armies) + 1)) / len(armies)
    for place, army in enumerate(armies):
        won = board.table.ended and army.player.place == 1
        with sheet.group(GAP + place * (width + GAP), GAP):
            _army(sheet, army, width, BODY_HEIGHT - 2 * GAP, won=won)


def _hill(sheet: Sheet) -> None:
    with sheet.clip("field"):
        sheet.rect(0, 0, BODY_WIDTH, BODY_HEIGHT, "#000", rx=12)
    with sheet.group(clip_path="url(#field)"):
        sheet.rect(0, 0, BODY_WIDTH, BODY_HEIGHT, PALETTE.cloth)
        sheet.path(FAR_HILLS, FAR)
        sheet.path(NEAR_HILL, NEAR)
        sheet.path(SLOPES, stroke=LINE, stroke_width=4)
    sheet.rect(0, 0, BODY_WIDTH, BODY_HEIGHT, "none", rx=12, stroke=PALETTE.second, stroke_width=2)


def _army(sheet: Sheet, army: Army, width: float, height: float, *, won: bool) -> None:
    head, colour = army.head, seat_colour(army.player.seat)
    marked = army.to_act or won
    edge, thick = (colour, 3) if marked else (colours.LINE, 1.5)
    sheet.rect(
        *(0, 0, width, height, colours.CARD),
        rx=12,
        fill_opacity=0.92,
        stroke=edge,
        stroke_width=thick,
    )
    sheet.seat(army.player.seat, 12, 12, 46)
    sheet.text(70, 32, army.player.name, 22, bold=True, room=width - 70 - 62)
    sheet.emblem(head.emblem, 70, 40, 20, PALETTE.accent)
    sheet.text(96, 56, head.race, 17, colours.MUTED, room=width - 96 - 62)
    if won:
        sheet.emblem("crown", width - 50, 14, 38, colours.GOLD)
    else:
        sheet.text(width - 16, 48, head.points, 36, PALETTE.accent, title=True, anchor="end")
    facts = [("melee", head.melee), ("ranged", head.ranged)]
    # The crown takes the place of the points; the reserve no longer matters.
    facts = [("trophy", head.points), *facts] if won else [*facts, ("deck", head.reserve)]
    if head.tokens:
        facts.append(("kharnage", head.tokens))
    draw_tally(sheet, 14, 92, facts, 20)
    share = (height - HEAD - 8) / len(army.ranks)
    for place, rank in enumerate(army.ranks):
        with sheet.group(10, HEAD + place * share):
            _rank(sheet, rank, width - 20, share - 6)


def _rank(sheet: Sheet, rank: Rank, width: float, height: float) -> None:
    """Draw a line of an army: its cards side by side, overlapping if there are many."""
    sheet.rect(0, 0, width, height, colours.SUNK, rx=8, fill_opacity=0.75)
    if not rank.stacks:
        sheet.text(width / 2, height / 2 + 6, rank.name, 16, colours.MUTED, anchor="middle")
        return
    count = len(rank.stacks)
    card = min((height - 12) / 1.4, WIDEST_CARD)
    step = min(card + 12, (width - 16 - card - 8) / (count - 1)) if count > 1 else 0
    left = (width - card - step * (count - 1)) / 2
    for place, stack in enumerate(rank.stacks):
        _stack(sheet, stack, left + place * step, (height - card * 1.4) / 2, card)


def _stack(sheet: Sheet, stack: Stack, x: float, y: float, width: float) -> None:
    """Draw equal cards as a stack with their number."""
    unit = stack.unit
    face = Card(unit.id, unit.name, "", unit.emblem, unit.tone, unit.value)
    for below in range(min(stack.count, 3) - 1, 0, -1):
        sheet.rect(
            x + 3 * below,
            y - 2 * below,
            width,
            width * 1.4,
            colours.CREAM,
            rx=6,
            stroke=colours.LINE,
        )
    sheet.card(x, y, width, face, faded=unit.web)
    if unit.web:
        sheet.emblem("web", x + width * 0.2, y + width * 0.35, width * 0.6, colours.INK)
    if stack.count > 1:
        # On the left, as the next card may cover the right.
        middle, foot = x + 12, y + width * 1.4 - 8
        sheet.circle(middle, foot, 14, PALETTE.accent, stroke=colours.CREAM, stroke_width=2)
        words = f"×{stack.count}"
        sheet.text(middle, foot + 5, words, 14, colours.ON_DARK, bold=True, anchor="middle")
