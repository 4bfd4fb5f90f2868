"""Playing bots while a search continues: who is called back to a match, and who is not."""

from __future__ import annotations

import json
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.blocks import block
from games.lobby.models import Ticket
from games.lobby.services import bots_while_waiting, quick, tickets
from games.lobby.services.pairing import TicketRequest
from games.lobby.services.quick import Rounds
from games.matches.models import Match
from games.matches.refusals import BadTicket, NoSuchTicket
from games.notifications.models import Delivery, Notification, Webhook
from games.notifications.news import what_waits
from games.notifications.services import inbox
from games.notifications.services.rendering import render_delivery
from games.notifications.services.scheduling import is_fleeting
from games.titles.registry import bot_levels
from tests.helpers.clocks import Wall
from tests.helpers.matches import committed, people, person, signed_in, started
from tests.helpers.nonces import hash_of, reveal
from tests.helpers.pages import assert_clean_page
from tests.helpers.seeking import GAME, SLOW, seek
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
LEVEL = bot_levels(GAME)[0]
BOTS = f"{GAME}:1:{LEVEL}"


def looks(user: User, wall: Wall, seconds: float = 60) -> Ticket:
    """They have looked for so long, on an open page."""
    ticket = seek(user)
    wall.wait(seconds)
    tickets.mark_seen(user, ticket.id)
    return ticket


def plays_bots(user: User, ticket: Ticket, nonce_hash: str = "") -> Match:
    with committed():
        return bots_while_waiting.play_bots(user, ticket.id, GAME, (LEVEL,), nonce_hash=nonce_hash)


def comes(user: User, ticket: Ticket) -> Ticket:
    with committed():
        return bots_while_waiting.come(user, ticket.id)


def fresh(ticket: Ticket) -> Ticket:
    return Ticket.objects.get(id=ticket.id)


def calls(user: User) -> list[str]:
    """Return the addresses in notices that opponents are there."""
    return [one.url for one in inbox.unread(user.pk) if one.kind == "found"]


def test_bots_are_offered_after_ten_seconds(anna: User, wall: Wall) -> None:
    ticket = looks(anna, wall, 9)
    assert not bots_while_waiting.is_offered(ticket)
    with pytest.raises(BadTicket, match="after ten seconds"):
        plays_bots(anna, ticket)
    wall.wait(1)
    assert bots_while_waiting.is_offered(ticket)
    match = plays_bots(anna, ticket)
    assert (match.rated, match.pace, match.status) == (False, "", Match.Status.RUNNING)
    assert sorted(match.players.values_list("bot", flat=True)) == ["", LEVEL]
    assert not bots_while_waiting.is_offered(fresh(ticket)), "a bot match is already running"


def test_search_with_bots_continues_without_page_until_limit(anna: User, wall: Wall) -> None:
    ticket = looks(anna, wall)
    plays_bots(anna, ticket)
    tickets.mark_left(anna, ticket.id)
    wall.wait(minutes=29)
    assert tickets.sweep() == 0
    assert [one.id for one in tickets.waiting_tickets(anna)] == [ticket.id]
    wall.wait(minutes=2)
    assert tickets.sweep() == 1, "the search expires"


def test_player_with_bots_is_called_not_seated(anna: User, wall: Wall) -> None:
    ticket, berta = looks(anna, wall), person("Berta")
    plays_bots(anna, ticket)
    hers = seek(berta)
    assert hers.match is None
    assert fresh(ticket).called_at == wall.now
    assert calls(anna) == [f"/quick/{ticket.id}/"]
    assert calls(berta) == []
    news = what_waits(anna)["news"]
    assert "Opponents found" in news[0].sentence
    match = comes(anna, ticket).match
    assert match is not None
    assert {player.user for player in match.players.all()} == {anna, berta}
    assert fresh(hers).match == match
    assert calls(anna) == [], "an answered call is no longer counted"
    assert Match.objects.filter(players__user=anna, status="running").count() == 2


