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
from games.matches.refusals import CannotInvite, NotAllowed
from refusals.words import refusal_text
from tests.helpers.matches import committed, fresh, opened, people, play_on, signed_in, started
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


@BOTH_WAYS
def test_no_chair_at_the_others_table(two: list[User], turned: bool) -> None:
    block(two)
    host, guest = reversed(two) if turned else two
    table = opened(host)
    with pytest.raises(NotAllowed) as refused:
        lobby.join(guest, table.id)
    said_nothing_of_it(str(refused.value.reason))
    client = signed_in(guest)
    assert table.id not in client.get("/").content.decode(), "nor is it listed"


@BOTH_WAYS
def test_no_invitation(two: list[User], turned: bool) -> None:
    block(two)
    host, guest = reversed(two) if turned else two
    table = opened(host)
    with pytest.raises(CannotInvite) as refused, committed():
        admission.invite_to(host, table.id, guest.username)
    unknown = pytest.raises(CannotInvite)
    with unknown as never_heard_of, committed():
        admission.invite_to(host, table.id, "nobody-here")
    words = "cannot be invited. Look at the spelling"
    assert words in refusal_text(refused.value)
    assert words in refusal_text(never_heard_of.value)


def test_an_older_invitation_is_not_shown_any_more(two: list[User]) -> None:
    table = opened(two[0])
    admission.invite_to(two[0], table.id, "Berta")
    assert table.id in signed_in(two[1]).get("/").content.decode()
    block(two)
    assert table.id not in signed_in(two[1]).get("/").content.decode()


def test_quick_match_does_not_pair_them(two: list[User]) -> None:
    block(two)
    tickets = [seek(user) for user in two]
    assert [ticket.match for ticket in tickets] == [None, None]
    third = seek(*people("Carla"))
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
    assert signed_in(two[1]).post(f"/matches/{match.id}/rematch/").status_code == 403


@pytest.mark.parametrize("room", ["players", "spectators"])
@BOTH_WAYS
def test_neither_reads_the_others_talk(two: list[User], room: str, turned: bool) -> None:
    others = people("Carla", "Dora")
    match = started(*two) if room == "players" else started(*others)
    speaker, reader = reversed(two) if turned else two
    chat.post_line(open_match(speaker, match.id), "Can you hear me?")
    assert len(chat.lines(open_match(reader, match.id))) == 1
    block(two)
    page = signed_in(reader).get(match.get_absolute_url()).content.decode()
    assert "Can you hear me?" not in page
    assert len(chat.lines(open_match(speaker, match.id))) == 1, "their own they still see"


def test_at_a_table_that_waits_the_one_who_blocked_gets_up(two: list[User]) -> None:
    carla = people("Carla")[0]
    table = opened(carla, seats=4)
    for user in two:
        lobby.join(user, table.id, sure=True)
    block(two)
    assert seated(table) == ["Berta", "Carla"]


def test_at_ones_own_table_the_other_gets_up(two: list[User]) -> None:
    table = opened(two[0], seats=3)
    lobby.join(two[1], table.id, sure=True)
    block(two)
    assert fresh(table).status == Match.Status.OPEN
    assert seated(table) == ["Anna"]


def test_a_match_that_runs_goes_on(two: list[User]) -> None:
    match = started(*two)
    block(two)
    assert fresh(match).status == Match.Status.RUNNING


def seated(table: Match) -> list[Any]:
    return sorted(table.players.values_list("name", flat=True))
