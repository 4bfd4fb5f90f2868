"""Whoever blocked somebody meets them nowhere, and nobody is told why: door by door."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import blocks
from games.chat import services as chat
from games.lobby.services import admission, lobby
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.refusals import CannotInvite, NotAllowed, NotOpen
from refusals.words import refusal_text
from tests.helpers.matches import (
    committed,
    fresh,
    opened,
    people,
    person,
    play_on,
    signed_in,
    started,
)
from tests.helpers.seeking import seek

pytestmark = pytest.mark.django_db
BOTH_WAYS = pytest.mark.parametrize("turned", [False, True], ids=["blocker", "blocked"])


@pytest.fixture
def two(db: None) -> list[User]:
    return people("Anna", "Berta")


def block(two: list[User]) -> None:
    with committed():
        blocks.block(*two)


def said_nothing_of_it(text: str) -> None:
    assert "block" not in text.lower()


def test_no_chair_at_the_table_of_whom_one_has_blocked(two: list[User]) -> None:
    block(two)
    table = opened(two[1])
    with pytest.raises(NotAllowed) as refused:
        lobby.join(two[0], table.id)
    assert "whom you have blocked" in refused.value.reason
    client = signed_in(two[0])
    assert table.id not in client.get("/").content.decode(), "nor is it listed"
    assert "whom you have blocked" in client.get(f"/matches/{table.id}/").content.decode()


def test_whoever_is_blocked_comes_too_late_for_a_chair(two: list[User]) -> None:
    block(two)
    table, full = opened(two[0]), started(*people("Carla", "Dora"))
    refusals = []
    for match in (table, full):
        with pytest.raises(NotOpen) as refused:
            lobby.join(two[1], match.id)
        refusals.append((refused.value.code, refused.value.reason, refused.value.status))
    assert refusals[0] == refusals[1], "as anybody who comes too late"
    client = signed_in(two[1])
    assert table.id in client.get("/").content.decode(), "it is listed as before"
    assert "Take a chair" in client.get(f"/matches/{table.id}/").content.decode()


def test_whom_one_has_blocked_one_does_not_invite(two: list[User]) -> None:
    block(two)
    with pytest.raises(CannotInvite) as refused, committed():
        admission.invite_to(two[0], opened(two[0]).id, "Berta")
    assert "You have blocked Berta." in refusal_text(refused.value)


def test_whoever_has_blocked_the_host_never_sees_the_invitation(two: list[User]) -> None:
    block(two)
    table = opened(two[1], public=False)
    with committed():
        admission.invite_to(two[1], table.id, "Anna")
    page = signed_in(two[1]).get(f"/matches/{table.id}/").content.decode()
    assert "is asked" in page, "as of anybody who does not answer"
    assert table.id not in signed_in(two[0]).get("/").content.decode()


def test_an_older_invitation_is_shown_to_the_one_who_was_blocked(two: list[User]) -> None:
    table, other = opened(two[0]), opened(two[1], seed=2)
    admission.invite_to(two[0], table.id, "Berta")
    admission.invite_to(two[1], other.id, "Anna")
    block(two)
    assert table.id in signed_in(two[1]).get("/").content.decode(), "its end would show the block"
    assert other.id not in signed_in(two[0]).get("/").content.decode()


def test_quick_match_does_not_pair_them(two: list[User]) -> None:
    block(two)
    tickets = [seek(user) for user in two]
    assert [ticket.match for ticket in tickets] == [None, None]
    third = seek(person("Carla"))
    assert third.match is not None


@BOTH_WAYS
def test_no_rematch(two: list[User], turned: bool) -> None:
    match = play_on(started(*two))
    block(two)
    client: Client = signed_in(two[turned])
    response = client.post(f"/matches/{match.id}/rematch/")
    assert response.status_code == 403
    said_nothing_of_it(response.content.decode().split("<main")[1])
    assert Match.objects.count() == 1


def test_a_rematch_that_was_offered_before_is_not_joined(two: list[User]) -> None:
    match = play_on(started(*two))
    signed_in(two[0]).post(f"/matches/{match.id}/rematch/")
    block(two)
    assert signed_in(two[1]).post(f"/matches/{match.id}/rematch/").status_code == NotOpen("").status


@pytest.mark.parametrize("room", ["players", "spectators"])
def test_only_the_one_who_blocked_does_not_read_the_other(two: list[User], room: str) -> None:
    others = people("Carla", "Dora")
    match = started(*two) if room == "players" else started(*others)
    for user in two:
        chat.post_line(open_match(user, match.id), f"{user.name} speaks.")
    block(two)
    for user, read in zip(two, (["Anna"], ["Anna", "Berta"]), strict=True):
        page = signed_in(user).get(match.get_absolute_url()).content.decode()
        assert [one.name for one in two if f"{one.name} speaks." in page] == read


def test_at_a_table_that_waits_the_one_who_blocked_gets_up(two: list[User]) -> None:
    carla = people("Carla")[0]
    table = opened(carla, seats=4)
    for user in two:
        lobby.join(user, table.id, sure=True)
    block(two)
    assert seated(table) == ["Berta", "Carla"]


def test_ones_own_table_is_taken_down(two: list[User]) -> None:
    table = opened(two[0], seats=3)
    lobby.join(two[1], table.id, sure=True)
    block(two)
    assert fresh(table).status == Match.Status.CLOSED


def test_a_match_that_runs_goes_on(two: list[User]) -> None:
    match = started(*two)
    block(two)
    assert fresh(match).status == Match.Status.RUNNING


def seated(table: Match) -> list[Any]:
    return sorted(table.players.values_list("name", flat=True))
