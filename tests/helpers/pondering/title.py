"""A known game under another name, with bots that think long."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from games.engine.bots import Bot, Easy
from games.titles import registry
from games.titles.contract import Found, Title
from tests.helpers.pondering.bots import A_WHILE, LONG, Ponderer
from tests.helpers.pondering.rules import Pondering

if TYPE_CHECKING:
    import pytest

SLUG = Pondering.game.slug
TITLE = Title(
    rules=(Pondering,),
    bots=(
        Easy(),
        Ponderer("deep", A_WHILE),
        Ponderer("deeper", 10 * A_WHILE),
        Ponderer("deepest", LONG),
    ),
)


def install(
    monkeypatch: pytest.MonkeyPatch,
    *bots: Bot,
    level_seats: Mapping[str, Collection[int]] | None = None,
) -> None:
    """Add the game to the site this runs in, with these bots, or its own."""
    title = replace(TITLE, bots=bots or TITLE.bots, level_seats=level_seats or {})
    # Read before the game is among those found: what is read then stays after the test.
    rules = registry._rules_by_version()
    monkeypatch.setitem(registry._found(), SLUG, Found(title, Path(__file__).parent))
    monkeypatch.setitem(rules, (SLUG, 1), Pondering)
