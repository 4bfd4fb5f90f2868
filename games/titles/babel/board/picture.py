"""The picture of a Babel table for the preview of a link: the sites with their temples."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from django.template.loader import get_template

from games.boards.drawing import palette as colours
from games.boards.drawing.frame import BODY_HEIGHT, BODY_WIDTH, CHIP_HEIGHT, Chip, draw_chips
from games.boards.drawing.palette import Palette, seat_colour
from games.boards.drawing.sheet import Sheet
from games.titles.babel.board.parts import TIER
from games.titles.babel.rules.cards import SITES

if TYPE_CHECKING:
    from games.titles.babel.board.board import BabelTable
    from games.titles.babel.board.parts import Row, Site, Temple

PALETTE = Palette("#0d5c75", "#835719", "#f0e0c2")
SKY, SUN, FAR, NEAR, WATER, BANK = "#fbe6bd", "#fff3cf", "#e3c48f", "#d2ab6b", "#8fbdbb", "#d9bf8d"
WALL, WALL_INK, GLAZE, GLAZE_DEEP, GILT = "#d8b27a", "#8d6a37", "#12688a", "#0b4a66", "#f1c75b"
SAND = "#fdf4e0"
FAR_HILLS = "M0 190C150 150 300 205 460 172C640 138 800 200 1120 160V420H0Z"
NEAR_HILLS = "M0 218C200 186 380 232 560 204C760 176 940 226 1120 196V420H0Z"
RIVER = (
    "M0 244C240 224 420 262 640 240C820 222 980 252 1120 236V250C960 264 820 238 640 254"
    "C420 274 240 240 0 258Z"
)
LOOKS = {
    "wall": f'fill="{WALL}"',
    "shade": 'fill="#000" fill-opacity="0.11"',
    "pilaster": f'fill="none" stroke="{WALL_INK}" stroke-width="0.9" opacity="0.5"',
    "glaze": f'fill="{GLAZE}"',
    "gold": f'fill="none" stroke="{GILT}" stroke-width="2.2"',
    "stair": 'fill="#ecd6a8"',
    "step": f'fill="none" stroke="{WALL_INK}" stroke-width="0.7" opacity="0.7"',
}
"""The classes of a temple's drawing as they look in good light (static/games/babel/board.css)."""
TIERS = re.compile(r'<g id="tier-\d">.*?</g>', re.DOTALL)
CLASS = re.compile(r'class="([a-z]+)"')
LAND_HEIGHT = BODY_HEIGHT - CHIP_HEIGHT - 14
FRIEZE, GROUND = 46, 262
"""The heights at which the frieze ends, and on which the temples stand."""
COLUMN = BODY_WIDTH / len(SITES)
TEMPLE_SCALE = 1.42
TEMPLE_WIDTH = 64
BRICK, LOW_BRICK = 22, 7
WORD_FROM = 19
"""The height from which a block of bricks shows an emblem and its number of cards."""


def draw_babel(sheet: Sheet, board: BabelTable) -> None:
    """Draw the land with all temples, the tribe cards under each, and the builders below."""
    _add_tiers(sheet)
    with sheet.clip("land-frame"):
        sheet.rect(0, 0, BODY_WIDTH, LAND_HEIGHT, "#000", rx=12)
    with sheet.group(clip_path="url(#land-frame)"):
        _land(sheet)
        for place, site in enumerate(board.sites):
            with sheet.group(place * COLUMN):
                _site(sheet, site)
    sheet.rect(0, 0, BODY_WIDTH, LAND_HEIGHT, "none", rx=12, stroke=GLAZE_DEEP, stroke_width=2)
    chips = [
        Chip(
            builder.player,
            (("temple", builder.total), ("cards", builder.hand)),
            builder.to_act,
            board.table.ended and builder.player.place == 1,
        )
        for builder in sorted(board.builders, key=lambda builder: builder.player.seat)
    ]
    draw_chips(sheet, chips, BODY_HEIGHT - CHIP_HEIGHT)


@cache
def _tiers() -> str:
    """Return the tiers of a temple from the table's template, with their colours written in."""
    art = get_template("games/babel/_art.html").render({})
    tiers = "".join(TIERS.findall(art))
    return CLASS.sub(lambda found: LOOKS[found[1]], tiers)


def _add_tiers(sheet: Sheet) -> None:
    with sheet.define():
        sheet.include(_tiers())


