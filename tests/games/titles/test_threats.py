"""Threats stand first in the guide, and at the seat and the battle; new cards are explained."""

from __future__ import annotations

from html import unescape

import pytest
from django.template.loader import render_to_string

from games.engine.contract import Json
from games.matches.models import Match
from tests.games.titles.babel.tables import table_of
from tests.helpers.matches import act, people
from tests.helpers.prepared import prepared

pytestmark = pytest.mark.django_db
KINGDOM: Json = {
    "phase": "battle",
    "city": "roma",
    "holder": 1,
    "turn": 0,
    "cities": {"firenze": 1, "siena": 1, "spoleto": 1, "torino": 0},
    "hands": [["m1", "m2", "bishop"], ["m4", "m5"], ["m3"]],
    "armies": [[], ["m10"], []],
}


def page(match: Match, seat: int) -> str:
    return render_to_string("matches/_table.html", {"match": match, "table": table_of(match, seat)})


def test_threat_is_named_before_everything_else() -> None:
    match = prepared("condottiere", KINGDOM, *people("Anna", "Florian"), "easy")
    html = unescape(page(match, 0))
    guide = html[html.index('id="guide"') :]
    words = "Florian wins with Roma: 3 of 4 cities are connected."
    assert guide.index(words) < guide.index("Everyone plays one card at a time.")
    panel = html[html.index('id="army-1"') : html.index('id="army-2"')]
    assert "wins with Roma" in panel
    assert words in html[html.index('class="stake"') :]


def test_threat_is_named_while_others_move() -> None:
    match = prepared("condottiere", {**KINGDOM, "turn": 1}, *people("Anna", "Florian"), "easy")
    html = page(match, 0)
    assert "Florian wins with Roma" in html[html.index('id="guide"') :]
    assert "You win with Roma" in page(match, 1)


def test_card_is_explained_when_it_first_falls() -> None:
    match = prepared("condottiere", KINGDOM, *people("Anna", "Florian"), "easy")
    assert "Bishop: Ends the battle at once." not in page(match, 1)
    act(match, 0, {"type": "play", "card": "bishop"})
    html = page(match, 1)
    guide = html[html.index('id="guide"') :]
    assert "Bishop: Ends the battle at once. No one takes the city." in guide


def test_winning_build_is_named_in_babel() -> None:
    position = {
        "turn": 1,
        "stones": ["mede", "persian"],
        "hands": [["mede"], ["mede", "hittite"]],
        "rows": [[1], [4]],
        "end_phase": True,
        "sites": {
            "mede": {"tribes": [[], []], "temples": [[1, 2, 3, 4, 5, 6], [6]]},
            "hittite": {"tribes": [[], []], "temples": [[5], [5]]},
            "persian": {"tribes": [[], ["mede"] * 4], "temples": [[], [3]]},
            "sumerian": {"tribes": [[], []], "temples": [[], [5]]},
        },
    }
    match = prepared("babel", position, *people("Anna", "Ninsun"))
    html = unescape(page(match, 0))
    assert "Ninsun can win among the Persians: level 4." in html[html.index('id="guide"') :]
    assert "is-threatened" in html
    assert "You can win among the Persians: level 4." in page(match, 1)
