"""The addresses that the players of benchmarks use."""

from __future__ import annotations

import pytest
from channels.routing import URLRouter
from django.urls import reverse

from bench.players import API
from games.urls import websocket_urlpatterns


def test_players_use_move_url_of_programs() -> None:
    assert reverse("api_moves", args=["abc"]) == f"/{API}matches/abc/moves/"


@pytest.mark.parametrize("api", [API, ""])
def test_players_use_existing_socket_urls(api: str) -> None:
    path = f"ws/{api}matches/abc/"
    assert any(pattern.resolve(path) for pattern in URLRouter(websocket_urlpatterns).routes)
