"""The sheet for pictures: text fits its space and cannot inject markup."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

from games.boards.drawing.letters import fitted, width_of
from games.boards.drawing.sheet import Sheet, as_card
from games.boards.panels import Card, sample

SVG = "{http://www.w3.org/2000/svg}"


def words_of(picture: Element) -> str:
    return " | ".join(text.text or "" for text in picture.iter(f"{SVG}text"))


def test_names_are_escaped() -> None:
    sheet = Sheet()
    sheet.text(0, 20, '<script>"&\x08', 20)
    picture = fromstring(sheet.svg(10, 10, "<title>\x00"))
    assert words_of(picture) == '<script>"&'
    assert picture.findtext(f"{SVG}title") == "<title>"


def test_long_words_are_shortened_to_fit() -> None:
    for words in ("Bartholomew the Second of Somewhere", "가나다라마바사아자차카타파하", "W" * 200):
        line, size = fitted(words, 24, 120, bold=True)
        assert width_of(line, size, bold=True) <= 120
        assert line.endswith("…")
    assert fitted("Ada", 24, 120) == ("Ada", 24)


def test_every_card_is_drawn() -> None:
    card = Card("1", "One", "A tip.", "sun", value="1")
    assert as_card(card) is card
    shown = as_card(sample("sun", "One", 7, "red"))
    assert (shown.name, shown.value, shown.tone, shown.hidden) == ("One", "7", "red", False)
    sheet = Sheet()
    sheet.card(0, 0, 90, shown)
    sheet.card(0, 0, 90, as_card(sample("sun", "Back", hidden=True)))
    assert words_of(fromstring(sheet.svg(100, 140, "Cards"))) == "7 | One"
