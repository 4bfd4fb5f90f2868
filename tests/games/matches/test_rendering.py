"""A table as an HTML fragment: its digest and the order of its parts."""

from __future__ import annotations

import gc
from itertools import count
from weakref import ref

import pytest

from core.fastpath import template_compiler
from games.engine.contract import Position
from games.matches.access import open_match
from games.matches.presenters.rendering import digest, pushed, rendered, table_html
from games.matches.presenters.table import table_for
from games.matches.services import commands
from games.titles.contract import Title
from games.titles.registry import titles
from tests.helpers.matches import (
    at_random,
    committed,
    move_on,
    mover,
    people,
    play_on,
    started,
    user_at,
)

pytestmark = pytest.mark.django_db


def test_digest_depends_on_what_viewer_sees() -> None:
    anna, berta, carla = people("Anna", "Berta", "Carla")
    match = started(anna, berta)

    def digests() -> list[str]:
        return [digest(pushed(table_html(open_match(who, match.id)))) for who in viewers]

    viewers = (anna, berta, carla)
    before = digests()
    assert len({*before}) == 3, "each viewer has a different digest"
    assert digests() == before
    move_on(match)
    assert not {*digests()} & {*before}


@pytest.mark.parametrize("first", [0, 1])
def test_only_player_who_left_reads_so(first: int) -> None:
    """Neither has a seat: the table that is drawn first must not be shown to the other."""
    anna, *others = people("Anna", "Berta", "Carla")
    match = started(anna, *others)
    with committed():
        commands.resign(anna, match.id)
    readers = [anna, None][::-1] if first else [anna, None]
    read = {user: "You resigned." in table_html(open_match(user, match.id)) for user in readers}
    assert read == {anna: True, None: False}


def test_digest_ignores_elapsed_time() -> None:
    text = '<p><time datetime="{}">opened {} ago</time> by {}</p>'
    one = digest(text.format("2026-11-22", "5 seconds", "Anna"))
    assert digest(text.format("2026-11-22", "6 seconds", "Anna")) == one
    assert digest(text.format("2026-11-23", "5 seconds", "Anna")) != one
    assert digest(text.format("2026-11-22", "5 seconds", "Berta")) != one


@pytest.mark.parametrize("title", titles(), ids=lambda title: title.slug)
def test_log_is_last_section_of_table(title: Title) -> None:
    """Until it is there nothing is shown, so that nothing moves (static/css/table.css)."""
    match = started(*people("Anna", "Berta"), game=title.slug)
    html = table_html(open_match(match.players.all()[0].user, match.id))
    last = html.index('<section class="log drawer" id="log"')
    for part in ("board", "my-side"):
        assert html.index(f'id="{part}"') < last, part
    assert html.count("<section", last) == 1


def test_tables_are_drawn_by_compiled_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    """One part that only Django can draw makes each table a tenth slower."""
    match = started(*people("Anna", "Berta"))
    access = open_match(user_at(match, mover(match)), match.id)
    template_compiler.compiled.cache_clear()
    monkeypatch.setattr(template_compiler, "by_django", lambda path: pytest.fail(path))
    assert rendered(table_for(access))


@pytest.mark.parametrize("title", titles(), ids=lambda title: title.slug)
def test_drawn_table_is_freed_without_garbage_collector(title: Title) -> None:
    """The collector rarely looks at objects that have survived some of its rounds."""
    match = started(*people("Anna", "Berta"), game=title.slug)
    moves = count()

    def long_enough(position: Position) -> bool:
        number = next(moves)
        for viewer in (user_at(match, position.to_move()[0]), None) if number % 3 == 0 else ():
            table = table_for(open_match(viewer, match.id))
            rendered(table)
            alive = ref(table)
            del table
            assert alive() is None, f"at move {number}"
        return number == 60

    assert gc.isenabled()
    gc.disable()
    try:
        play_on(match, at_random(7), until=long_enough)
    finally:
        gc.enable()