def test_waiting_player_sees_that_opponent_is_called(anna: User, wall: Wall) -> None:
    ticket = looks(anna, wall)
    plays_bots(anna, ticket)
    berta, carla = people("Berta", "Carla")
    block(anna, carla)
    block(berta, carla)
    blocked, hers = seek(carla), seek(berta)
    words = "is playing bots while waiting"
    assert words in signed_in(berta).get(f"/quick/{hers.id}/").text
    assert not quick.is_opponent_called(fresh(ticket)), (
        "the called player gets a different sentence"
    )
    assert not quick.is_opponent_called(blocked)
    tickets.withdraw(anna, ticket.id)
    assert words not in signed_in(berta).get(f"/quick/{hers.id}/").text


def test_webhook_of_call_contains_game_and_no_mail_is_sent(anna: User, wall: Wall) -> None:
    """And no mail is written: it would come too late."""
    Webhook.objects.create(user=anna, url="https://example.org/", secret="x")
    ticket = looks(anna, wall)
    plays_bots(anna, ticket)
    seek(person("Berta"))
    (delivery,) = Delivery.objects.filter(user=anna)
    with patch("games.notifications.services.rendering.send_webhook") as send:
        sent = render_delivery(delivery)
        assert sent is not None
        sent()
    content = json.loads(send.call_args.args[3])
    assert (content["type"], content["data"]["game"]) == ("found", GAME)
    assert not is_fleeting(Notification(kind="follower"))
    assert is_fleeting(Notification.objects.get(user=anna))


def test_player_who_withdraws_is_not_called_again(anna: User, wall: Wall) -> None:
    ticket = looks(anna, wall)
    plays_bots(anna, ticket)
    seek(person("Berta"))
    assert len(calls(anna)) == 1
    with committed():
        tickets.withdraw(anna, ticket.id)
    assert calls(anna) == []
    assert Match.objects.filter(players__user=anna, status="running").exists()


def test_others_are_paired_while_player_is_called(anna: User, wall: Wall) -> None:
    ticket = looks(anna, wall)
    plays_bots(anna, ticket)
    berta, carla = people("Berta", "Carla")
    seek(berta)
    match = not_none(seek(carla).match)
    assert {player.user for player in match.players.all()} == {berta, carla}
    late = comes(anna, ticket)
    assert (late.match, late.aside, late.called_at) == (None, False, None)
    assert late.seen_until == wall.now + tickets.SEEN, "it expires like a search with an open page"
    dora = person("Dora")
    assert {player.user for player in not_none(seek(dora).match).players.all()} == {anna, dora}


def test_unanswered_call_ends_search(anna: User, wall: Wall) -> None:
    ticket, berta = looks(anna, wall), person("Berta")
    plays_bots(anna, ticket)
    hers, rounds = seek(berta), Rounds()
    rounds.work()
    wall.wait(tickets.CALLED_FOR.total_seconds() + 1)
    tickets.mark_seen(berta, hers.id)
    assert rounds.work() == 1
    assert calls(anna) == []
    with pytest.raises(NoSuchTicket):
        bots_while_waiting.come(anna, ticket.id)
    assert tickets.waiting_tickets(berta), "other searches continue"


def test_calls_do_not_exceed_free_seats(anna: User, wall: Wall) -> None:
    berta = person("Berta")
    block(anna, berta)
    searches = [(user, looks(user, wall, 0)) for user in (anna, berta)]
    wall.wait(60)
    for user, ticket in searches:
        plays_bots(user, ticket)
    assert calls(anna) == calls(berta) == [], "they blocked each other"
    carla = person("Carla")
    ticket = looks(carla, wall, 0)
    wall.wait(60)
    Ticket.objects.filter(id=ticket.id).update(filed_at=wall.now - timedelta(seconds=61))
    assert quick.pair(ticket.pool_id) == []
    assert len(calls(anna)) + len(calls(berta)) == 1, "no more calls than free seats"


def test_match_with_people_ends_search(anna: User, wall: Wall) -> None:
    ticket = looks(anna, wall)
    plays_bots(anna, ticket)
    started(anna, person("Berta"))
    assert not Ticket.objects.exists()


