"""PNG pictures: rendered once by another process, and limited for each address."""

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
    """Record the pictures instead of drawing them."""
    asked: list[str] = []

    def draw(svg: str) -> bytes:
        asked.append(svg)
        return SIGNATURE

    monkeypatch.setattr(rasterizer, "draw", draw)
    return asked


def test_png_has_given_size_and_letters_of_names() -> None:
    plain = rasterizer.draw(picture(""))
    assert plain[:8] == SIGNATURE
    assert struct.unpack(">II", plain[16:24]) == (120, 63)
    for words in ("Ab", "Łę", "김민"):
        assert rasterizer.draw(picture(words)) != plain, f"nothing is seen of {words}"


def test_picture_is_drawn_once(drawn: list[str]) -> None:
    for _ in range(3):
        assert rasterizer.png_of(picture("a"), HERE) == SIGNATURE
    assert drawn == [picture("a")]


def test_new_pictures_per_address_are_limited(drawn: list[str], settings: Any) -> None:
    settings.PICTURES_A_MINUTE = 2
    for words in "ab":
        rasterizer.png_of(picture(words), HERE)
    with pytest.raises(PicturesBusy):
        rasterizer.png_of(picture("c"), HERE)
    assert rasterizer.png_of(picture("a"), HERE), "known pictures are not counted"
    assert rasterizer.png_of(picture("c"), "192.0.2.2")


def test_long_wait_for_rasterizer_is_refused(
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


def test_korean_letters_are_available_and_font_families_differ() -> None:
    fonts = {path.stem: TTFont(path) for path in letters.font_files()}
    assert len({font["name"].getDebugName(1) for font in fonts.values()}) == len(fonts)
    assert set(range(0xAC00, 0xD7A4)) <= fonts["korean"].getBestCmap().keys()
    assert ord("A") in fonts["inter"].getBestCmap()


def test_all_font_files_exist() -> None:
    assert [path.stem for path in letters.font_files()] == list(letters.ORDER)
    assert all(Path(path).is_file() for path in letters.font_files())
