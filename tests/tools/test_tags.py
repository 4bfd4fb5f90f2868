"""Emblems and cards as templates draw them."""

from typing import NamedTuple

from django.template import engines
from django.utils.translation import gettext_lazy

from games.boards.templatetags import tavola

DRUM = {"name": "Drum", "emblem": "drum", "value": "×2", "tip": "Mercenaries count double."}


def drawn(source: str, **context: object) -> str:
    return engines["django"].from_string("{% load tavola %}" + source).render(context)


def test_emblem_is_hidden_from_screen_readers_unless_labelled() -> None:
    assert 'aria-hidden="true"' in drawn('{% emblem "drum" %}')
    labelled = drawn('{% emblem "drum" label %}', label="<Drum>")
    assert 'role="img"' in labelled
    assert "<title>&lt;Drum&gt;</title>" in labelled


def test_card_is_radio_button_or_plain_image() -> None:
    choice = 'field="card" choice="drum" key="hand-1"'
    radio = drawn("{% card c tag='label' checked=True " + choice + " %}", c=DRUM)
    assert (
        '<input type="radio" name="card" value="drum" aria-describedby="hand-1-tip" checked>'
        in radio
    )
    assert '<button type="submit" name="card" value="drum"' in drawn(
        "{% card c tag='button' " + choice + " %}", c=DRUM
    )
    plain = drawn("{% card c size='table' %}", c=DRUM)
    assert plain.startswith('<span tabindex="0" role="img" aria-label="Drum ×2" class=')
    assert "<input" not in plain


def test_hidden_card_shows_only_back() -> None:
    back = drawn(
        "{% card c %}", c={"name": "Face-down card", "emblem": "babel", "hidden": True, "seat": 0}
    )
    assert "card-back" in back
    assert "card-value" not in back
    assert "seat-0" in back


def test_card_may_be_object_and_its_text_is_escaped() -> None:
    class Face(NamedTuple):
        name: object
        emblem: str = "king"
        value: int = 0
        seat: int = 2

    html = drawn("{% card c %}", c=Face(gettext_lazy("<i>")))
    assert "&lt;i&gt;" in html
    assert '<span class="card-value">0</span>' in html
    assert 'emblem-leaf"/></svg><b>C</b>' in html


def test_drawn_card_is_cached() -> None:
    tavola.drawn.cache_clear()
    for _ in range(3):
        drawn("{% card c %}", c=dict(DRUM))
    assert tavola.drawn.cache_info().misses == 1
