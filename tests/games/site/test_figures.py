"""Figures in the rules: present in every language, valid, and inert."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from games.engine.refusals import BadRecord
from games.engine.replay import replay
from games.site.figures import CONTROLS, as_picture, draw_figure
from games.site.rules_page import parts_of, rules_page
from games.titles import positions
from games.titles.positions import PreparedFigure, prepared_figures
from games.titles.registry import folder_of, slugs
from tests.helpers.pages import assert_clean_page

LANGUAGES = [language for language, _name in settings.LANGUAGES]
FIGURES = [figure for slug in slugs() for figure in prepared_figures(slug).values()]
ILLUSTRATED = sorted({figure.position.slug for figure in FIGURES})


def named_in(page: Path) -> list[str]:
    return [name for kind, name, _text in parts_of(page.read_text("utf-8")) if kind == "figure"]


@pytest.mark.parametrize("slug", slugs())
def test_rules_of_every_language_use_same_figures(slug: str) -> None:
    pages = sorted((folder_of(slug) / "docs").glob("rules*.md"))
    first = named_in(pages[0])
    assert sorted(first) == sorted(prepared_figures(slug))
    for page in pages:
        assert named_in(page) == first, page.name


@pytest.mark.parametrize("slug", slugs())
def test_every_figure_has_caption(slug: str) -> None:
    for language in LANGUAGES:
        page = rules_page(slug, language)
        drawn = [figure for piece in page.pieces for figure in piece.figures]
        assert len(drawn) == len(prepared_figures(slug))
        for figure in drawn:
            assert len(figure.caption) > 40, (language, figure.caption)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda f: f"{f.position.slug}-{f.position.name}")
def test_figure_is_valid_and_drawn(figure: PreparedFigure) -> None:
    reached = replay(figure.position.record)
    assert reached.refusal is None
    reached.position.check()
    assert figure.position.about.endswith(".")
    drawing = draw_figure(figure)
    assert "<svg" in drawing
    assert not re.search(r"\s(id|for|form|tabindex|role|on\w+|aria-describedby)=", drawing)
    assert not re.search(rf"<({'|'.join([*CONTROLS, 'input', 'script'])})\b", drawing)
    # The same every time: what is cached is what would be drawn.
    assert draw_figure(figure) == drawing


def test_picture_omits_controls_and_hidden_text() -> None:
    html = (
        '<li id="a" class="b" data-c="d"><button form="f" class="e">Pass &amp; go</button>'
        '<span class="visually-hidden">heard <b>alone</b></span><input name="x">'
        '<a href="/x"><svg viewBox="0 0 1 1" aria-hidden="true"><title>t</title>'
        '<use href="#q"/></svg></a><br>“ü” &lt;&#39;</li><script>let a = 1</script>'
    )
    assert as_picture(html) == (
        '<li class="b"><span class="e">Pass &amp; go</span>'
        '<span><svg viewbox="0 0 1 1"><use href="#q"/></svg></span><br>“ü” &lt;&#39;</li>'
    )


def test_rules_page_is_split_at_its_marks() -> None:
    text = "# G\nOne.\n<!-- figure a-b -->\nTwo.\n<!-- end -->\nThree.\n<!-- map -->\nFour.\n"
    assert parts_of(text) == [
        ("", "", "One.\n"),
        ("figure", "a-b", "\nTwo.\n"),
        ("", "", "\nThree.\n"),
        ("map", "", "\nFour.\n"),
    ]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Replace the folder of the first title with an empty one."""
    monkeypatch.setattr(positions, "folder_of", lambda slug: tmp_path)
    (tmp_path / positions.FIGURES).mkdir()
    return tmp_path / positions.FIGURES


@pytest.mark.parametrize("part", [None, "", "../_board", "A", 3, "a-"], ids=repr)
def test_invalid_figure_is_refused(part: object, folder: Path) -> None:
    game = {"format": 1, "game": slugs()[0], "seats": 2, "moves": []}
    written = {"about": "Two.", "seat": None, **game, "part": "armies"}
    (folder / "one.json").write_text(json.dumps(written))
    assert prepared_figures(slugs()[0])["one"].part == "armies"
    (folder / "one.json").write_text(json.dumps({**written, "part": part}))
    with pytest.raises(BadRecord):
        prepared_figures(slugs()[0])


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ILLUSTRATED)
def test_figures_are_inert_and_have_captions(slug: str) -> None:
    page = assert_clean_page(Client().get(f"/games/{slug}/")).text
    assert page.count("<figcaption>") == len(prepared_figures(slug))
    pictures = re.findall(r'<div class="drawing"[^>]*>', page)
    assert len(pictures) == len(prepared_figures(slug))
    assert all("inert" in one and 'aria-hidden="true"' in one for one in pictures)
    assert f"games/{slug}/board" in page


def test_figures_use_language_of_reader() -> None:
    with override("de"):
        page = rules_page(ILLUSTRATED[0], "ko")
    figure = next(figure for piece in page.pieces for figure in piece.figures)
    prepared = prepared_figures(ILLUSTRATED[0])
    with override("ko"):
        assert figure.drawing in {draw_figure(one) for one in prepared.values()}
