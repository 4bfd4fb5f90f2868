"""Templates compiled to functions render exactly what Django renders."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template import Context, engines
from django.template.backends.django import Template as BackendTemplate
from django.template.base import Template
from django.utils import translation
from django.utils.safestring import mark_safe
from pytest_django import Settings

from core.fastpath.template_compiler import (
    Renderer,
    UnknownTag,
    Writer,
    by_django,
    compiled,
    render,
)
from games.boards.templatetags.tavola import drawn, drawn_part
from games.engine.contract import Position
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.presenters.rendered_log import rendered_log_cache
from games.matches.presenters.rendering import table_html, table_html_cache
from games.titles.contract import Title
from games.titles.registry import folder_of, titles
from tests.helpers.languages import LANGUAGES
from tests.helpers.matches import at_random, fresh, people, play_on, started
from tests.helpers.tables import every_game_with

NAMES = ("Anna", "Berta", "Carla", "Dora", "Emil", "Franz")
SHARED = (
    *("matches/_table", "matches/_tools", "matches/_clock", "matches/_result", "matches/_aborted"),
    *("lobby/_rematch", "boards/_line", "boards/_card"),
    *("lobby/_lobby", "lobby/_lobby_table", "lobby/_seated", "lobby/_show_all"),
    *("boards/_left_words", "matches/_watching"),
    *("boards/_generic_board", "boards/_generic_fact", "boards/_generic_moves"),
    "boards/_generic_player",
    *(f"boards/pieces/_{name}" for name in ("counter", "dice", "die", "map", "picker", "token")),
)
ELSEWHERE = ("_art.html", "_armies.html")
"""Sent once with the page; so is a map."""


def pieces_of(title: Title) -> list[str]:
    """Return the names of a game's table templates, as `{% include %}` uses them."""
    templates = folder_of(title.slug) / "templates"
    found = [path.relative_to(templates) for path in templates.glob(f"games/{title.slug}/_*.html")]
    elsewhere = title.map.template if title.map else ""
    return sorted(
        str(path) for path in found if path.name not in ELSEWHERE and str(path) != elsewhere
    )


PIECES = [f"{name}.html" for name in SHARED]
PIECES += [piece for title in titles() for piece in pieces_of(title)]


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


class Loud:
    """Has as a method what others have as a field, and lacks another."""

    def name(self) -> str:
        return "loud"


THINGS: dict[str, Any] = {
    "mixed": [Card("a", 1), {"name": "b"}, Loud(), Card("c", 2), None, Loud()],
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
    "{% for x in mixed %}{{ x.name }} {{ x.worth }}{% if x.worth %}!{% endif %}{% endfor %}",
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
    '{% part "boards/_line.html" line=card newest=True %}{% seat_mark n %}',
    '{% card card size="chip" %}{% card of tag="label" choice=n %}',
    '{% for text in cards %}{% include "boards/_line.html" with line=text %}{% endfor %}',
    '{% with line=card %}{% include "boards/"|add:"_line.html" %}{% endwith %}',
    '{% include "boards/_line.html" with line=card only %}{# words #}',
    "{% comment %}x{% endcomment %}",
)


def inner(wrapped: object) -> Template:
    """Return the template inside the engine's wrapper."""
    assert isinstance(wrapped, BackendTemplate)
    return wrapped.template


def template(saying: str) -> Template:
    return inner(engines["django"].from_string("{% load i18n tavola notifications %}" + saying))


def drawing_of(saying: str) -> Renderer:
    """Return the compiled function of a template in the current language."""
    return Writer(template(saying), translation.get_language()).function()


def both(saying: str) -> tuple[str, str]:
    """Return the output of Django and that of the compiled function, when it knows the types."""
    theirs = engines["django"].from_string("{% load i18n tavola notifications %}" + saying)
    things = {**THINGS, "made": list("xy")}
    drawing = drawing_of(saying)
    drawing(things)
    return theirs.render(things), drawing(things)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("saying", SAYINGS)
def test_compiled_template_renders_same_as_django(saying: str, language: str) -> None:
    with translation.override(language):
        theirs, ours = both(saying)
    assert ours == theirs


def test_iterator_is_consumed_once() -> None:
    drawing = drawing_of("{% for x in made %}{{ x }}{{ forloop.last }}{% endfor %}")
    assert drawing({"made": iter("xy")}) == "xFalseyTrue"


def test_words_and_emblems_are_constant_text() -> None:
    saying = '<b>{% translate "Rules" %}{% emblem "sun" %}{% if n %}{{ n }}{% endif %}</b>'
    writers = {language: Writer(template(saying), language) for language in ("en", "de")}
    drawn = {language: writer.function()({"n": 1}) for language, writer in writers.items()}
    sun = template('{% emblem "sun" %}').render(Context())
    assert drawn == {"en": f"<b>Rules{sun}1</b>", "de": f"<b>Regeln{sun}1</b>"}
    assert f" out += ({f'<b>Regeln{sun}'!r},)" in writers["de"].lines


def test_failing_property_raises_its_error() -> None:
    drawing = drawing_of("{{ card.broken }}")
    with pytest.raises(AttributeError, match="that this one needs"):
        drawing({"card": Card("a")})


@pytest.mark.parametrize(
    "saying",
    [
        "{% csrf_token %}",
        "{% cycle 'a' 'b' %}",
        "{% if n %}{% translate 'bot' as word %}{% endif %}{{ word }}",
        "{{ _('Rules') }}{{ forloop.counter }}",
        "{% load notifications %}{% bell %}",
    ],
)
def test_unknown_tags_are_left_to_django(saying: str) -> None:
    with pytest.raises(UnknownTag):
        drawing_of(saying)


def test_template_with_unknown_tag_is_rendered_by_django() -> None:
    name = "lobby/_play_bots.html"
    with pytest.raises(UnknownTag):
        Writer(inner(engines["django"].get_template(name)), "en").function()
    assert compiled(name, "en")({}) == by_django(name)({}) == render(name, {})


@pytest.mark.parametrize("piece", PIECES)
def test_every_template_of_table_and_lobby_compiles(piece: str) -> None:
    Writer(inner(engines["django"].get_template(piece)), "en").function()


def after(moves: int) -> Callable[[Position], bool]:
    """Return whether that many moves were made since."""
    steps = iter(range(moves))
    return lambda _position: next(steps, None) is None


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "seats"), every_game_with(seats=3))
def test_compiled_tables_equal_tables_of_django(game: str, seats: int, settings: Settings) -> None:
    users = people(*NAMES[:seats])
    match = started(*users, game=game, seed=5)
    for turn, language in enumerate(("en", "de") * 4):
        match = play_on(match, at_random(turn), after(Random(turn).randrange(1, 6)))
        for user in (*users, AnonymousUser()):
            draw_table = table_of(user, match.id, language)
            ours = draw_table()
            settings.FAST_TEMPLATES = False
            assert draw_table() == ours
            settings.FAST_TEMPLATES = True
    match = fresh(match)
    assert match.last_number > 12 or match.status == Match.Status.FINISHED


def table_of(user: Any, match_id: str, language: str) -> Callable[[], str]:
    """Return a function that renders a table without caches."""

    def draw_table() -> str:
        table_html_cache.clear()
        rendered_log_cache.clear()
        drawn_part.cache_clear()
        drawn.cache_clear()
        with translation.override(language):
            return table_html(open_match(user, match_id))

    return draw_table
