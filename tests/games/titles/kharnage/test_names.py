"""The names of cards: with soft hyphens where they are printed, and without where they are read."""

from __future__ import annotations

from django.utils import translation

from games.titles.kharnage.board.faces import face
from games.titles.kharnage.board.words import NAMED, SOFT_HYPHEN, named, printed


def test_only_printed_names_have_soft_hyphens() -> None:
    """Screen readers pause at soft hyphens: “Schienbein­stecher”."""
    with translation.override("de"):
        assert [name for name in NAMED if SOFT_HYPHEN in named(name)] == []
        assert any(SOFT_HYPHEN in printed(name) for name in NAMED)
        stabber = face("goblin-stabber")
        assert SOFT_HYPHEN in stabber.printed
        assert SOFT_HYPHEN not in stabber.name + stabber.tip


def test_names_have_typographic_apostrophes() -> None:
    assert [name for name in NAMED if "'" in name] == []
