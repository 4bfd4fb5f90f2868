"""The examples of docs/package.md are run, in their order, and print what stands below them."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from tavola_games import encoder, game, slugs

PAGE = Path(__file__).resolve().parents[2] / "docs/package.md"
EXAMPLE = re.compile(r"^```python\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


def test_every_example_prints_what_the_page_says() -> None:
    examples = EXAMPLE.findall(PAGE.read_text("utf-8"))
    assert len(examples) >= 3
    names: dict[str, Any] = {"__name__": "page"}
    for code, expected in examples:
        printed = io.StringIO()
        with redirect_stdout(printed):
            exec(compile(code, PAGE.name, "exec"), names)
        assert printed.getvalue() == expected


def test_the_sizes_it_names_are_those_there_are() -> None:
    page = PAGE.read_text("utf-8")
    for slug in slugs():
        known = [encoder(slug, seats) for seats in game(slug).seats]
        seen = ", ".join(str(len(one.highs)) for one in known)
        assert f"| {game(slug).name} | {len(known[0].moves)} | {seen} |" in page
