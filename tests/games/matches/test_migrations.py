"""What migrations find out of rows that were written before them."""

from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

import games.matches.migrations
from games.matches.models import Player
from games.matches.services import leaving
from tests.helpers.matches import committed, fresh, people, started

pytestmark = pytest.mark.django_db


def test_those_who_called_off_are_counted_and_nobody_is_awaited() -> None:
    (path,) = Path(games.matches.migrations.__path__[0]).glob("*_fair_rating.py")
    migration = import_module(f"games.matches.migrations.{path.stem}")
    anna, berta = people("Anna", "Berta")
    ended, running = started(anna, berta), started(anna, berta, seed=2, clock="live-10")
    with committed():
        leaving.abort(anna, ended.id)
    Player.objects.update(called_off_at=None, came_at=None)
    editor = SimpleNamespace(connection=connection)
    migration.count_those_called_off(apps, editor)
    migration.nobody_is_awaited(apps, editor)
    (counted,) = Player.objects.exclude(called_off_at=None)
    assert (counted.user, counted.match) == (anna, ended)
    assert counted.called_off_at == fresh(ended).ended_at
    came = Player.objects.exclude(came_at=None).values_list("match", "came_at")
    assert set(came) == {(running.id, running.started_at)}
