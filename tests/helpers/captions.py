"""The positions that figures of rules pages show, and the captions of the figures."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from games.engine.replay import replay
from games.site.rules_page import parts_of
from games.titles.positions import prepared_figures
from games.titles.registry import folder_of

NUMBER = re.compile(r"\d+")


@cache
def captions(slug: str) -> dict[str, dict[str, str]]:
    """Return the captions of all rules pages of a game, by page and figure."""
    pages = sorted((folder_of(slug) / "docs").glob("rules*.md"))
    return {page.name: _captions_in(page.read_text("utf-8")) for page in pages}


def _captions_in(text: str) -> dict[str, str]:
    return {name: caption for kind, name, caption in parts_of(text) if kind == "figure"}


def shown(slug: str, name: str) -> Any:
    """Return the position that a figure shows, reached by its moves through the rules."""
    reached = replay(prepared_figures(slug)[name].position.record)
    assert reached.refusal is None
    return reached.position


def assert_says(slug: str, name: str, numbers: Iterable[int]) -> None:
    """Assert that the caption of a figure has each of these numbers in every language."""
    wanted = set(numbers)
    for page, found in captions(slug).items():
        lacking = wanted - set(map(int, NUMBER.findall(found[name])))
        assert not lacking, (page, name, lacking)
