"""The columns, or the goals that players have won, as a picture for the preview of a link."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.boards.drawing import palette as colours
from games.boards.drawing.frame import BODY_HEIGHT, BODY_WIDTH, CHIP_HEIGHT, Chip, draw_chips
from games.boards.drawing.palette import Palette, seat_colour
from games.boards.drawing.sheet import Sheet

if TYPE_CHECKING:
    from games.titles.kabale.board.board import KabaleTable
    from games.titles.kabale.board.parts import ColumnCard, Lane, PlayerPanel

PALETTE = Palette("#8c1c34", "#7a560f", "#f3e3dc")
BOARDS, CURTAIN, GILT = "#fbf3ec", "#6e1429", "#e7c877"
STAGE_HEIGHT = BODY_HEIGHT - CHIP_HEIGHT - 14
BILL = 62
"""The height of the sign with a column's goal."""
WIDEST_CARD = 96
PIP = 10
MARK = 26
CAST = 14 + BILL + 12
"""Where the cards of a column begin."""
LONG, TWO_FILES = 7, 150
"""The maximum number of cards in one file, and the minimum width of a column for two."""


def draw_kabale(sheet: Sheet, board: KabaleTable) -> None:
    """Draw the columns with their cards, or after the end the goals that players have won."""
    over = board.table.ended or not board.lanes
    if over:
        _fortunes(sheet, board)
        return
    _curtain(sheet)
    lane = (BODY_WIDTH - 32) / len(board.lanes)
    for place, column in enumerate(board.lanes):
        with sheet.group(16 + place * lane, 16):
            _lane(sheet, column, lane)
    chips = [
        Chip(
            panel.player,
            (("trophy", panel.wealth.score), ("cards", panel.hand)),
            panel.to_act,
        )
        for panel in board.panels
    ]
    draw_chips(sheet, chips, BODY_HEIGHT - CHIP_HEIGHT)


def _curtain(sheet: Sheet) -> None:
    """Draw a stage in its frame, with the curtain at the top."""
    sheet.rect(0, 0, BODY_WIDTH, STAGE_HEIGHT, BOARDS, rx=12, stroke=PALETTE.accent, stroke_width=2)
    with sheet.clip("stage-frame"):
        sheet.rect(0, 0, BODY_WIDTH, STAGE_HEIGHT, "#000", rx=12)
    with sheet.group(clip_path="url(#stage-frame)"):
        folds = 28
        width = BODY_WIDTH / folds
        for fold in range(folds):
            x = fold * width
            shade = CURTAIN if fold % 2 else PALETTE.accent
            sheet.path(f"M{x:g} 0h{width:g}v12a{width / 2:g} 9 0 0 1 {-width:g} 0Z", shade)


def _lane(sheet: Sheet, lane: Lane, width: float) -> None:
    middle = width / 2
    wide = min(width - 12, 190)
    edge = GILT if lane.enough else colours.LINE
    left = middle - wide / 2
    fill = "#fbf0d3" if lane.enough else colours.CARD
    sheet.rect(left, 14, wide, BILL, fill, rx=10, stroke=edge, stroke_width=2.5)
    sheet.emblem(lane.goal.area, left + 10, 24, 34, PALETTE.accent)
    sheet.text(left + 52, 53, lane.goal.points, 36, PALETTE.accent, title=True)
    if wide >= 150:
        sheet.text(left + 82, 47, lane.goal.name, 18, bold=True, room=wide - 94)
    _pips(sheet, lane, left + 12, 64)
    if lane.storm:
        sheet.emblem("storm", left + wide - 32, 51, 22, PALETTE.accent)
    _cast(sheet, lane.cards, middle, width)


def _pips(sheet: Sheet, lane: Lane, x: float, y: float) -> None:
    """Draw one dot for each card that the goal needs."""
    for place, there in enumerate(lane.pips):
        colour = PALETTE.accent if there else "none"
        sheet.circle(x + 4 + place * (PIP + 5), y + 3, PIP / 2 - 1, colour, stroke=PALETTE.accent)


def _cast(sheet: Sheet, cards: tuple[ColumnCard, ...], middle: float, width: float) -> None:
    """Draw the cards of a column, each over the one before it, in one or two files."""
    files = 2 if len(cards) > LONG and width >= TWO_FILES else 1
    share = -(-len(cards) // files)
    card = min(WIDEST_CARD, width / files - 14)
    room = STAGE_HEIGHT - CAST - 26 - card * 1.4
    step = min(room / max(share - 1, 1), card * 0.62)
    for place, laid in enumerate(cards):
        x = middle + (place // share - files / 2) * (card + 10) + 1
        _laid(sheet, laid, x, CAST + place % share * step, card)


def _laid(sheet: Sheet, laid: ColumnCard, x: float, y: float, card: float) -> None:
    """Draw a card with its owner's edge and mark; a face-down card has the owner's colour."""
    if laid.card.hidden:
        sheet.card(x, y, card, replace(laid.card, seat=laid.player.seat))
        return
    sheet.card(x, y, card, laid.card)
    colour = seat_colour(laid.player.seat)
    sheet.rect(x, y, card, card * 1.4, "none", rx=8, stroke=colour, stroke_width=2.5)
    right = x + card - 8
    sheet.circle(right, y + 13, MARK / 2 + 2, colours.CREAM)
    sheet.seat(laid.player.seat, right - MARK / 2, y + 13 - MARK / 2, MARK)


def _fortunes(sheet: Sheet, board: KabaleTable) -> None:
    """Draw the goals that each player has won, the best player first."""
    ended = board.table.ended
    panels = board.panels
    if ended:
        panels = sorted(panels, key=lambda panel: panel.player.place or 0)
    gap = 10
    height = min((BODY_HEIGHT - gap * (len(panels) - 1)) / len(panels), 118)
    top = (BODY_HEIGHT - len(panels) * height - gap * (len(panels) - 1)) / 2
    for place, panel in enumerate(panels):
        with sheet.group(0, top + place * (height + gap)):
            _fortune(sheet, panel, height, won=ended and panel.player.place == 1)


def _fortune(sheet: Sheet, panel: PlayerPanel, height: float, *, won: bool) -> None:
    colour = seat_colour(panel.player.seat)
    edge, thick = (colour, 3) if won else (colours.LINE, 1.5)
    sheet.rect(0, 0, BODY_WIDTH, height, colours.CARD, rx=12, stroke=edge, stroke_width=thick)
    middle, disc = height / 2, min(height - 20, 56)
    sheet.seat(panel.player.seat, 16, middle - disc / 2, disc)
    if won:
        sheet.emblem("crown", 88, middle - 19, 38, colours.GOLD)
    name = 136 if won else 90
    sheet.text(name, middle + 9, panel.player.name, 25, bold=True, room=350 - name)
    column = 104
    for place, area in enumerate(panel.wealth.areas):
        x, tone = 366 + place * column, PALETTE.accent if area.points else colours.LINE
        sheet.emblem(area.id, x, middle - 16, 32, tone)
        points = "+".join(map(str, area.points)) or "–"
        ink = colours.INK if area.points else colours.MUTED
        sheet.text(x + 38, middle + 8, points, 22, ink, bold=True, room=column - 42)
    right = BODY_WIDTH - 20
    sheet.text(right, middle + 17, panel.wealth.score, 46, PALETTE.accent, title=True, anchor="end")
