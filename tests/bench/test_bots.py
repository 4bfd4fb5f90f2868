"""The benchmark of slow bots: their order, and what it counts."""

from __future__ import annotations

import pytest

from bench import bots
from bench.management.commands import bench
from bench.seeding import asked_bots
from games.matches.models import Player
from games.workers.bots import answer, asked_slow
from tests.helpers.pondering import title


@pytest.mark.django_db
def test_slow_bots_are_asked_in_order_and_answers_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    title.install(monkeypatch)
    asked = asked_bots(3, title.SLUG, "deep")
    Player.objects.filter(pk__in=[bot.pk for bot in asked]).update(asked_at=None)
    assert not asked_slow()
    bots._ask(asked)
    waiting = asked_slow()
    assert [one.player for one in waiting] == [bot.pk for bot in asked]
    assert not bots._answers(asked)
    for one in reversed(waiting):
        assert answer(one.player, one.question)
    turns = [event.match_id for event in bots._answers(asked)]
    assert bots._displaced(turns, [bot.match_id for bot in asked]) == 2, "all but the middle one"


def test_slow_bots_are_measured_on_separate_site(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their game must not be among those the other parts measure."""
    runs: list[tuple[tuple[str, ...], dict[str, str]]] = []
    monkeypatch.setattr(
        bench, "run_on_empty_database", lambda *args, **more: runs.append((args, more))
    )
    own = (("bench", "--inside", "--only=bots"), {"EXTRA_TITLES": bench.SLOW})
    for only, wanted in (
        (None, [(("bench", "--inside"), {}), own]),
        ("bots", [own]),
        ("cold", [(("bench", "--inside", "--only=cold"), {})]),
    ):
        runs.clear()
        bench.Command().handle(only=only, inside=False)
        assert runs == wanted
