"""Where bot accounts may play: tables that welcome bots, challenges, and their own rated ladder."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Sanction, User
from accounts.services import sanctions
from accounts.services.bots import become
from games.ladders.models import Rating
from games.ladders.services.rebuild import audit_all
from games.lobby.services import lobby
from games.matches.models import Match, Player
from tests.helpers.matches import at_random, committed, people, person, play_on, signed_in
from tests.helpers.pages import assert_clean_page
from tests.helpers.programs import Program, refusal
from tests.helpers.tokens import key_for

pytestmark = pytest.mark.django_db
TABLE = {"game": "babel", "seats": 2, "clock": "turns-24"}


def bot(name: str, owner: User) -> User:
    user = person(name)
    become(user, key_for(owner))
    return user


@pytest.fixture
def owners(db: None) -> list[User]:
    return people("Olga", "Otto")


def test_bot_joins_only_tables_that_welcome_bots(owners: list[User]) -> None:
    deep = Program(bot("deep", owners[0]))
    anna = Program(person("Anna"))
    closed = anna.does("tables/", TABLE, status=201)["match"]
    assert refusal(deep.post(f"matches/{closed}/join/")) == (403, "not-allowed")
    wide = anna.does("tables/", {**TABLE, "bots_welcome": True, "sure": True}, status=201)["match"]
    state = deep.does(f"matches/{wide}/join/")
    assert {player["name"] for player in state["players"]} == {"Anna", "deep [bot]"}
    assert Player.objects.get(match=wide, name="deep [bot]").program


def test_bot_is_challenged_by_name_and_challenges(owners: list[User]) -> None:
    deep = Program(bot("deep", owners[0]))
    anna = Program(person("Anna"))
    called = anna.does("challenges/", {**TABLE, "invited": ["deep"]}, status=201)["match"]
    assert deep.does(f"matches/{called}/join/")["status"] == "running"
    back = {**TABLE, "invited": ["Anna"], "sure": True}
    match = deep.does("challenges/", back, status=201)["match"]
    assert anna.does(f"matches/{match}/join/", {"sure": True})["status"] == "running"
    rated = anna.post("challenges/", {**back, "invited": ["deep"], "rated": True})
    assert refusal(rated) == (409, "cannot-invite")


def test_people_and_bots_cannot_play_rated(owners: list[User]) -> None:
    deep, anna = Program(bot("deep", owners[0])), Program(person("Anna"))
    rated = {**TABLE, "rated": True, "bots_welcome": True}
    of_people = anna.does("tables/", rated, status=201)["match"]
    of_bots = deep.does("tables/", rated, status=201)["match"]
    assert refusal(deep.post(f"matches/{of_people}/join/", {"sure": True}))[0] == 403
    assert refusal(anna.post(f"matches/{of_bots}/join/", {"sure": True}))[0] == 403
    seek = {"games": ["babel"], "seats": [2], "clock": "turns-24", "sure": True}
    assert refusal(deep.post("tickets/", seek)) == (403, "not-allowed")


def test_bots_are_rated_in_their_own_ladder(owners: list[User]) -> None:
    users = [bot("deep", owners[0]), bot("blue", owners[1])]
    twin = Program(bot("twin", owners[0]))
    deep, blue = (Program(user) for user in users)
    match = deep.does("tables/", {**TABLE, "rated": True}, status=201)["match"]
    assert refusal(twin.post(f"matches/{match}/join/"))[0] == 403
    blue.does(f"matches/{match}/join/")
    table = Match.objects.get(id=match)
    with committed():
        play_on(table, at_random())
    ratings = Rating.objects.filter(user__in=users)
    assert {rating.ladder.bots for rating in ratings} == {True}
    assert sorted(rating.matches for rating in ratings) == [1, 1]
    assert all(audit.equal for audit in audit_all())
    users[0].delete()
    assert all(audit.equal for audit in audit_all()), "also after an account is deleted"


def test_account_with_rated_matches_cannot_become_bot(owners: list[User]) -> None:
    anna, berta = people("Anna", "Berta")
    match = Program(anna).does("tables/", {**TABLE, "rated": True}, status=201)["match"]
    Program(berta).does(f"matches/{match}/join/")
    Player.objects.filter(match=match, user=anna).update(left_at=1)
    client = signed_in(anna)
    answer = client.post("/settings/bot/", {"key": key_for(owners[0]), "sure": "on"})
    assert "played rated" in answer.content.decode()
    assert not User.objects.get(pk=anna.pk).is_bot


def test_seats_of_bot_account_are_limited(
    owners: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "BOT_SEATS", 2)
    deep = Program(bot("deep", owners[0]))
    wish: Any = {**TABLE, "bots": ["easy"], "sure": True}
    for _ in range(2):
        deep.does("tables/", wish, status=201)
    assert refusal(deep.post("tables/", wish)) == (400, "bad-table")


def test_ban_of_owner_removes_bots_from_tables(owners: list[User]) -> None:
    user = bot("deep", owners[0])
    deep = Program(user)
    match = deep.does("tables/", TABLE, status=201)["match"]
    mod = User.objects.create_superuser("mod", "mod@example.org")
    with committed():
        sanctions.give(mod, owners[0], Sanction.Kind.BAN, "Cheats.")
    assert Match.objects.get(id=match).status == Match.Status.CLOSED
    assert refusal(deep.post("tables/", {**TABLE, "sure": True})) == (403, "not-allowed")


def test_form_and_lobby_show_bots_welcome() -> None:
    client = signed_in(person("Anna"))
    page = client.get("/games/babel/open/")
    assert_clean_page(page)
    assert 'name="bots_welcome"' in page.content.decode()
    form = {"seats": "2", "public": "yes", "clock": "free", "bots_welcome": "on"}
    assert client.post("/games/babel/open/", form).status_code == 302
    assert Match.objects.get().terms.bots_welcome
    assert "bots welcome" in signed_in(person("Berta")).get("/").content.decode()
