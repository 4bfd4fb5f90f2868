"""Where bot accounts may play: tables that welcome bots, challenges, and their own rated ladder."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Sanction, User
from accounts.services import devices, sanctions
from accounts.services.bots import become, make_code
from games.achievements.services.career import Career, counted_seats
from games.ladders.models import Rating
from games.ladders.services.rebuild import audit_all
from games.lobby.models import Ticket
from games.lobby.services import lobby
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match, Player
from games.matches.refusals import CannotInvite, NotAllowed
from games.matches.services import commands
from tests.helpers.matches import (
    at_random,
    committed,
    fresh,
    people,
    person,
    play_on,
    signed_in,
    started,
    under_way,
)
from tests.helpers.pages import assert_clean_page
from tests.helpers.programs import Program, refusal
from tests.helpers.seeking import SLOW, seek

pytestmark = pytest.mark.django_db
TABLE = {"game": "babel", "seats": 2, "clock": "turns-24"}


def bot(name: str, owner: User) -> User:
    user = person(name)
    become(user, make_code(owner))
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
    answer = client.post("/settings/bot/", {"code": make_code(owners[0]), "sure": "on"})
    assert "played rated" in answer.content.decode()
    assert not User.objects.get(pk=anna.pk).is_bot


def test_searching_account_cannot_become_bot(owners: list[User]) -> None:
    anna = person("Anna")
    seek(anna, SLOW)
    with pytest.raises(NotAllowed, match="End the search first"):
        become(anna, make_code(owners[0]))
    Ticket.objects.all().delete()
    assert become(anna, make_code(owners[0])) == owners[0]


def test_search_of_account_that_became_bot_is_not_paired(owners: list[User]) -> None:
    """The search may have begun in the moment in which the account became a bot."""
    anna, berta, carla = people("Anna", "Berta", "Carla")
    seek(anna, SLOW)
    User.objects.filter(pk=anna.pk).update(bot_since=timezone.now(), run_by=owners[0])
    assert seek(berta, SLOW).match is None
    assert seek(carla, SLOW).match is not None
    assert not Player.objects.filter(program=True).exists()


@pytest.mark.parametrize("rated", [True, False])
def test_account_that_becomes_bot_while_joining_is_refused(owners: list[User], rated: bool) -> None:
    anna, berta = people("Anna", "Berta")
    wish = TableRequest("condottiere", 2, rated=rated, clock="live-10")
    match = lobby.open_table(berta, wish, sure=True)
    User.objects.filter(pk=anna.pk).update(bot_since=timezone.now(), run_by=owners[0])
    with pytest.raises(NotAllowed):
        lobby.join(anna, match.id)
    assert match.players.count() == 1


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
    page = assert_clean_page(client.get("/games/babel/open/")).text
    assert 'name="bots_welcome"' in page
    form = {"seats": "2", "public": "yes", "clock": "free", "bots_welcome": "on"}
    assert client.post("/games/babel/open/", form).status_code == 302
    assert Match.objects.get().terms.bots_welcome
    assert "bots welcome" in signed_in(person("Berta")).get("/").content.decode()


def rated(host: User, other: User) -> Match:
    """Start a rated match of two accounts of bots."""
    wish = TableRequest("condottiere", 2, rated=True, clock="live-10")
    with committed():
        match = lobby.open_table(host, wish, sure=True)
        lobby.join(other, match.id, sure=True)
    return fresh(match)


def lost_to(star: User, *losers: User) -> list[str]:
    """Let these bots lose rated matches, and return why each does not count, if it does not."""
    matches = [under_way(rated(star, loser)) for loser in losers]
    for match, loser in zip(matches, losers, strict=True):
        with committed():
            commands.resign(loser, match.id)
    return [fresh(match).uncounted for match in matches]


def test_bots_of_one_owner_count_as_one_opponent(owners: list[User]) -> None:
    star = bot("star", owners[0])
    others = [bot(f"other{number}", owners[1]) for number in range(3)]
    foreign = bot("foreign", person("Oskar"))
    assert lost_to(star, *others, foreign) == ["", "", "often", ""]
    assert rated(others[2], star).uncounted == "often", "whichever sits down first"


def test_match_of_bots_whose_owners_share_browser_is_not_rated(owners: list[User]) -> None:
    for owner in owners:
        devices.note_use(owner, "one and the same")
    assert lost_to(bot("star", owners[0]), bot("loser", owners[1])) == ["device"]
    assert not Rating.objects.exists()


def test_bots_have_networks_of_their_owners(owners: list[User]) -> None:
    puppets = people("Puppet1", "Puppet2", "Puppet3")
    for puppet in puppets:
        devices.note_use(puppet, f"browser of {puppet.username}", "192.0.2.7")
    losers = [bot(f"loser{number}", puppet) for number, puppet in enumerate(puppets)]
    assert lost_to(bot("star", owners[0]), *losers) == ["", "", "network"]


def test_owner_cannot_play_rated_against_own_bot(owners: list[User]) -> None:
    olga = owners[0]
    deep, twin = bot("deep", olga), bot("twin", olga)
    for host, other in ((olga, deep), (deep, olga), (deep, twin)):
        with pytest.raises(NotAllowed):
            rated(host, other)
    wish = TableRequest("condottiere", 2, rated=True, clock="live-10", invited=("deep",))
    with pytest.raises(CannotInvite):
        lobby.open_table(olga, wish, sure=True)


def test_wins_against_bot_accounts_are_no_wins_among_people(owners: list[User]) -> None:
    olga = owners[0]
    match = under_way(started(bot("deep", olga), olga))
    with committed():
        commands.resign(User.objects.get(username="deep"), match.id)
    career = Career(counted_seats(olga.pk))
    assert [group.won for group in career.groups] == [True]
    assert not career.among_people.exists()
