"""Tables, challenges and rematches by programs."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.matches.services import commands
from games.titles.registry import slugs
from tests.helpers.matches import opened, people, started, user_at
from tests.helpers.programs import Program, refusal

pytestmark = pytest.mark.django_db
TABLE = {"game": "babel", "seats": 2, "clock": "free"}


@pytest.fixture
def users(db: None) -> list[User]:
    return people("Anna", "Berta")


@pytest.fixture
def anna(users: list[User]) -> Program:
    return Program(users[0])


@pytest.fixture
def berta(users: list[User]) -> Program:
    return Program(users[1])


def matches_in(rows: Any) -> list[str]:
    return [row["match"] for row in rows]


def test_a_program_learns_what_can_be_opened() -> None:
    shown = Program().read("games/")
    assert [game["game"] for game in shown["games"]] == slugs()
    assert all(game["seats"] and game["bots"] for game in shown["games"])
    free = next(clock for clock in shown["clocks"] if clock["name"] == "free")
    assert free == {"name": "free", "clock": None, "sought": False}


def test_a_table_is_opened_seen_and_joined(anna: Program, berta: Program) -> None:
    match = anna.does("tables/", {**TABLE, "rated": False}, status=201)["match"]
    (row,) = berta.read("tables/")["open"]
    assert (row["match"], row["host"], row["free"], row["mine"]) == (match, "Anna", 1, False)
    assert anna.read("me/tables/")[0]["mine"]
    assert berta.does(f"matches/{match}/join/")["status"] == "running"
    assert berta.read("tables/")["open"] == []
    turns = [one.read("me/tables/")[0]["my_turn"] for one in (anna, berta)]
    assert sorted(turns) == [False, True]


def test_bots_take_chairs_by_name_of_their_level(anna: Program) -> None:
    full = anna.does("tables/", {**TABLE, "bots": ["easy"]}, status=201)
    assert full["status"] == "running"
    match = anna.does("tables/", {**TABLE, "seats": 2, "sure": True}, status=201)["match"]
    assert refusal(anna.post(f"matches/{match}/bots/", {"level": "none"}))[0] == 400
    state = anna.does(f"matches/{match}/bots/", {"level": "easy"})
    assert [player["bot"] for player in state["players"]].count(True) == 1


def test_bots_get_a_character_which_is_told_if_it_was_chosen(anna: Program) -> None:
    (game,) = [one for one in anna.read("games/")["games"] if one["game"] == TABLE["game"]]
    (character, *_) = game["characters"]["normal"]
    assert set(game["characters"]) == set(game["bots"])
    bots = {**TABLE, "bots": ["normal"]}
    assert refusal(anna.post("tables/", {**bots, "character": "none"}))[0] == 400
    for wish, shown in (({}, []), ({"character": character}, [character])):
        state = anna.does("tables/", {**bots, **wish, "sure": True}, status=201)
        assert [one["character"] for one in state["players"] if "character" in one] == shown
    match = anna.does("tables/", {**TABLE, "sure": True}, status=201)["match"]
    fill = {"level": "normal", "character": character}
    state = anna.does(f"matches/{match}/bots/", fill)
    assert character in [one.get("character") for one in state["players"]]


def test_a_second_chair_is_asked_about(anna: Program) -> None:
    anna.does("tables/", TABLE, status=201)
    assert refusal(anna.post("tables/", TABLE)) == (409, "seated-elsewhere")
    anna.does("tables/", {**TABLE, "sure": True}, status=201)


def test_a_private_table_is_seen_with_its_key(users: list[User], berta: Program) -> None:
    match = opened(users[0], seats=2, public=False)
    path = f"matches/{match.id}/"
    assert refusal(berta.get(path)) == (403, "private-table")
    assert refusal(berta.get(path, "key=other")) == (403, "private-table")
    assert berta.read(path, f"key={match.key}")["status"] == "open"
    joined = berta.does(f"matches/{match.id}/join/?key={match.key}")
    assert joined["status"] == "running"


def test_a_host_invites_and_leaves(anna: Program, berta: Program) -> None:
    match = anna.does("tables/", {**TABLE, "public": False}, status=201)["match"]
    assert refusal(anna.post(f"matches/{match}/invite/", {"username": "nobody"}))[0] == 409
    anna.does(f"matches/{match}/invite/", {"username": "Berta"})
    assert matches_in(berta.read("tables/")["invited"]) == [match]
    berta.does(f"matches/{match}/decline/", {"reason": "later"}, status=204)
    assert berta.read("tables/")["invited"] == []
    anna.does(f"matches/{match}/leave/", status=204)
    assert anna.read(f"matches/{match}/")["status"] == "closed"


def test_a_challenge_is_sent_read_and_taken_up(anna: Program, berta: Program) -> None:
    wish = {**TABLE, "invited": ["Berta"], "order": "first"}
    match = anna.does("challenges/", wish, status=201)["match"]
    (sent,), (received,) = anna.read("challenges/")["sent"], berta.read("challenges/")["received"]
    assert sent["match"] == received["match"] == match
    assert received["challenge"]["order"] == "first"
    state = berta.does(f"matches/{match}/join/")
    assert (state["status"], state["players"][0]["username"]) == ("running", "Anna")


def test_a_challenge_is_declined_or_answered_by_another(anna: Program, berta: Program) -> None:
    wish = {**TABLE, "invited": ["Berta"]}
    match = anna.does("challenges/", wish, status=201)["match"]
    back = {**TABLE, "invited": ["Anna"], "instead_of": match}
    other = berta.does("challenges/", back, status=201)["match"]
    assert anna.read(f"matches/{match}/")["status"] == "closed"
    anna.does(f"matches/{other}/decline/", {"reason": "game"}, status=204)
    assert anna.read("challenges/") == {"received": [], "sent": []}
    assert refusal(anna.post(f"matches/{other}/decline/", {"reason": "boring"}))[0] == 400


def test_a_rematch_is_offered_and_joined(users: list[User]) -> None:
    match = started(*users)
    first, second = (Program(user_at(match, seat)) for seat in (0, 1))
    assert refusal(first.post(f"matches/{match.id}/rematch/"))[0] == 409
    commands.resign(user_at(match, 0), match.id)
    offered = first.does(f"matches/{match.id}/rematch/", status=201)
    joined = second.does(f"matches/{match.id}/rematch/", status=201)
    assert offered["match"] == joined["match"]
    assert joined["status"] == "running"


@pytest.mark.parametrize(
    ("path", "body"),
    [("tables/", TABLE), ("challenges/", {**TABLE, "invited": ["Berta"]})],
)
def test_that_needs_its_scope(users: list[User], path: str, body: Any) -> None:
    player = Program(users[0], "play", "chat", "host")
    assert refusal(player.post(path, body)) == (403, "scope-missing")
    assert Program(users[0], "challenge").post(path, body).status_code == 201
