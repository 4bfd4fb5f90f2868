"""Selectors of a board's style sheet that also change parts of the site are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.site.style_check import collisions


@pytest.mark.parametrize(
    ("selector", "clashes"),
    [
        (".number", True),
        (".mine, .button:hover", True),
        (".mygame .name", True),
        (".mygame .left:last-child", True),
        (".mygame .player .name", False),
        (".seen .name", False),
        (".mygame .my-side", False),
        (".table-head", False),
        (".mine:is(.a, .number)", False),
        (".number-of-mine", False),
    ],
)
def test_selectors_that_fit_the_site_are_found(
    selector: str, clashes: bool, tmp_path: Path
) -> None:
    sheet, template = tmp_path / "board.css", tmp_path / "_board.html"
    sheet.write_text(
        f"/* one\n   two */\n.mine {{ gap: 0; }}\n@media print {{\n{selector} {{ margin: 0; }} }}"
    )
    template.write_text('{% load i18n %}<div class="of-pieces mygame">')
    found = collisions(sheet, template)
    assert bool(found) == clashes
    assert all(one.startswith("board.css:5 “") for one in found)
