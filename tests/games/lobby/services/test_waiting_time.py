"""Estimates of the waiting time, from past searches including abandoned ones."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.lobby.models import PastSearch, Ticket
from games.lobby.presenters.quick import describe_estimate
from games.lobby.services import tickets, waiting_time
from games.lobby.services.pairing import TicketRequest
from games.lobby.services.waiting_time import Estimate, estimate_for, median
from games.matches.models import Match
from tests.helpers.clocks import Wall
from tests.helpers.matches import people, person, signed_in
from tests.helpers.seeking import GAME, OTHER, SLOW, seek

LONG = 600.0


@pytest.mark.parametrize(
    ("searches", "half"),
    [
        ([], None),
        ([(60, True)], 60),
        ([(30, True), (60, True), (90, True)], 60),
        ([(10, True), (20, True), (30, True), (40, True), (50, True)], 30),
        # An early end says little: half of the other two were paired within a minute.
        ([(5, False), (60, True), (90, True)], 60),
        # Who looked for long in vain says much.
        ([(60, True), (LONG, False), (LONG, False)], None),
        ([(10, False), (20, False), (30, False)], None),
        # At the same moment a pairing counts before an end.
        ([(60, False), (60, True)], 60),
    ],
)
def test_median_waiting_time_covers_half_of_searches(
    searches: list[tuple[float, bool]], half: float | None
) -> None:
    assert median(searches) == half


@pytest.mark.parametrize(
    ("estimate", "words"),
    [
        (Estimate(0, None), "No one has looked for this lately."),
        (Estimate(2, None), "Hardly anyone has looked for this lately."),
        (Estimate(3, None), "Most players who looked for this lately found no opponents."),
        (Estimate(3, 31.0), "Usually takes less than a minute."),
        (Estimate(9, 130.0), "Usually takes about 2 min."),
        (Estimate(9, 11_000.0), "Usually takes about 3 h."),
        (Estimate(9, 260_000.0), "Usually takes about 3 days."),
    ],
)
def test_waiting_time_is_shown_in_words(estimate: Estimate, words: str) -> None:
    assert describe_estimate(estimate) == words


def past() -> list[tuple[list[str], list[int], bool, float]]:
    rows = PastSearch.objects.order_by("pk")
    return [(row.games, row.seats, row.found, row.waited) for row in rows]


@pytest.fixture
def wall(db: None, monkeypatch: pytest.MonkeyPatch) -> Wall:
    return Wall(monkeypatch)


def test_past_search_is_stored_without_user(wall: Wall) -> None:
    anna, berta = people("Anna", "Berta")
    mine = seek(anna, TicketRequest((GAME, OTHER), (2,), "live-10"))
    wall.wait(15)
    tickets.mark_seen(anna, mine.id)
    match = seek(berta).match
    assert isinstance(match, Match)
    assert past() == [([GAME], [2], True, 15.0), ([GAME], [2], True, 0.0)]
    assert not {field.name for field in PastSearch._meta.fields} & {"user", "ticket", "match"}


def test_abandoned_search_counts_until_leaving(wall: Wall) -> None:
    anna, berta = people("Anna", "Berta")
    first, both = seek(anna), TicketRequest((GAME,), (3, 4), "live-10")
    wall.wait(12)
    tickets.withdraw(anna, first.id)
    second = seek(berta, both)
    wall.wait(3)
    tickets.withdraw(berta, second.id)
    third = seek(berta, both)
    wall.wait(11)
    tickets.mark_left(berta, third.id)
    wall.wait(60)
    assert tickets.sweep() == 1
    assert past() == [([GAME], [2], False, 12.0), ([GAME], [3, 4], False, 11.0)], (
        "nobody counts who left at once, or for the time after they left"
    )


def noted(ticket: Ticket, **more: Any) -> None:
    like = {"pool": ticket.pool, "games": [GAME], "seats": [2], "found": True, "waited": 30.0}
    PastSearch.objects.create(**{**like, **more})


def test_only_similar_recent_searches_count(wall: Wall) -> None:
    ticket = seek(person("Anna"), TicketRequest((GAME,), (2, 3), "live-10"))
    assert estimate_for(ticket) == Estimate(0, None)
    slow = seek(person("Berta"), SLOW)
    noted(ticket, games=[OTHER])
    noted(ticket, seats=[4])
    noted(slow)
    noted(ticket, ended_at=wall.now - timedelta(days=8))
    assert estimate_for(ticket).searches == 0
    noted(ticket)
    noted(ticket, seats=[3], waited=90.0)
    assert estimate_for(ticket) == Estimate(2, None), "too few searches for an estimate"
    noted(ticket, games=[GAME, OTHER], seats=[2, 4], found=False, waited=40.0)
    assert estimate_for(ticket) == Estimate(3, 90.0)


def test_old_searches_are_deleted(wall: Wall) -> None:
    ticket = seek(person("Anna"))
    noted(ticket, ended_at=wall.now - waiting_time.STORED_FOR - timedelta(seconds=1))
    noted(ticket)
    assert waiting_time.delete_old() == 1
    assert PastSearch.objects.count() == 1


def test_search_and_form_show_estimate(wall: Wall) -> None:
    anna, berta = people("Anna", "Berta")
    client, words = signed_in(berta), "Usually takes about 2 min."
    ticket = seek(anna)
    assert words not in client.get("/").text
    for seconds in (100.0, 120.0, 200.0):
        noted(ticket, waited=seconds)
    assert words in signed_in(anna).get(f"/quick/{ticket.id}/").text
    assert words in client.get("/").text
    client.post("/quick/", {"games": [OTHER], "seats": ["2"], "clock": "live-10"})
    page = client.get("/").text
    assert words not in page, "no data for the last search"
