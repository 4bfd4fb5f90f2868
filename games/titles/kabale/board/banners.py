"""The effects of Kabale und Hiebe that a banner shows: cards that act, and awards."""

from __future__ import annotations

from games.boards.highlights import BannerWriter, line_banners
from games.titles.kabale.board.lines import LINE_WRITERS

BANNERS: dict[str, BannerWriter] = line_banners(
    LINE_WRITERS, "assassinated", "swapped", "round-ended", "awarded", "goals-opened"
)
