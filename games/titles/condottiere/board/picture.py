"""The picture of a Condottiere table for the preview of a link: the map and the armies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.boards.drawing import palette as colours
from games.boards.drawing.frame import BODY_HEIGHT, BODY_WIDTH, draw_tally
from games.boards.drawing.palette import Palette, seat_colour
from games.boards.drawing.sheet import Sheet
from games.titles.condottiere.board import map as art

if TYPE_CHECKING:
    from games.titles.condottiere.board.board import CondottiereTable
    from games.titles.condottiere.board.parts import Army, City

PALETTE = Palette("#1f4e8c", "#a4512c", "#efe3c8")
SEA, WAVE, LAND, ABROAD = "#c9dcda", "#a5c3c4", "#f6ead0", "#e4d6b8"
SHORE, FRONTIER = "#6e5130", "#a5855a"
TOP, SEEN = 30, 940
"""The part of the map that a picture shows: its top and its height."""
SCALE = BODY_HEIGHT / SEEN
MAP_WIDTH = art.WIDTH * SCALE
LEFT = MAP_WIDTH + 24
GAP = 12
SMALL = 60
"""The smallest width of cards; with more of them, cards overlap."""
FEW = 3
"""The most armies in one column; more are in two."""


def draw_condottiere(sheet: Sheet, board: CondottiereTable) -> None:
    """Draw the map on the left, and the armies next to it."""
    with sheet.clip("map-frame"):
        sheet.rect(0, 0, MAP_WIDTH, BODY_HEIGHT, "#000", rx=12)
    with sheet.group(clip_path="url(#map-frame)"), sheet.group(0, -TOP * SCALE, SCALE):
        _ground(sheet)
        for city in board.italy.coloured:
            _wash(sheet, city)
        _lines(sheet)
        for city in board.italy.cities:
            _town(sheet, city)
    sheet.rect(0, 0, MAP_WIDTH, BODY_HEIGHT, "none", rx=12, stroke=SHORE, stroke_width=2)
    columns = 1 if len(board.armies) <= FEW else 2
    rows = -(-len(board.armies) // columns)
    width = (BODY_WIDTH - LEFT - GAP * (columns - 1)) / columns
    height = (BODY_HEIGHT - GAP * (rows - 1)) / rows
    for place, army in enumerate(board.armies):
        x = LEFT + place // rows * (width + GAP)
        with sheet.group(x, place % rows * (height + GAP)):
            _army(sheet, board, army, width, height)


def _ground(sheet: Sheet) -> None:
    sheet.rect(-10, -10, art.WIDTH + 20, art.HEIGHT + 20, SEA)
    for line, d in enumerate(art.SEA_LINES):
        sheet.path(d, stroke=WAVE, stroke_width=1.6, opacity=1 - 0.25 * line)
    for d in (art.ABROAD, *art.ISLANDS):
        sheet.path(d, ABROAD, stroke=FRONTIER, stroke_width=1.2)
    sheet.path(art.COAST, LAND)
    for city, d in art.REGIONS.items():
        with sheet.clip(f"land-{city}"):
            sheet.path(d, "#000")


def _wash(sheet: Sheet, city: City) -> None:
    """Colour a city's land for its owner, deepest at its borders."""
    colour = PALETTE.second if city.owner is None else seat_colour(city.owner)
    deep = 0.7 if city.won else 0.38
    sheet.path(
        art.REGIONS[city.id],
        colour,
        fill_opacity=deep,
        stroke=colour,
        stroke_opacity=min(deep + 0.15, 0.9),
        stroke_width=22,
        stroke_linejoin="round",
        clip_path=f"url(#land-{city.id})",
    )


def _lines(sheet: Sheet) -> None:
    for d in art.LAKES:
        sheet.path(d, SEA, stroke="#4a6b72")
    sheet.path(art.MOUNTAINS, stroke=FRONTIER, stroke_width=2, opacity=0.6, stroke_linecap="round")
    for d in art.BORDERS.values():
        sheet.path(d, stroke=SHORE, stroke_width=2, stroke_dasharray="1 6", stroke_linecap="round")
    sheet.path(art.COAST, stroke=SHORE, stroke_width=3.5, stroke_linejoin="round")


def _town(sheet: Sheet, city: City) -> None:
    if city.owner is not None:
        sheet.circle(city.x, city.y, 33, colours.ON_DARK)
        sheet.seat(city.owner, city.x - 29, city.y - 29, 58)
    elif city.contested:
        sheet.circle(city.x, city.y, 35, colours.ON_DARK)
        sheet.circle(city.x, city.y, 31, PALETTE.second)
        sheet.emblem("melee", city.x - 22, city.y - 22, 44, colours.ON_DARK)
    else:
        sheet.circle(city.x, city.y, 15, colours.ON_DARK, stroke=SHORE, stroke_width=3)
    sheet.text(
        city.label_x,
        city.label_y,
        city.name,
        27,
        title=True,
        anchor=city.anchor,
        stroke=LAND,
        stroke_width=6,
        paint_order="stroke",
        stroke_linejoin="round",
    )


def _army(sheet: Sheet, board: CondottiereTable, army: Army, width: float, height: float) -> None:
    """Draw a player's side: the name, the numbers of cities and cards, and the army."""
    colour = seat_colour(army.player.seat)
    won = board.table.ended and army.player.place == 1
    marked = army.to_act or won
    edge, thick = (colour, 3) if marked else (colours.LINE, 1.5)
    sheet.rect(0, 0, width, height, colours.CARD, rx=12, stroke=edge, stroke_width=thick)
    sheet.seat(army.player.seat, 12, 12, 46)
    strength = str(army.strength) if army.cards and board.counted else ""
    if won:
        sheet.emblem("crown", width - 48, 16, 36, colours.GOLD)
    elif strength:
        size, tone = 40, colour if army.leading else colours.INK
        sheet.text(width - 16, 50, strength, size, tone, title=True, anchor="end")
    sheet.text(70, 32, army.player.name, 22, bold=True, room=width - 70 - 72)
    facts = [("tower", army.cities), ("cards", army.hand)]
    end = draw_tally(sheet, 70, 57, facts, 19)
    if army.passed and not won:
        sheet.emblem("passed", end, 39, 21, colours.MUTED)
    _laid(sheet, army, width, height)


def _laid(sheet: Sheet, army: Army, width: float, height: float) -> None:
    """Draw the cards of an army in a row; many cards overlap."""
    if not army.cards:
        return
    high = height - 70 - 14
    count = len(army.cards)
    spaced = (width - 28 + 8) / count - 8
    card = min(high / 1.4, 92, max(spaced, SMALL))
    step = min(card + 8, (width - 28 - card) / (count - 1)) if count > 1 else 0
    top = 70 + (high - card * 1.4) / 2
    for place, face in enumerate(army.cards):
        sheet.card(14 + place * step, top, card, face, faded=army.passed)
