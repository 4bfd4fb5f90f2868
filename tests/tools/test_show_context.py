"""Translators see where a message appears."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import show_context
from tools.show_context import Message, Sources, report, wanted

CATALOGUE = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

#: games/seats.py
msgid "left"
msgstr "{left}"

#: games/templates/seats/_one.html
msgid "%(name)s left the table."
msgstr ""
"""
CODE = '''"""The seats of a table."""


def state():
    """Say in one word what a player does."""
    return _("left")


def page(request):
    """Show a table."""
    return render(request, "seats/table.html")
'''
ONE = "<p>{% blocktranslate %}{{ name }} left the table.{% endblocktranslate %}</p>"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a site with two messages; German has a translation of one, French of none."""
    for language, left in (("de", "gegangen"), ("fr", "")):
        folder = tmp_path / "locale" / language / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "django.po").write_text(CATALOGUE.replace("{left}", left), "utf-8")
    templates = tmp_path / "games" / "templates" / "seats"
    templates.mkdir(parents=True)
    (tmp_path / "games" / "seats.py").write_text(CODE, "utf-8")
    (templates / "_one.html").write_text(ONE, "utf-8")
    (templates / "table.html").write_text('{% include "seats/_one.html" %}', "utf-8")
    return tmp_path


def test_message_in_code_is_explained_by_docstrings(root: Path) -> None:
    shown = "\n".join(report("left", "", root))
    assert shown.startswith("left\n  de: gegangen\n  games/seats.py:6\n")
    assert "The seats of a table." in shown
    assert "Say in one word what a player does." in shown
    assert '|     return _("left")' in shown


def test_message_in_template_names_templates_around_and_view(root: Path) -> None:
    shown = "\n".join(report("left the table", "", root))
    assert "Within seats/table.html." in shown
    assert "games/seats.py: Show a table." in shown
    assert "{{ name }} left the table." in shown


def test_whole_message_is_found_before_part_of_another() -> None:
    text = '<p title="{% translate "Plans left" %}">{% translate "left" %}</p>'
    assert show_context.position(text, "left") == text.index('left" %}</p>')


def test_only_messages_that_language_lacks_are_listed(root: Path) -> None:
    assert "left" not in list(report("", "de", root))
    assert {"left", "%(name)s left the table."} <= set(report("", "fr", root))


def test_templates_that_include_each_other_end() -> None:
    sources = Sources(Path())
    sources.__dict__["texts"] = {
        "templates/a.html": '{% include "b.html" %}',
        "templates/b.html": '{% include "a.html" %}',
    }
    assert sources.pages_of("templates/a.html") == ["Within b.html < a.html."]


def test_own_messages_are_found_in_their_files() -> None:
    texts = Sources(show_context.ROOT)
    paths = [show_context.ROOT / "games/titles/babel/locale/fr/LC_MESSAGES/django.po"]
    messages = show_context.messages_in(paths)
    assert messages
    assert [one.text for one in messages if not list(texts.places(one))] == []
    assert wanted([Message("a", "", [], {"fr": "b"})], "", "fr") == []
