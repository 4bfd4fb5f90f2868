"""SVG pictures for previews of links: a position as the public sees it, and the site's card."""

from __future__ import annotations

from collections.abc import Hashable

from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from games.boards.drawing.frame import (
    BODY_HEIGHT,
    BODY_WIDTH,
    HEAD,
    HEIGHT,
    MARGIN,
    WIDTH,
    Heading,
    draw_frame,
)
from games.boards.drawing.palette import FELT, MUTED, ON_DARK, PAPER, Palette
from games.boards.drawing.sheet import Sheet, as_card
from games.boards.words import list_words
from games.embeds.refusals import NoSuchStep
from games.matches.cache import LruCache
from games.matches.presenters.boards import card_preview_of, game_board
from games.matches.presenters.replay import public_replay, public_steps
from games.matches.presenters.table import Table
from games.matches.viewing import Access
from games.titles.registry import titles

MOST_GAMES = 4
"""The number of games that fit on the site's card."""
EDGE = 20
"""The margin of a small picture."""
FAN_CARDS, FAN_CARD, FAN_TURN, FAN_STEP = 3, 92, 11, 54
CACHED_BOARDS = 64
_boards: LruCache[Hashable, str] = LruCache(CACHED_BOARDS)
NO_SUCH_STEP = gettext_noop("This match has no such step: the latest is {last}.")


def position_svg(access: Access, step: int | None) -> str:
    """Draw a step of a match that has begun.

    Args:
        access: The match, as the public may see it.
        step: The number of the step; None for the newest.

    Raises:
        NoSuchStep: The public knows no such step.
    """
    last = public_steps(access)
    number = last if step is None else step
    if number > last:
        raise NoSuchStep(NO_SUCH_STEP, last=last)
    table = public_replay(access, number).table
    over = table.ended or (table.match.status == table.match.Status.ABORTED and number == last)
    place = _("Step {step} of {last}").format(step=number, last=last)
    board = table.game_board.board
    sheet = Sheet(board.palette)
    heading = Heading(table.match.game, table.name, table.result if over else table.ask, place)
    draw_frame(sheet, heading)
    with sheet.group(MARGIN, HEAD):
        board.draw(sheet, table)
    label = _("{game}: {names}").format(game=table.name, names=list_words(list(table.names)))
    return sheet.svg(WIDTH, HEIGHT, label)


def board_svg(table: Table) -> str:
    """Draw the board of a table and its players, for a small picture in a list."""
    board = table.game_board.board
    sheet = Sheet(board.palette)
    width, height = BODY_WIDTH + 2 * EDGE, BODY_HEIGHT + 2 * EDGE
    sheet.rect(0, 0, width, height, PAPER)
    with sheet.group(EDGE, EDGE):
        board.draw(sheet, table)
    return sheet.svg(width, height, table.name)


def newest_board_svg(access: Access) -> str:
    """Draw the newest position of a match that has begun, once for all who look at it."""
    steps, names = public_steps(access), tuple(player.name for player in access.players)
    key = access.match.id, access.match.status, steps, names, get_language()
    svg = _boards.get(key)
    if svg is None:
        svg = board_svg(public_replay(access, steps).table)
        _boards.set(key, svg)
    return svg


def site_svg() -> str:
    """Draw the card of the site: its name, a line about it, and cards of its games."""
    sheet = Sheet()
    sheet.rect(0, 0, WIDTH, HEIGHT, PAPER)
    sheet.rect(0, 0, WIDTH, 12, FELT)
    sheet.circle(140, 168, 72, FELT)
    sheet.emblem("tavola", 92, 118, 96, ON_DARK)
    sheet.text(250, 172, "Tavola", 104, FELT, title=True)
    words = _("Card and board games of intrigue, towers, carnage and conquest.")
    sheet.text(254, 228, words, 28, MUTED, room=WIDTH - 254 - MARGIN)
    shown = titles()[:MOST_GAMES]
    share = (WIDTH - 2 * MARGIN) / max(len(shown), 1)
    for place, title in enumerate(shown):
        palette = game_board(title.slug).board.palette
        with sheet.group(MARGIN + place * share, 296):
            _game(sheet, title.slug, title.game.name, palette, share)
    return sheet.svg(WIDTH, HEIGHT, "Tavola")


def _game(sheet: Sheet, slug: str, name: str, palette: Palette, width: float) -> None:
    """Draw a game: its name and three of its cards."""
    sheet.palette, middle = palette, width / 2
    sheet.rect(8, 0, width - 16, 294, palette.cloth, rx=16)
    cards = card_preview_of(slug)[:FAN_CARDS]
    for place, card in enumerate(cards):
        aside = place - (len(cards) - 1) / 2
        x = middle - FAN_CARD / 2 + aside * FAN_STEP
        with sheet.turned(aside * FAN_TURN, x + FAN_CARD / 2, 170):
            sheet.card(x, 46 + abs(aside) * 10, FAN_CARD, as_card(card))
    sheet.text(middle, 256, name, 29, palette.accent, title=True, anchor="middle", room=width - 40)