def _land(sheet: Sheet) -> None:
    """Draw the plain between the rivers, behind everything."""
    sheet.rect(0, 0, BODY_WIDTH, LAND_HEIGHT, SKY)
    sheet.circle(903, 112, 76, SUN, opacity=0.55)
    sheet.circle(903, 112, 40, SUN)
    for d, colour in ((FAR_HILLS, FAR), (NEAR_HILLS, NEAR), (RIVER, WATER)):
        sheet.path(d, colour)
    sheet.rect(0, GROUND - 8, BODY_WIDTH, 8, BANK)
    sheet.rect(0, GROUND, BODY_WIDTH, LAND_HEIGHT - GROUND, SAND)
    sheet.rect(0, 0, BODY_WIDTH, FRIEZE, GLAZE_DEEP)
    sheet.rect(0, FRIEZE - 4, BODY_WIDTH, 4, GILT)
    for place in range(1, len(SITES)):
        x = place * COLUMN
        sheet.path(f"M{x:g} {GROUND}V{LAND_HEIGHT}", stroke=WALL_INK, stroke_opacity=0.35)
        sheet.path(f"M{x:g} 0V{FRIEZE}", stroke=GILT, stroke_opacity=0.5)


def _site(sheet: Sheet, site: Site) -> None:
    sheet.emblem(site.id, 12, 8, 28, GILT)
    free = COLUMN - 56 - 34 * len(site.stones)
    sheet.text(46, 30, site.name, 20, colours.ON_DARK, title=True, room=free)
    for place, player in enumerate(site.stones):
        x = COLUMN - 40 - 34 * place
        sheet.circle(x + 15, 21, 17, GILT)
        sheet.seat(player.seat, x, 6, 30)
    temples = sorted((site.far_temple, site.near_temple), key=lambda one: one.player.seat)
    rows = sorted((site.far, site.near), key=lambda one: one.player.seat)
    half = COLUMN / 2
    for place, (temple, row) in enumerate(zip(temples, rows, strict=True)):
        _temple(sheet, temple, place * half + half / 2)
        _tribes(sheet, row, place * half + 8, half - 16)


def _temple(sheet: Sheet, temple: Temple, middle: float) -> None:
    """Draw a temple on the ground, and its height above it."""
    colour = seat_colour(temple.player.seat)
    if not temple.levels:
        plot = f"M{middle - 34:g} {GROUND}v-9h68v9"
        sheet.path(plot, stroke=colour, stroke_width=2, stroke_dasharray="5 4", opacity=0.75)
        return
    with sheet.group(middle - TEMPLE_WIDTH * TEMPLE_SCALE / 2, GROUND, TEMPLE_SCALE):
        for level, built in temple.tiers:
            sheet.draw("use", href=f"#tier-{level}", opacity=None if built else 0.55)
    top = GROUND - temple.height * TIER * TEMPLE_SCALE - 12
    sheet.rect(middle - 28, top - 26, 56, 30, colour, rx=15, stroke=colours.ON_DARK, stroke_width=2)
    sheet.emblem(temple.player.emblem, middle - 21, top - 20, 18, colours.ON_DARK)
    sheet.text(middle + 11, top - 4, temple.height, 20, colours.ON_DARK, bold=True, anchor="middle")


def _tribes(sheet: Sheet, row: Row, x: float, width: float) -> None:
    """Draw a row of tribe cards as layers of bricks, which grow downwards."""
    if not row.groups:
        return
    top, room = GROUND + 10.0, LAND_HEIGHT - GROUND - 20
    brick = max(min(BRICK, (room - 3 * len(row.groups)) / row.size), LOW_BRICK)
    for group in row.groups:
        height = brick * group.size
        if top + height > LAND_HEIGHT - 4:
            break
        tone = PALETTE.tone(group.tone)
        sheet.rect(x, top, width, height, tone, rx=3)
        joints = "".join(f"M{x:g} {top + brick * n:g}h{width:g}" for n in range(1, group.size))
        if joints:
            sheet.path(joints, stroke=colours.ON_DARK, stroke_opacity=0.35)
        if group.bound:
            sheet.rect(x, top, width, height, "none", rx=3, stroke=GILT, stroke_width=3)
        if height >= WORD_FROM:
            middle = top + height / 2
            sheet.emblem(group.tribe, x + 8, middle - 10, 20, colours.ON_DARK)
            if group.size > 1:
                sheet.text(
                    x + width - 10,
                    middle + 7,
                    group.size,
                    20,
                    colours.ON_DARK,
                    bold=True,
                    anchor="end",
                )
        top += height + 3