def test_separate_bot_match_ends_live_search(anna: User, wall: Wall) -> None:
    looks(anna, wall)
    started(anna, bots=("easy",))
    assert not Ticket.objects.exists()


def test_match_with_bots_has_own_nonces(anna: User, wall: Wall) -> None:
    ticket = looks(anna, wall)
    match = plays_bots(anna, ticket, nonce_hash=hash_of(anna))
    assert match.reveal_by is not None
    assert reveal(match, anna).status == Match.Status.RUNNING
    assert fresh(ticket).aside


def test_only_own_live_search_allows_bots(anna: User, wall: Wall) -> None:
    ticket, berta = looks(anna, wall), person("Berta")
    slow = seek(anna, SLOW)
    wall.wait(60)
    tickets.mark_seen(anna, ticket.id)
    for user, other in ((berta, ticket), (anna, slow)):
        with pytest.raises(NoSuchTicket):
            plays_bots(user, other)
        with pytest.raises(NoSuchTicket):
            bots_while_waiting.come(user, other.id)
    assert not Match.objects.exists()


# --- With only forms.


def test_player_goes_from_search_to_bots_and_then_to_people(anna: User, wall: Wall) -> None:
    client, ticket = signed_in(anna), looks(anna, wall)
    there = f"/quick/{ticket.id}/"
    page = client.get(there)
    assert_clean_page(page)
    assert "offers-bots" in page.text
    with committed():
        answer = client.post(f"{there}bots/", {"against": BOTS})
    bot_match = Match.objects.get()
    assert answer["Location"] == f"/matches/{bot_match.id}/"
    page = client.get(there)
    assert_clean_page(page)
    assert "You don’t need to wait here" in page.text
    assert "Opponents are here" not in page.text
    assert there in client.get("/").text, "the lobby links to the search"
    berta = person("Berta")
    seek(berta)
    page = client.get(there)
    assert_clean_page(page)
    assert "Opponents are here" in page.text
    notice = Notification.objects.get(user=anna, kind="found")
    assert client.get(f"/notices/{notice.pk}/")["Location"] == there
    with committed():
        answer = client.post(f"{there}come/")
    match = Match.objects.get(players__user=berta)
    assert answer["Location"] == f"/matches/{match.id}/"
    assert client.post(f"{there}come/")["Location"] == there, (
        "a second click leads to the same match"
    )
    assert client.get(there)["Location"] == f"/matches/{match.id}/"


def test_late_answer_to_call_continues_search(anna: User, wall: Wall) -> None:
    client, ticket = signed_in(anna), looks(anna, wall)
    plays_bots(anna, ticket)
    page = client.post(f"/quick/{ticket.id}/come/", follow=True)
    assert "The search continues." in page.text


@pytest.mark.parametrize("against", ["", "chess:1:easy", f"{GAME}:99:{LEVEL}", f"{GAME}:1:best"])
def test_unknown_bots_are_refused_while_waiting(anna: User, wall: Wall, against: str) -> None:
    client, ticket = signed_in(anna), looks(anna, wall)
    assert client.post(f"/quick/{ticket.id}/bots/", {"against": against}).status_code == 400
    assert not Match.objects.exists()
    assert not fresh(ticket).aside


def test_anonymous_user_must_sign_in_to_play_bots(anna: User, wall: Wall) -> None:
    ticket = looks(anna, wall)
    for act in ("bots", "come"):
        assert Client().post(f"/quick/{ticket.id}/{act}/", {"against": BOTS}).status_code == 401


def test_player_with_bots_is_called_to_larger_table(anna: User, wall: Wall) -> None:
    """A player of a pending table of three plays bots: the other two can still be paired."""
    three = TicketRequest((GAME,), (3,), "live-10")
    ticket = seek(anna, three)
    wall.wait(60)
    tickets.mark_seen(anna, ticket.id)
    plays_bots(anna, ticket)
    seek(person("Berta"), three)
    assert calls(anna) == [], "one player is still missing"
    seek(person("Carla"), three)
    assert len(calls(anna)) == 1
    assert comes(anna, ticket).match is not None
