"""Moves as a program sends them over a socket."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from games.engine.contract import Json
from games.matches.models import Match
from tests.helpers.matches import (
    signed_in,
    turn_token,
    user_at,
)
from tests.helpers.sockets import Screen


def path(match: Match, kind: str = "api/v1/") -> str:
    return f"/ws/{kind}matches/{match.id}/"


def client_at(match: Match, seat: int) -> Client:
    return signed_in(user_at(match, seat))


def message(match: Match, seat: int, move: Json, id: int = 1) -> str:
    return json.dumps({"move": move, "turn_token": turn_token(match, seat), "id": id})


async def answer(program: Screen) -> Any:
    """Return the next frame that answers a message."""
    while "id" not in (frame := json.loads(await program.frame())):
        pass
    return frame
