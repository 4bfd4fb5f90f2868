"""Those who play for benchmarks, and where they find the site."""

from __future__ import annotations

import pytest
from channels.routing import URLRouter
from django.urls import reverse

from bench.players import API
from games.routing import websocket_urlpatterns


def test_they_move_where_programs_move() -> None:
    assert reverse("api_moves", args=["abc"]) == f"/{API}matches/abc/moves/"


@pytest.mark.parametrize("api", [API, ""])
def test_they_follow_matches_where_there_is_a_socket(api: str) -> None:
    path = f"ws/{api}matches/abc/"
    assert any(pattern.resolve(path) for pattern in URLRouter(websocket_urlpatterns).routes)
