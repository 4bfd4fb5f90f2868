"""Templates turned into functions say what Django says of them, to the letter."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings as house
from django.contrib.auth.models import AnonymousUser
from django.template import engines
from django.utils import translation
from django.utils.safestring import mark_safe

from config.compiled import UnknownTag, Writer, by_django, compiled, draw
from games.access import open_match
from games.presenters.drawing import drawn_tables, table_html
from games.presenters.table import told_lines
from games.templatetags.tavola import drawn_part
from tests.helpers.matches import at_random, fresh, people, play_on, started

TEMPLATES = Path(house.BASE_DIR) / "templates"
TABLE = ("_table", "_tools", "_clock", "_line", "_card", "_result", "_aborted", "_rematch")
PIECES = [f"games/{name}.html" for name in TABLE] + sorted(
    str(path.relative_to(TEMPLATES))
    for path in TEMPLATES.glob("games/*/_*.html")
    # Sent once with the page.
    if path.name not in ("_art.html", "_armies.html")
)


@dataclass(frozen=True)
class Card:
    name: str
    worth: int | None = None

    def loud(self) -> str:
        return self.name.upper()

    def times(self, n: int) -> str:
        return self.name * n

    @property
    def broken(self) -> str:
        raise AttributeError("an attribute that this one needs")


THINGS: dict[str, Any] = {
    "card": Card("<Drum> & Co"),
    "cards": [Card("a", 1), Card("b", 22), Card("c")],
    "none": [],
    "made": (n for n in "xy"),
    "pairs": [("one", 1), ("two", 2)],
    "of": {"name": "in a mapping", "items": "an item", 3: "by number"},
    "safe": mark_safe("<b>bold</b>"),
    "n": 3,
    "big": 12345,
    "half": 2.5,
    "nothing": None,
    "when": datetime(2026, 3, 1, 12, tzinfo=UTC),
    "text": "l'été",
    "who": "Anna",
}

SAYINGS = (
    "{{ card.name }} {{ safe }} {{ text }} {{ n }} {{ big }} {{ half }} {{ nothing }} {{ when }}",
    "{{ missing }}|{{ missing.more }}|{{ card.missing }}|{{ nothing.name }}|{{ card.name.nope }}",
    "{{ card.loud }} {{ card.times }} {{ of.name }} {{ of.items }} {{ of.3 }} {{ cards.1.name }}",
    "{{ card.name|upper }} {{ cards|length }} {{ missing|default:'so' }} {{ safe|upper }}",
    "{{ n|add:card.worth }} {{ n|add:2 }} {{ 'a'|add:text }} {{ when|date:'Y' }}",
    "{{ text|linebreaksbr }} {{ cards.0.name|stringformat:'s' }} {{ '<i>' }} {{ 5 }} {{ True }}",
    "{% if n > 2 and not none %}yes{% elif n %}so{% else %}no{% endif %}",
    "{% if card.worth is None %}none{% endif %}{% if missing is None %}none{% endif %}",
    "{% if n > nothing %}more{% else %}not comparable{% endif %}{% if n in none %}in{% endif %}",
    "{% if 'a' in text or n == 3 and n != 4 %}{{ n }}{% endif %}{% if n not in of %}out{% endif %}",
    "{% if cards|length > 2 %}many{% endif %}{% if 'x' is not text %}other{% endif %}",
    "{% for card in cards %}{{ forloop.counter }}{{ card.name }}{% if not forloop.last %}, "
    "{% endif %}{% if forloop.first %}!{% endif %}{{ forloop.revcounter0 }}"
    "{% endfor %}{{ card.name }}",
    "{% for card in none %}x{% empty %}nobody{% endfor %}",
    "{% for x in missing %}x{% empty %}-{% endfor %}{% if missing %}no{% endif %}",
    "{% for x in made %}{{ x }}{% endfor %}{% for x in cards reversed %}{{ x.name }}{% endfor %}",
    "{% for name, n in pairs %}{{ name }}{{ n }}{% for x in cards %}{{ n }}{{ x.worth }}"
    "{% endfor %}{% endfor %}{{ n }}",
    "{% with a=card.name b=n|add:1 %}{{ a }}{{ b }}{% with a=b %}{{ a }}{% endwith %}{{ a }}"
    "{% endwith %}{{ a }}",
    '{% translate "Rules" %} {% translate "bot" as word %}{{ word }}{% emblem "sun" word "big" %}',
    "{% blocktranslate with n=big|add:1 other=card.name %}{{ n }} % of {{ other }}"
    "{% endblocktranslate %}",
    "{% blocktranslate count n=n %}{{ n }} city wins{% plural %}{{ n }} connected cities win"
    "{% endblocktranslate %}",
    '{% url "rules" "babel" %} {% url "people:profile" who %}',
    '{% part "games/_line.html" line=card newest=True %}{% seat_mark n %}',
    '{% card card size="chip" %}{% card of tag="label" choice=n %}',
    '{% for text in cards %}{% include "games/_line.html" with line=text %}{% endfor %}',
    '{% with line=card %}{% include "games/"|add:"_line.html" %}{% endwith %}',
    '{% include "games/_line.html" with line=card only %}{# words #}{% comment %}x{% endcomment %}',
)


def template(saying: str) -> Any:
    return engines["django"].from_string("{% load i18n tavola %}" + saying).template


def both(saying: str) -> tuple[str, str]:
    """What Django says, and what the function says."""
    theirs = engines["django"].from_string("{% load i18n tavola %}" + saying)
    things = {**THINGS, "made": list("xy")}
    ours = Writer(template(saying)).function()(things, translation.get_language())
    return theirs.render(things), ours


@pytest.mark.parametrize("language", ["en", "de", "ko"])
@pytest.mark.parametrize("saying", SAYINGS)
def test_a_function_says_what_django_says(saying: str, language: str) -> None:
    with translation.override(language):
        theirs, ours = both(saying)
    assert ours == theirs


def test_what_comes_one_by_one_is_gone_through_once() -> None:
    drawing = Writer(
        template("{% for x in made %}{{ x }}{{ forloop.last }}{% endfor %}")
    ).function()
    assert drawing({"made": iter("xy")}, "en") == "xFalseyTrue"


def test_a_property_that_fails_is_heard() -> None:
    drawing = Writer(template("{{ card.broken }}")).function()
    with pytest.raises(AttributeError, match="that this one needs"):
        drawing({"card": Card("a")}, "en")


@pytest.mark.parametrize(
    "saying",
    [
        "{% csrf_token %}",
        "{% cycle 'a' 'b' %}",
        "{% if n %}{% translate 'bot' as word %}{% endif %}{{ word }}",
        "{{ _('Rules') }}{{ forloop.counter }}",
        "{% bell %}",
    ],
)
def test_what_it_does_not_know_is_left_to_django(saying: str) -> None:
    with pytest.raises(UnknownTag):
        Writer(template(saying)).function()


def test_a_template_with_an_unknown_tag_is_drawn_all_the_same() -> None:
    name = "games/_seated.html"
    with pytest.raises(UnknownTag):
        Writer(engines["django"].get_template(name).template).function()
    assert compiled(name)({}, "en") == by_django(name)({}, "en") == draw(name, {})


@pytest.mark.parametrize("piece", PIECES)
def test_every_piece_of_a_table_is_drawn_by_a_function(piece: str) -> None:
    Writer(engines["django"].get_template(piece).template).function()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "seats"), [("condottiere", 3), ("babel", 2), ("kabale", 3), ("kharnage", 3)]
)
def test_whole_tables_are_the_same(game: str, seats: int, settings: Any) -> None:
    users = people("Anna", "Berta", "Carla")[:seats]
    match = started(*users, game=game, seed=5)
    for turn, language in enumerate(("en", "de") * 4):
        steps = iter(range(Random(turn).randrange(1, 6)))
        match = play_on(match, at_random(turn), lambda _, steps=steps: next(steps, None) is None)
        for user in (*users, AnonymousUser()):
            draw_table = table_of(user, match.id, language)
            ours = draw_table()
            settings.DEBUG = True
            assert draw_table() == ours
            settings.DEBUG = False
    assert fresh(match).last_number > 12


def table_of(user: Any, match_id: str, language: str) -> Callable[[], str]:
    """Draws a table with nothing kept of it."""

    def drawn() -> str:
        drawn_tables.clear()
        told_lines.clear()
        drawn_part.cache_clear()
        with translation.override(language):
            return table_html(open_match(user, match_id))

    return drawn
