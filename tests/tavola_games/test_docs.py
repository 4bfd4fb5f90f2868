"""docs/package.md lists the real sizes of the games."""

from __future__ import annotations

from pathlib import Path

from tavola_games import encoder, game, slugs

PAGE = Path(__file__).resolve().parents[2] / "docs/package.md"


def test_documented_sizes_equal_sizes_of_games() -> None:
    page = PAGE.read_text("utf-8")
    for slug in slugs():
        known = [encoder(slug, seats) for seats in game(slug).seats]
        seen = ", ".join(str(len(one.highs)) for one in known)
        assert f"| {game(slug).name} | {len(known[0].moves)} | {seen} |" in page
