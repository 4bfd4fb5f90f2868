"""The addresses at which the players of a benchmark move and follow are the site's own."""

from __future__ import annotations

import pytest
from django.urls import resolve

from bench.players import API
from games.matches.api.views import MoveView
from games.routing import websocket_urlpatterns


def test_programs_move_by_the_api() -> None:
    view = resolve(f"/{API}matches/abc/moves/").func
    assert getattr(view, "view_class", None) is MoveView


@pytest.mark.parametrize("api", ["", API])
def test_there_are_sockets_to_follow_a_match(api: str) -> None:
    path = f"ws/{api}matches/abc/"
    assert any(route.pattern.match(path) for route in websocket_urlpatterns)
