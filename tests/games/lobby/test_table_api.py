"""Tables, challenges and rematches through the JSON API."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accounts.models import User
from games.matches.services import commands
from games.titles.kharnage.rules.cardset import built_in_text
from games.titles.registry import slugs
from tests.helpers.matches import opened, started, user_at
from tests.helpers.programs import Program, refusal

pytestmark = pytest.mark.django_db
TABLE = {"game": "babel", "seats": 2, "clock": "free"}


@pytest.fixture
def anna(pair: list[User]) -> Program:
    return Program(pair[0])


@pytest.fixture
def berta(pair: list[User]) -> Program:
    return Program(pair[1])


def matches_in(rows: Any) -> list[str]:
    return [row["match"] for row in rows]


def test_games_endpoint_lists_games_and_clocks() -> None:
    shown = Program().read("games/")
    assert [game["game"] for game in shown["games"]] == slugs()
    assert all(game["seats"] and game["bots"] for game in shown["games"])
    free = next(clock for clock in shown["clocks"] if clock["name"] == "free")
    assert free == {"name": "free", "clock": None, "sought": False}


def test_program_opens_lists_and_joins_table(anna: Program, berta: Program) -> None:
    match = anna.does("tables/", {**TABLE, "rated": False}, status=201)["match"]
    (row,) = berta.read("tables/")["open"]
    assert (row["match"], row["host"], row["free"], row["mine"]) == (match, "Anna", 1, False)
    assert anna.read("me/tables/")[0]["mine"]
    assert berta.does(f"matches/{match}/join/")["status"] == "running"
    assert berta.read("tables/")["open"] == []
    turns = [one.read("me/tables/")[0]["my_turn"] for one in (anna, berta)]
    assert sorted(turns) == [False, True]


def test_list_of_tables_leaves_out_long_options(anna: Program, berta: Program) -> None:
    options = {"cards": json.loads(built_in_text()), "armies": ["human", "orc"]}
    wish = {"game": "kharnage", "seats": 2, "clock": "free", "options": options}
    match = anna.does("tables/", wish, status=201)["match"]
    (row,) = berta.read("tables/")["open"]
    assert row["options"] == {"cheer": "auto", "armies": ["human", "orc"]}
    assert row["long_options"] == ["cards"]
    assert berta.read(f"matches/{match}/")["options"]["cards"] == options["cards"]
    assert len(berta.get("tables/").content) < 2000


def test_bots_are_seated_by_level(anna: Program) -> None:
    full = anna.does("tables/", {**TABLE, "bots": ["easy"]}, status=201)
    assert full["status"] == "running"
    match = anna.does("tables/", {**TABLE, "seats": 2, "sure": True}, status=201)["match"]
    assert refusal(anna.post(f"matches/{match}/bots/", {"level": "none"}))[0] == 400
    state = anna.does(f"matches/{match}/bots/", {"level": "easy"})
    assert [player["bot"] for player in state["players"]].count(True) == 1


def test_chosen_bot_character_is_in_state(anna: Program) -> None:
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


def test_second_seat_needs_confirmation(anna: Program) -> None:
    anna.does("tables/", TABLE, status=201)
    assert refusal(anna.post("tables/", TABLE)) == (409, "seated-elsewhere")
    anna.does("tables/", {**TABLE, "sure": True}, status=201)


def test_private_table_is_shown_with_key(pair: list[User], berta: Program) -> None:
    match = opened(pair[0], seats=2, public=False)
    path = f"matches/{match.id}/"
    assert refusal(berta.get(path)) == (403, "private-table")
    assert refusal(berta.get(path, "key=other")) == (403, "private-table")
    assert berta.read(path, f"key={match.key}")["status"] == "open"
    joined = berta.does(f"matches/{match.id}/join/?key={match.key}")
    assert joined["status"] == "running"


def test_only_players_of_open_table_learn_its_key(anna: Program, berta: Program) -> None:
    opened = anna.does("tables/", {**TABLE, "public": False}, status=201)
    [mine] = anna.read("me/tables/")
    assert opened["key"] == mine["key"]
    assert berta.read("me/tables/") == []
    assert mine["key"] not in berta.get("tables/").content.decode()
    joined = berta.does(f"matches/{opened['match']}/join/?key={mine['key']}")
    assert joined["status"] == "running"
    assert "key" not in joined
    assert [one["key"] for one in anna.read("me/tables/")] == [None]


def test_challenge_has_no_key_to_invite_others_with(anna: Program) -> None:
    anna.does("challenges/", {**TABLE, "invited": ["Berta"]}, status=201)
    assert [one["key"] for one in anna.read("me/tables/")] == [None]


def test_host_invites_and_leaves_by_api(anna: Program, berta: Program) -> None:
    match = anna.does("tables/", {**TABLE, "public": False}, status=201)["match"]
    assert refusal(anna.post(f"matches/{match}/invite/", {"username": "nobody"}))[0] == 409
    anna.does(f"matches/{match}/invite/", {"username": "Berta"})
    assert matches_in(berta.read("tables/")["invited"]) == [match]
    berta.does(f"matches/{match}/decline/", {"reason": "later"}, status=204)
    assert berta.read("tables/")["invited"] == []
    anna.does(f"matches/{match}/leave/", status=204)
    assert anna.read(f"matches/{match}/")["status"] == "closed"


def test_challenge_is_sent_listed_and_accepted_by_api(anna: Program, berta: Program) -> None:
    wish = {**TABLE, "invited": ["Berta"], "order": "first"}
    match = anna.does("challenges/", wish, status=201)["match"]
    (sent,), (received,) = anna.read("challenges/")["sent"], berta.read("challenges/")["received"]
    assert sent["match"] == received["match"] == match
    assert received["challenge"]["order"] == "first"
    state = berta.does(f"matches/{match}/join/")
    assert (state["status"], state["players"][0]["username"]) == ("running", "Anna")


def test_challenge_is_declined_or_countered_by_api(anna: Program, berta: Program) -> None:
    wish = {**TABLE, "invited": ["Berta"]}
    match = anna.does("challenges/", wish, status=201)["match"]
    back = {**TABLE, "invited": ["Anna"], "instead_of": match}
    other = berta.does("challenges/", back, status=201)["match"]
    assert anna.read(f"matches/{match}/")["status"] == "closed"
    anna.does(f"matches/{other}/decline/", {"reason": "game"}, status=204)
    assert anna.read("challenges/") == {"received": [], "sent": []}
    assert refusal(anna.post(f"matches/{other}/decline/", {"reason": "boring"}))[0] == 400


def test_rematch_is_offered_and_joined_by_api(pair: list[User]) -> None:
    match = started(*pair)
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
def test_endpoint_needs_its_scope(pair: list[User], path: str, body: Any) -> None:
    player = Program(pair[0], "play", "chat", "host")
    assert refusal(player.post(path, body)) == (403, "scope-missing")
    assert Program(pair[0], "challenge").post(path, body).status_code == 201
