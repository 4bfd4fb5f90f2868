"""Blocked users are kept apart at every endpoint, and the reason is not revealed."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import blocks
from accounts.services.bots import become, make_code
from core.refusals.words import refusal_text
from games.chat import services as chat
from games.lobby.services import admission, lobby
from games.lobby.services.lobby import TableRequest
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.refusals import CannotInvite, NotAllowed, NotOpen
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
WELCOMING = TableRequest("condottiere", 4, bots_welcome=True)
BOTH_WAYS = pytest.mark.parametrize("turned", [False, True], ids=["blocker", "blocked"])


def block(pair: list[User]) -> None:
    with committed():
        blocks.block(*pair)


def said_nothing_of_it(text: str) -> None:
    assert "block" not in text.lower()


def test_joining_table_of_blocked_user_is_refused(pair: list[User]) -> None:
    block(pair)
    table = opened(pair[1])
    with pytest.raises(NotAllowed) as refused:
        lobby.join(pair[0], table.id)
    assert "you have blocked" in refused.value.reason
    client = signed_in(pair[0])
    assert table.id not in client.get("/").content.decode(), "the table is not listed"
    assert "you have blocked" in client.get(f"/matches/{table.id}/").content.decode()


def test_blocked_user_joining_gets_same_refusal_as_late_user(pair: list[User]) -> None:
    block(pair)
    table, full = opened(pair[0]), started(*people("Carla", "Dora"))
    refusals = []
    for match in (table, full):
        with pytest.raises(NotOpen) as refused:
            lobby.join(pair[1], match.id)
        refusals.append((refused.value.code, refused.value.reason, refused.value.status))
    assert refusals[0] == refusals[1], "same refusal as for a late player"
    client = signed_in(pair[1])
    assert table.id in client.get("/").content.decode(), "the table is still listed"
    assert "Take a seat" in client.get(f"/matches/{table.id}/").content.decode()


@BOTH_WAYS
def test_block_separates_from_bots_of_user(pair: list[User], turned: bool) -> None:
    bot, other = people("Robot", "Cog")
    become(bot, make_code(pair[1]))
    become(other, make_code(pair[1]))
    bots_welcome = lobby.open_table(pair[0], WELCOMING, sure=True)
    with committed():
        lobby.join(bot, bots_welcome.id)
    owner, blocked = (pair[1], pair[0]) if turned else pair
    with committed():
        blocks.block(owner, blocked)
    # The one who blocks closed the table, or the bot left it, and none of them shares one again.
    if turned:
        assert fresh(bots_welcome).players.get().user == pair[0]
    else:
        assert fresh(bots_welcome).status == Match.Status.CLOSED
    table = lobby.open_table(pair[0], WELCOMING, sure=True)
    for one in (bot, other):
        with pytest.raises((NotOpen, NotAllowed)), committed():
            lobby.join(one, table.id)
    everyone = {pair[0].pk, pair[1].pk, bot.pk, other.pk}
    theirs = everyone - {pair[0].pk}
    assert blocks.apart_from(pair[0].pk) == blocks.apart_from(pair[0].pk, everyone) == theirs
    assert blocks.apart_from(bot.pk) == {pair[0].pk}
    assert blocks.apart_among(everyone) == {frozenset((pair[0].pk, one)) for one in theirs}
    assert blocks.ids_blocked_by(owner.pk) == ({pair[0].pk} if turned else theirs)
    assert blocks.ids_who_blocked(pair[0].pk, everyone) == (theirs if turned else set())
    assert blocks.has_blocked(*((bot, pair[0]) if turned else (pair[0], bot)))


def test_block_of_bot_does_not_cover_owner(pair: list[User]) -> None:
    bot, other = people("Robot", "Cog")
    become(bot, make_code(pair[1]))
    become(other, make_code(pair[1]))
    with committed():
        blocks.block(pair[0], bot)
    assert blocks.apart_from(pair[0].pk) == {bot.pk}


def test_inviting_blocked_user_is_refused(pair: list[User]) -> None:
    block(pair)
    with pytest.raises(CannotInvite) as refused, committed():
        admission.invite_to(pair[0], opened(pair[0]).id, "Berta")
    assert "You have blocked Berta." in refusal_text(refused.value)


def test_invitation_by_blocked_host_is_hidden(pair: list[User]) -> None:
    block(pair)
    table = opened(pair[1], public=False)
    with committed():
        admission.invite_to(pair[1], table.id, "Anna")
    page = signed_in(pair[1]).get(f"/matches/{table.id}/").content.decode()
    assert "invited" in page, "same as without an answer"
    assert table.id not in signed_in(pair[0]).get("/").content.decode()


def test_older_invitation_stays_visible_to_blocked_user(pair: list[User]) -> None:
    table, other = opened(pair[0]), opened(pair[1], seed=2)
    admission.invite_to(pair[0], table.id, "Berta")
    admission.invite_to(pair[1], other.id, "Anna")
    block(pair)
    assert table.id in signed_in(pair[1]).get("/").content.decode(), (
        "closing it would reveal the block"
    )
    assert other.id not in signed_in(pair[0]).get("/").content.decode()


def test_quick_match_does_not_pair_blocked_users(pair: list[User]) -> None:
    block(pair)
    tickets = [seek(user) for user in pair]
    assert [ticket.match for ticket in tickets] == [None, None]
    third = seek(person("Carla"))
    assert third.match is not None


@BOTH_WAYS
def test_rematch_with_blocked_player_is_refused(pair: list[User], turned: bool) -> None:
    match = play_on(started(*pair))
    block(pair)
    client: Client = signed_in(pair[turned])
    response = client.post(f"/matches/{match.id}/rematch/")
    assert response.status_code == 403
    said_nothing_of_it(response.content.decode().split("<main")[1])
    assert Match.objects.count() == 1


def test_offered_rematch_cannot_be_joined_after_block(pair: list[User]) -> None:
    match = play_on(started(*pair))
    signed_in(pair[0]).post(f"/matches/{match.id}/rematch/")
    block(pair)
    assert signed_in(pair[1]).post(f"/matches/{match.id}/rematch/").status_code == NotOpen.status


@pytest.mark.parametrize("room", ["players", "spectators"])
def test_block_hides_chat_only_from_blocking_user(pair: list[User], room: str) -> None:
    others = people("Carla", "Dora")
    match = started(*pair) if room == "players" else started(*others)
    for user in pair:
        chat.post_line(open_match(user, match.id), f"{user.name} speaks.")
    block(pair)
    for user, read in zip(pair, (["Anna"], ["Anna", "Berta"]), strict=True):
        page = signed_in(user).get(match.get_absolute_url()).content.decode()
        assert [one.name for one in pair if f"{one.name} speaks." in page] == read


def test_blocking_user_leaves_waiting_table(pair: list[User]) -> None:
    carla = people("Carla")[0]
    table = opened(carla, seats=4)
    for user in pair:
        lobby.join(user, table.id, sure=True)
    block(pair)
    assert seated(table) == ["Berta", "Carla"]
    assert fresh(table).status == Match.Status.OPEN


def test_block_closes_own_table(pair: list[User]) -> None:
    table = opened(pair[0], seats=3)
    lobby.join(pair[1], table.id, sure=True)
    block(pair)
    assert fresh(table).status == Match.Status.CLOSED


def test_running_match_continues_after_block(pair: list[User]) -> None:
    match = started(*pair)
    block(pair)
    assert fresh(match).status == Match.Status.RUNNING


def seated(table: Match) -> list[Any]:
    return sorted(table.players.values_list("name", flat=True))
