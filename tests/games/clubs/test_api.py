"""Clubs through the JSON API."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.clubs.models import Club
from games.clubs.services import founding
from tests.games.clubs.conftest import at, club_of
from tests.helpers.programs import Program, refusal

pytestmark = pytest.mark.django_db


def test_program_founds_finds_and_joins(anna: User, berta: User) -> None:
    one, other = Program(anna, "clubs", "chat"), Program(berta, "clubs", "chat")
    founded = one.does("clubs/", {"name": "Thursday", "joining": "request"}, status=201)
    path = f"clubs/{founded['slug']}/"
    assert founded["role"] == "founder"
    assert [row["name"] for row in other.read("clubs/", "name=THUR")] == ["Thursday"]
    assert other.does(f"{path}membership/", method="put")["requested"]
    assert one.read(path)["requests"] == ["Berta"]
    assert other.read(path)["requests"] == []
    other.does(f"{path}membership/", method="delete", status=204)
    assert one.read(path)["requests"] == []
    line = one.does(f"{path}chat/", {"text": "Hello"}, status=201)
    assert one.read(f"{path}chat/") == [line]
    assert other.read(f"{path}chat/") == []
    assert refusal(other.post(f"{path}chat/", {"text": "Hello"})) == (403, "not-allowed")


def test_key_of_link_opens_private_club(anna: User, berta: User) -> None:
    club, program = club_of(anna, public=False), Program(berta, "clubs")
    path = f"clubs/{club.slug}/"
    assert refusal(program.get(path)) == (404, "unknown-club")
    joined = program.ask("put", f"{path}membership/", query=f"key={club.key}")
    assert joined.json()["role"] == "member"
    assert club.key not in joined.content.decode()


def test_scope_and_facts_are_checked(anna: User) -> None:
    assert refusal(Program(anna, "play").post("clubs/", {"name": "A"})) == (403, "scope-missing")
    program = Program(anna, "clubs")
    assert refusal(program.post("clubs/", {"name": "x" * 31})) == (400, "bad-body")
    assert refusal(program.post("clubs/", {"name": "Admin"})) == (400, "bad-club")


def test_founder_cannot_leave(anna: User, club: Club) -> None:
    answer = Program(anna, "clubs").ask("delete", f"clubs/{club.slug}/membership/")
    assert refusal(answer) == (400, "bad-club")
    assert founding.founder_of(club) == anna
    assert at(club, anna).founded
