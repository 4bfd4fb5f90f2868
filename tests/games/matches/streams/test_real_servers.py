"""Streams served by real server processes, to readers that hang up and during a shutdown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from games.matches.models import Match
from tests.helpers.matches import mover, people, started, user_at
from tests.helpers.processes import PATIENCE, server
from tests.helpers.tokens import bearer, key_for

pytestmark = [pytest.mark.long, pytest.mark.django_db(transaction=True)]


def until(lines: Iterator[str], kind: str) -> list[Any]:
    """Return the messages up to the next one of this type."""
    found = [json.loads(next(lines))]
    while found[-1]["type"] != kind:
        found.append(json.loads(next(lines)))
    return found


@pytest.fixture
def match(transactional_db: None) -> Match:
    return started(*people("Anna", "Berta"), seed=8)


def test_server_streams_moves_and_ends_stream_with_message_at_shutdown(match: Match) -> None:
    headers = bearer(key_for(user_at(match, mover(match))))
    path = f"/api/v1/stream/matches/{match.id}/"
    with (
        server(SOCKETS_A_PERSON="1") as site,
        httpx.Client(base_url=site.address, headers=headers, timeout=PATIENCE) as client,
    ):
        for number in (1, 2):
            # The only slot is free again each time, so the server has noticed the disconnect.
            opened = client.send(client.build_request("GET", path), stream=True)
            while opened.status_code == 429:
                opened.close()
                opened = client.send(client.build_request("GET", path), stream=True)
            lines = opened.iter_lines()
            state = until(lines, "state")[-1]["state"]
            if state["moves"]:
                move = {**state["moves"][0], "turn_token": state["turn_token"]}
                client.post(f"/api/v1/matches/{match.id}/moves/", json=move).raise_for_status()
                assert [one["number"] for one in until(lines, "state")] == [number, number]
            if number == 1:
                opened.close()
        site.terminate()
        assert until(lines, "end")[-1]["code"] == "interrupted"
        assert list(lines) == []
        assert site.ended() == 0
        assert not [line for line in site.lines() if line["level"] == "error"]
