"""Game nights through the JSON API: guests by key, hosts by role and scope."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.helpers.matches import person
from tests.helpers.programs import Program, refusal

pytestmark = pytest.mark.django_db
TABLES = {"game": "babel", "seats": 2, "tables": 2, "clock": "free"}


def test_program_hosts_game_night_to_end(host: User) -> None:
    hosting, anna = Program(host, "host"), Program(person("Anna"))
    key = hosting.does("game-nights/", {"name": "Friday"}, status=201)["key"]
    assert [one["name"] for one in hosting.read("game-nights/")] == ["Friday"]
    path = f"game-nights/{key}/"
    tables = hosting.does(f"{path}tables/", TABLES, status=201)["waiting"]
    assert len(tables) == 2
    assert anna.does(f"{path}attendance/", method="put")["attending"]
    match = tables[0]["match"]
    seated = hosting.does(f"{path}seats/", {"match": match, "username": "Anna"})
    assert [player["username"] for player in seated["waiting"][0]["players"]] == ["Anna"]
    berta = Program(person("Berta"))
    assert refusal(berta.get(f"matches/{match}/")) == (403, "private-table")
    assert berta.does(f"matches/{match}/join/?key={key}")["status"] == "running"
    assert not anna.does(f"{path}attendance/", method="delete")["attending"]
    closed = hosting.does(f"{path}close/")
    assert closed["closed_at"]
    assert (closed["waiting"], len(closed["running"])) == ([], 1)


def test_hosting_needs_own_game_night_and_scope(host: User) -> None:
    anna = Program(person("Anna"))
    assert refusal(Program(host, "play").post("game-nights/", {"name": "A"})) == (
        403,
        "scope-missing",
    )
    key = Program(host).does("game-nights/", {"name": "Friday"}, status=201)["key"]
    assert refusal(anna.post(f"game-nights/{key}/tables/", TABLES)) == (403, "not-allowed")
    assert refusal(anna.get("game-nights/none/")) == (404, "unknown-game-night")
