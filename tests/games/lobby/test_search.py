"""The socket of a search is only for its owner, leads to the table, and keeps the search open."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.lobby import consumers as search
from games.lobby.fragments import search_fragment
from games.lobby.models import Ticket
from games.lobby.services import lobby, quick, rematch, tickets
from games.matches.models import Match
from tests.helpers.matches import play_on, signed_in, started
from tests.helpers.seeking import DUEL, SLOW, waited
from tests.helpers.sockets import PATIENCE, all_quiet, aside, screen

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]


@pytest.fixture(autouse=True)
def _time_for_slow_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a page that reported itself count as open until the end of its test."""
    monkeypatch.setattr(tickets, "SEEN", timedelta(hours=1))


@pytest.fixture
def ticket(pair: list[User]) -> Ticket:
    return quick.seek(pair[0], DUEL)


def here(ticket: Ticket) -> str:
    return f"/ws/quick/{ticket.id}/?lang=de"


def there() -> bool:
    """Whether the page of the one ticket is open."""
    until = Ticket.objects.get().seen_until
    return until is not None and until > timezone.now()


async def test_search_page_redirects_to_table_when_paired(pair: list[User], ticket: Ticket) -> None:
    async with screen(here(ticket), await aside(lambda: signed_in(pair[0]))) as anna:
        assert "data-goto" not in await anna.frame()
        await aside(lambda: quick.seek(pair[1], DUEL))
        frame = await anna.frame()
        match = await aside(lambda: Match.objects.get())
        assert f'data-goto="/matches/{match.id}/"' in frame


async def test_search_page_shows_widened_window(
    pair: list[User], ticket: Ticket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "PULSE", 0.05)
    async with screen(here(ticket), await aside(lambda: signed_in(pair[0]))) as anna:
        assert "1400" in await anna.frame()
        await aside(lambda: waited(ticket, 12))
        frame = ""
        while "1300" not in frame:
            frame = await anna.frame()
        await aside(lambda: tickets.withdraw(pair[0], ticket.id))
        while "is-over" not in frame:
            frame = await anna.frame()


async def test_search_goes_on_after_failed_pulse(
    pair: list[User], ticket: Ticket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "PULSE", 0.05)
    async with screen(here(ticket), await aside(lambda: signed_in(pair[0]))) as anna:
        await anna.frame()
        failures = iter([RuntimeError("the database went away")])

        def sometimes(*given: Any) -> str:
            for failure in failures:
                raise failure
            return search_fragment(*given)

        monkeypatch.setattr(search, "search_fragment", sometimes)
        await aside(lambda: waited(ticket, 12))
        while "1300" not in await anna.frame():
            pass
    assert not await aside(there), "closing the page ends the search"


async def test_search_socket_is_hidden_from_others(pair: list[User], ticket: Ticket) -> None:
    for client in (Client(), await aside(lambda: signed_in(pair[1]))):
        async with screen(here(ticket), client) as stranger:
            frame = await stranger.frame()
            assert "is-over" in frame
            assert "1500" not in frame
        assert await aside(there), "closing one page keeps the search"


async def test_live_search_ends_when_last_page_closes(pair: list[User], ticket: Ticket) -> None:
    client = await aside(lambda: signed_in(pair[0]))
    async with screen(here(ticket), client) as one:
        await one.frame()
        async with screen(here(ticket), client) as other:
            await other.frame()
        # The one that is left says that it is there.
        async with asyncio.timeout(PATIENCE):
            while not await aside(there):
                await asyncio.sleep(0.02)
    assert not await aside(there)
    async with screen(here(ticket), client) as again:
        await again.frame()
        assert await aside(there), "reloading keeps the search"


async def test_turn_based_search_continues_without_page(
    pair: list[User], transactional_db: None
) -> None:
    slow = await aside(lambda: quick.seek(pair[0], SLOW))
    async with screen(here(slow), await aside(lambda: signed_in(pair[0]))) as anna:
        await anna.frame()
    await aside(lambda: quick.seek(pair[1], SLOW))
    assert await aside(lambda: Match.objects.count()) == 1


async def test_finished_table_shows_rematch_offer(pair: list[User]) -> None:
    match = await aside(lambda: play_on(started(*pair)))
    path = f"/ws/matches/{match.id}/"
    clients = [await aside(signed_in, u) for u in pair]
    async with (
        screen(path, clients[0]) as anna,
        screen(path, clients[1]) as berta,
        screen(path) as stranger,
    ):
        frames = [await one.frame() for one in (anna, berta, stranger)]
        assert ["Offer a rematch" in frame for frame in frames] == [True, True, False]
        await aside(lambda: rematch.offer(pair[0], match.id))
        assert "Waiting for Berta" in await anna.frame()
        assert "Join the rematch" in await berta.frame()
        assert await all_quiet(stranger)
        offered = await aside(lambda: Match.objects.exclude(id=match.id).get())
        await aside(lambda: lobby.take_down(pair[0], offered.id))
        assert "Offer a rematch" in await berta.frame()


async def test_player_who_resigned_may_offer_rematch(pair: list[User]) -> None:
    match = await aside(lambda: started(*pair))
    client = await aside(lambda: signed_in(pair[1]))
    async with screen(f"/ws/matches/{match.id}/", client) as berta:
        await berta.frame()
        await aside(lambda: client.post(f"/matches/{match.id}/resign/"))
        assert "Offer a rematch" in await berta.frame()
