"""The banners of Babel: a power that a player uses, and the end phase."""

from __future__ import annotations

from games.boards.highlights import Banner, BannerWriter, line_banners
from games.boards.lines import Facts, Names
from games.titles.babel.board.faces import POWER_NAMES
from games.titles.babel.board.lines import LINE_WRITERS, power_sentence


def power_banner(facts: Facts, names: Names, you: int | None) -> Banner:
    """Return the banner of a power: its name and its effect."""
    name = POWER_NAMES[facts["power"]]
    return Banner(str(name), (power_sentence(facts, names),), facts["seat"], facts["power"])


BANNERS: dict[str, BannerWriter] = {
    "power": power_banner,
    **line_banners(LINE_WRITERS, "end-phase"),
}
