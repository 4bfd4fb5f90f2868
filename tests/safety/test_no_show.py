"""When a player does not come to a live match, the other can call it off and search again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.models import User
from games.engine.refusals import Over
from games.lobby.models import Ticket
from games.lobby.services import absence, dealing, lobby, quick, tickets
from games.lobby.services.lobby import TableRequest
from games.lobby.services.pairing import TicketRequest
from games.matches.access import open_match
from games.matches.models import Match, MatchSecret
from games.matches.refusals import NoAbsentPlayer, NotAPlayer, NotRunning
from games.matches.services import arrivals, leaving
from games.profiles.presenters.reliability import reliability_of
from tests.helpers.clocks import Wall
from tests.helpers.matches import (
    CHOOSE,
    act,
    committed,
    events,
    fresh,
    mover,
    nothing_written,
    people,
    person,
    seat_of,
    signed_in,
    started,
    user_at,
)
from tests.helpers.nonces import hash_of, reveal
from tests.helpers.programs import Program
from tests.helpers.sockets import aside, screen

pytestmark = pytest.mark.django_db
WITHIN = arrivals.COME_WITHIN.total_seconds()
OFFER = "Call it off and search again"
SOUGHT = TicketRequest(("babel", "condottiere"), (2,), "live-10", rated=True)


def look(user: User, request: TicketRequest = SOUGHT) -> Ticket:
    with committed():
        ticket = quick.seek(user, request, sure=True)
    return Ticket.objects.select_related("match").get(id=ticket.id)


def paired(pair: list[User]) -> Match:
    look(pair[0])
    match = look(pair[1]).match
    assert match is not None
    return match


def comes(user: User, match: Match) -> str:
    """Open the page for these users."""
    return signed_in(user).get(f"/matches/{match.id}/").text


def calls_off(user: User, match: Match) -> Ticket | None:
    with committed():
        return absence.search_again(user, match.id)


def test_present_player_calls_off_and_searches_again(pair: list[User], wall: Wall) -> None:
    anna, berta = pair
    match = paired(pair)
    page = comes(anna, match)
    assert OFFER in page, "it is on the page from the start, for the page's own clock to show"
    assert '<div class="notice warn" data-after="' in page
    assert page.partition("data-after=")[2].partition(">")[0].endswith(" hidden")
    with nothing_written(match), pytest.raises(NoAbsentPlayer):
        absence.search_again(anna, match.id)
    wall.wait(WITHIN + 1)
    assert not comes(anna, match).partition("data-after=")[2].partition(">")[0].endswith(" hidden")
    answer = signed_in(anna).post(f"/matches/{match.id}/no-show/")
    ticket = Ticket.objects.select_related("pool").get(user=anna, match=None)
    assert answer["Location"] == f"/quick/{ticket.id}/"
    assert (tuple(ticket.games), tuple(ticket.seats)) == (SOUGHT.games, SOUGHT.seats)
    assert (ticket.pool.clock, ticket.pool.rated) == (SOUGHT.clock, SOUGHT.rated)
    match = fresh(match)
    assert match.status == Match.Status.ABORTED
    assert events(match)[-1][3] == {"cause": "absent"}
    shown = reliability_of(berta)
    assert shown is not None
    assert shown.called_off == 1, "the absent player gets the called-off match"
    assert reliability_of(anna) is None
    bells = [signed_in(one).get("/notices/").text for one in pair]
    assert ["was called off: it began, and you didn’t come." in bell for bell in bells] == [
        False,
        True,
    ]
    assert "Berta didn’t show up. The match is called off." in comes(berta, match)


def test_repeated_search_goes_first(pair: list[User], wall: Wall) -> None:
    anna, berta = pair
    mine = look(anna)
    wall.wait(15)
    tickets.mark_seen(anna, mine.id)
    match = look(berta).match
    assert match is not None
    comes(anna, match)
    wall.wait(WITHIN + 1)
    carla, dora = people("Carla", "Dora")
    wait = TicketRequest(SOUGHT.games, (2,), "live-5")
    look(carla, wait)
    ticket = calls_off(anna, match)
    assert ticket is not None
    assert ticket.first
    assert ticket.filed_at == wall.now - timedelta(seconds=15), (
        "the new search keeps the time already waited"
    )
    page = signed_in(anna).get(f"/quick/{ticket.id}/")
    assert "You’re first in line" in page.text
    match = look(dora).match
    assert match is not None
    assert match.players.get(joined=0).user == anna


def before_the_deal(pair: list[User]) -> Match:
    """Return a full table of a search, before the nonces are revealed."""
    with committed():
        for user in pair:
            quick.seek(user, SOUGHT, nonce_hash=hash_of(user))
    match = Match.objects.get(tickets__user=pair[1])
    assert (match.status, match.reveal_by is not None) == (Match.Status.OPEN, True)
    return match


def falls_through(match: Match, wall: Wall) -> None:
    wall.wait(dealing.TOGETHER.total_seconds() + 1)
    with committed():
        assert dealing.expire(match.id)
    assert fresh(match).status == Match.Status.CLOSED


def test_no_reveal_before_deal_lets_other_search_again(pair: list[User], wall: Wall) -> None:
    anna, berta = pair
    match = before_the_deal(pair)
    reveal(match, anna)
    falls_through(match, wall)
    assert "Search again" in comes(anna, match)
    assert "Search again" not in comes(berta, match)
    bells = [signed_in(one).get("/notices/").text for one in pair]
    assert ["you didn’t come." in bell for bell in bells] == [False, True]
    with pytest.raises(NotRunning):
        calls_off(berta, match)
    client = signed_in(anna)
    answer = client.post(f"/matches/{match.id}/no-show/", {"nonce_hash": "cd" * 32})
    ticket = Ticket.objects.get(user=anna, match=None)
    assert answer["Location"] == f"/quick/{ticket.id}/"
    assert (ticket.first, ticket.nonce_hash) == (True, "cd" * 32)
    assert ticket.secret not in MatchSecret.objects.get(match=match).secrets
    tickets.withdraw(anna, ticket.id)
    assert "Search again" not in comes(anna, match), "once"
    with pytest.raises(NotRunning):
        calls_off(anna, match)


def test_leaving_full_table_lets_other_search_again(pair: list[User], wall: Wall) -> None:
    anna, berta = pair
    match = before_the_deal(pair)
    with committed():
        lobby.leave(berta, match.id)
    with pytest.raises(NotRunning):
        calls_off(berta, match)
    ticket = calls_off(anna, match)
    assert ticket is not None
    assert ticket.first


def test_opened_table_offers_no_new_search(pair: list[User], wall: Wall) -> None:
    anna, berta = pair
    with committed():
        match = lobby.open_table(
            anna, TableRequest("condottiere", 2, clock="live-10"), nonce_hash=hash_of(anna)
        )
        lobby.join(berta, match.id, nonce_hash=hash_of(berta))
    reveal(match, anna)
    falls_through(match, wall)
    assert "Search again" not in comes(anna, match)
    with pytest.raises(NotRunning):
        calls_off(anna, match)


def test_no_show_is_called_off_by_api(pair: list[User], wall: Wall) -> None:
    anna, berta = pair
    match = paired(pair)
    client = signed_in(anna)
    state = client.get(f"/api/v1/matches/{match.id}/").json()
    seat = match.players.get(user=berta).seat
    assert state["absent"]["seats"] == [seat]
    url = f"/api/v1/matches/{match.id}/no-show/"
    early = client.post(url, {}, content_type="application/json")
    assert (early.status_code, early.json()["error"]["code"]) == (409, "no-absent-player")
    wall.wait(WITHIN + 1)
    bad = client.post(url, {"nonce_hash": 7}, content_type="application/json")
    assert (bad.status_code, bad.json()["error"]["code"]) == (400, "bad-nonce")
    answer = client.post(url, {"nonce_hash": "ab" * 32}, content_type="application/json").json()
    assert (answer["status"], answer["absent"]) == ("aborted", None)
    ticket = Ticket.objects.get(user=anna, match=None)
    assert (ticket.id, ticket.nonce_hash) == (answer["ticket"], "ab" * 32)


WAYS: list[Callable[[User, Match], object]] = [
    comes,
    lambda user, match: signed_in(user).get(f"/api/v1/matches/{match.id}/"),
    lambda user, match: act(match, mover(match), CHOOSE),
]


@pytest.mark.parametrize("way", WAYS)
def test_arrived_player_is_not_absent(
    way: Callable[[User, Match], object], pair: list[User], wall: Wall
) -> None:
    match = started(*pair, clock="live-10")
    there = user_at(match, mover(match))
    (other,) = (user for user in pair if user != there)
    way(there, match)
    comes(other, match)
    wall.wait(WITHIN + 1)
    with nothing_written(match), pytest.raises(NoAbsentPlayer):
        absence.search_again(other, match.id)
    assert OFFER not in comes(other, match)


def test_late_player_who_arrives_before_call_off_plays(pair: list[User], wall: Wall) -> None:
    anna, berta = pair
    match = started(*pair, clock="live-10")
    comes(anna, match)
    wall.wait(WITHIN * 2)
    comes(berta, match)
    with nothing_written(match), pytest.raises(NoAbsentPlayer):
        absence.search_again(anna, match.id)


def test_player_may_come_for_a_minute_after_restart_of_site(
    pair: list[User], wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, berta = pair
    match = started(*pair, clock="live-10")
    comes(anna, match)
    wall.wait(WITHIN * 3)
    monkeypatch.setattr(arrivals, "SERVING_SINCE", wall.now)
    for _check in range(2):
        with nothing_written(match), pytest.raises(NoAbsentPlayer):
            absence.search_again(anna, match.id)
        wall.wait(WITHIN - 1)
    wall.wait(2)
    calls_off(anna, match)
    assert len(leaving.called_off_by(berta)) == 1


def test_no_show_is_called_off_after_own_move(pair: list[User], wall: Wall) -> None:
    match = started(*pair, clock="live-10")
    there = user_at(match, mover(match))
    act(match, mover(match), CHOOSE)
    wall.wait(WITHIN + 1)
    calls_off(there, match)
    assert fresh(match).status == Match.Status.ABORTED


def test_every_absent_player_is_counted(wall: Wall) -> None:
    anna, berta, carla = people("Anna", "Berta", "Carla")
    match = started(anna, berta, carla, clock="live-10")
    comes(anna, match)
    wall.wait(WITHIN + 1)
    ticket = calls_off(anna, match)
    assert ticket is not None
    assert ticket.seats == [3], "the search is for the same number of seats"
    for late in (berta, carla):
        assert leaving.called_off_by(late) == [fresh(match).ended_at]
    assert leaving.called_off_by(anna) == []


def test_every_absent_player_is_named(wall: Wall) -> None:
    anna, berta, carla = people("Anna", "Berta", "Carla")
    match = started(anna, berta, carla, clock="live-10")
    comes(anna, match)
    wall.wait(WITHIN + 1)
    calls_off(anna, match)
    absent = sorted(seat_of(match, one) for one in (berta, carla))
    names = " and ".join(one.name for one in match.players.order_by("seat") if one.seat in absent)
    _number, _kind, seat, facts = events(match)[-1]
    assert (seat, facts) == (absent[0], {"cause": "absent", "seats": absent})
    page = comes(anna, match)
    assert f"{names} didn’t show up. The match is called off." in page
    assert f"{names} didn’t show up. The match had hardly begun" in page
    assert "You and Carla didn’t show up. The match had hardly begun" in comes(berta, match)
    assert f"{names} didn’t show up." in signed_in(anna).get("/matches/").text
    assert "You and Berta didn’t show up." in signed_in(carla).get("/matches/").text
    answer = Program(anna).read(f"matches/{match.id}/events/")
    assert answer["events"][-1]["facts"] == facts


def test_no_show_at_private_table_starts_no_search(pair: list[User], wall: Wall) -> None:
    match = started(*pair, clock="live-10", public=False)
    wall.wait(WITHIN + 1)
    assert OFFER not in (page := comes(pair[0], match))
    assert 'form="no-show-form">Call it off</button>' in page
    client = signed_in(pair[0])
    assert client.post(f"/matches/{match.id}/no-show/")["Location"] == "/"
    assert fresh(match).status == Match.Status.ABORTED
    assert not Ticket.objects.exists()


@pytest.mark.parametrize("clock", ["free", "turns-24"])
def test_untimed_or_daily_match_has_no_absent_player(
    clock: str, pair: list[User], wall: Wall
) -> None:
    match = started(*pair, clock=clock)
    wall.wait(WITHIN + 1)
    with nothing_written(match), pytest.raises(NoAbsentPlayer):
        absence.search_again(pair[0], match.id)
    assert OFFER not in comes(pair[0], match)


def test_only_player_of_running_match_may_call_off_no_show(pair: list[User], wall: Wall) -> None:
    match = started(*pair, clock="live-10")
    wall.wait(WITHIN + 1)
    stranger = person("Stranger")
    assert OFFER not in comes(stranger, match)
    with nothing_written(match), pytest.raises(NotAPlayer):
        absence.search_again(stranger, match.id)
    calls_off(pair[0], match)
    with nothing_written(match), pytest.raises(Over):
        absence.search_again(pair[0], match.id)


def test_bot_is_never_absent(pair: list[User], wall: Wall) -> None:
    match = started(pair[0], bots=("easy",), clock="live-10")
    wall.wait(WITHIN + 1)
    with nothing_written(match), pytest.raises(NoAbsentPlayer):
        absence.search_again(pair[0], match.id)


def test_noting_arrival_does_not_change_cached_player(pair: list[User]) -> None:
    match = started(*pair, clock="live-10")
    access = open_match(pair[0], match.id)
    arrivals.note(access)
    assert access.player is not None
    assert access.player.came_at is None
    first = match.players.get(user=pair[0]).came_at
    arrivals.note(access)
    assert match.players.get(user=pair[0]).came_at == first is not None


# --- The open page.


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("connections_closed")
@pytest.mark.asyncio
async def test_open_page_is_updated_when_other_player_arrives() -> None:
    anna, berta = await aside(lambda: people("Anna", "Berta"))
    match = await aside(lambda: started(anna, berta, clock="live-10"))
    client = await aside(lambda: signed_in(anna))
    await aside(lambda: client.get(f"/matches/{match.id}/"))
    async with screen(f"/ws/matches/{match.id}/?absent=yes", client) as page:
        while 'id="absent"' not in (frame := await page.frame()):
            pass
        assert OFFER in frame
        await aside(lambda: comes(berta, match))
        while 'id="absent"' not in (frame := await page.frame()):
            pass
        assert OFFER not in frame


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("connections_closed")
@pytest.mark.asyncio
async def test_program_arrives_by_opening_socket() -> None:
    anna, berta = await aside(lambda: people("Anna", "Berta"))
    match = await aside(lambda: started(anna, berta, clock="live-10"))
    client = await aside(lambda: signed_in(anna))
    async with screen(f"/ws/api/v1/matches/{match.id}/", client) as program:
        await program.frame()
        players = await aside(lambda: arrivals.absent(match, match.players.all()))
        assert [player.name for player in players] == ["Berta"]
