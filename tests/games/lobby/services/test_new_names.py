"""Players who change their names while they have a seat."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import NameTaken, User
from accounts.models.names import HELD_EACH
from games.chat import services as chat
from games.lobby.services import lobby
from games.matches.access import match_cache, open_match
from games.matches.models import Match
from games.matches.refusals import BadTable
from games.matches.services import commands
from games.matches.services.event_store import record_of
from tests.helpers.matches import (
    change_rows,
    committed,
    fresh,
    opened,
    people,
    signed_in,
    started,
    under_way,
)
from tests.helpers.programs import Program

pytestmark = pytest.mark.django_db


def named(user: User, name: str) -> User:
    user.display_name = name
    user.save(update_fields=["display_name"])
    return user


def names_at(match: Match) -> set[str]:
    return set(match.players.values_list("name", flat=True))


def test_name_changed_during_match_stays_at_its_table_and_is_new_elsewhere() -> None:
    anna, berta = people("Anna", "Berta")
    match = under_way(started(named(anna, "Lancelot"), berta))
    change_rows(match, rated=True)
    named(anna, "Galahad")
    match_cache.clear()
    chat.post_line(open_match(anna, match.id), "Hello.")
    state = Program(berta).read(f"matches/{match.id}/")
    seats = {(player["name"], player["username"]) for player in state["players"]}
    assert seats == {("Lancelot", "Anna"), ("Berta", "Berta")}
    page = signed_in(berta).get(f"/matches/{match.id}/").text
    assert "Hello." in page
    assert "Lancelot" in page
    assert "Galahad" not in page, "also in log and chat"
    (line,) = Program(berta).read(f"matches/{match.id}/chat/")["lines"]
    assert (line["name"], line["username"]) == ("Lancelot", "Anna")
    with committed():
        commands.resign(berta, match.id)
    match = fresh(match)
    assert names_at(match) == {"Lancelot", "Berta"}
    assert "lancelot" in match.words
    assert {player["name"] for player in record_of(match)["players"]} == {"Lancelot", "Berta"}
    ladder = Client().get("/ladders/condottiere/2/?part=provisional").text
    assert "Galahad" in ladder
    assert "Lancelot" not in ladder


def test_name_given_up_during_match_stays_closed_to_opponents() -> None:
    anna, berta = people("Anna", "Berta")
    started(named(anna, "Lancelot"), berta)
    named(anna, "Galahad")
    for name in ("Lancelot", "Lance1ot", "LANCELOT ❤"):
        with pytest.raises(NameTaken):
            named(berta, name)


def test_player_sits_down_with_name_that_is_stored() -> None:
    """A moderator may take a name away while its user sits down."""
    anna, berta = people("Anna", "Berta")
    match = opened(berta, seats=3)
    named(User.objects.get(pk=anna.pk), "Galahad")
    lobby.join(anna, match.id)
    assert names_at(match) == {"Berta", "Galahad"}


def test_player_with_name_of_seated_player_is_refused() -> None:
    """Only the latest names are held, so a player of many names can pass one on."""
    anna, berta, carla = people("Anna", "Berta", "Carla")
    match = opened(carla, seats=3)
    lobby.join(named(anna, "Lancelot"), match.id)
    for number in range(HELD_EACH + 1):
        named(anna, f"Knight {'x' * (number + 1)}")
    named(berta, "Lance1ot")
    with pytest.raises(BadTable, match="a name like yours"):
        lobby.join(berta, match.id)
    assert names_at(match) == {"Carla", "Lancelot"}
    lobby.leave(anna, match.id)
    lobby.join(berta, match.id)
    assert names_at(match) == {"Carla", "Lance1ot"}
