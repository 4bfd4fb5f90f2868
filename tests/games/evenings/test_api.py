"""Evenings by programs: guests by their key, hosts by their role and scope."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group

from accounts.models import User
from tests.helpers.matches import person
from tests.helpers.programs import Program, refusal

pytestmark = pytest.mark.django_db
TABLES = {"game": "babel", "seats": 2, "tables": 2, "clock": "free"}


@pytest.fixture
def host(db: None) -> User:
    user = person("Host")
    user.groups.add(Group.objects.get(name="host"))
    return user


def test_an_evening_from_its_opening_to_its_end(host: User) -> None:
    hosting, anna = Program(host, "host"), Program(person("Anna"))
    key = hosting.does("evenings/", {"name": "Friday"}, status=201)["key"]
    assert [one["name"] for one in hosting.read("evenings/")] == ["Friday"]
    path = f"evenings/{key}/"
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


def test_hosting_is_for_hosts_with_the_scope(host: User) -> None:
    anna = Program(person("Anna"))
    assert refusal(anna.post("evenings/", {"name": "Friday"})) == (403, "not-allowed")
    assert refusal(Program(host, "play").post("evenings/", {"name": "A"})) == (403, "scope-missing")
    key = Program(host).does("evenings/", {"name": "Friday"}, status=201)["key"]
    assert refusal(anna.post(f"evenings/{key}/tables/", TABLES)) == (403, "not-allowed")
    assert refusal(anna.get("evenings/none/")) == (404, "unknown-evening")
