"""PNG of pictures: drawn by another process, once, and not without end for one stranger."""

from __future__ import annotations

import struct
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from games.boards.drawing import letters
from games.boards.drawing.sheet import Sheet
from games.embeds import rasterizer
from games.embeds.refusals import PicturesBusy

SIGNATURE = b"\x89PNG\r\n\x1a\n"
HERE = "192.0.2.1"


def picture(words: str) -> str:
    sheet = Sheet()
    sheet.rect(0, 0, 120, 63, "#ffffff")
    sheet.text(10, 40, words, 30)
    return sheet.svg(120, 63, "A picture")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was drawn, in place of drawing it."""
    asked: list[str] = []

    def draw(svg: str) -> bytes:
        asked.append(svg)
        return SIGNATURE

    monkeypatch.setattr(rasterizer, "draw", draw)
    return asked


def test_it_is_a_png_of_that_size_with_the_letters_of_names() -> None:
    plain = rasterizer.draw(picture(""))
    assert plain[:8] == SIGNATURE
    assert struct.unpack(">II", plain[16:24]) == (120, 63)
    for words in ("Ab", "Łę", "김민"):
        assert rasterizer.draw(picture(words)) != plain, f"nothing is seen of {words}"


def test_what_was_drawn_is_remembered(drawn: list[str]) -> None:
    for _ in range(3):
        assert rasterizer.png_of(picture("a"), HERE) == SIGNATURE
    assert drawn == [picture("a")]


def test_an_address_is_drawn_so_many_new_ones_a_minute(
    drawn: list[str], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time", lambda: 6000.0)
    settings.PICTURES_A_MINUTE = 2
    for words in "ab":
        rasterizer.png_of(picture(words), HERE)
    with pytest.raises(PicturesBusy):
        rasterizer.png_of(picture("c"), HERE)
    assert rasterizer.png_of(picture("a"), HERE), "what is known costs nothing"
    assert rasterizer.png_of(picture("c"), "192.0.2.2")


def test_who_waits_too_long_for_a_turn_is_told(
    drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rasterizer, "PATIENCE", 0.01)
    with rasterizer._turn():
        answers: list[object] = []

        def ask() -> None:
            try:
                answers.append(rasterizer.png_of(picture("a"), HERE))
            except PicturesBusy as busy:
                answers.append(busy.code)

        other = Thread(target=ask)
        other.start()
        other.join()
    assert answers == ["pictures-busy"]
    assert rasterizer.png_of(picture("a"), HERE) == SIGNATURE


def test_names_of_koreans_are_written_and_no_two_fonts_are_one_family() -> None:
    fonts = {path.stem: TTFont(path) for path in letters.font_files()}
    assert len({font["name"].getDebugName(1) for font in fonts.values()}) == len(fonts)
    assert set(range(0xAC00, 0xD7A4)) <= fonts["korean"].getBestCmap().keys()
    assert ord("A") in fonts["inter"].getBestCmap()


def test_all_fonts_were_built() -> None:
    assert [path.stem for path in letters.font_files()] == list(letters.ORDER)
    assert all(Path(path).is_file() for path in letters.font_files())
