"""Races between many tickets: each player is seated once, and no possible pair is left over."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from random import Random
from threading import Barrier

import pytest
from django.db import connections
from django.db.models import F

from accounts.models import User
from accounts.services.blocks import block
from games.engine.refusals import Refusal
from games.lobby.models import Pool, Ticket
from games.lobby.services import lobby, quick, rematch, tickets
from games.lobby.services.pairing import LIVE, TURNS, TicketRequest
from games.matches.models import Match, Player
from games.titles.registry import all_games
from tests.helpers.effort import examples
from tests.helpers.matches import opened, people, person, play_on, started
from tests.helpers.seeking import DUEL, GAME, SLOW, left_over

pytestmark = [pytest.mark.on_postgresql, pytest.mark.django_db(transaction=True)]
THREADS = 24
CROWD = 2 * min(100, examples(16))
"""More than threads; all of a larger crowd would wait for the same locks."""


@pytest.fixture(autouse=True)
def _everybody_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Extend the time for which a page may be silent: a busy machine files tickets slowly."""
    monkeypatch.setattr(tickets, "SEEN", timedelta(days=1))


def at_once(acts: Sequence[Callable[[], object]], threads: int = THREADS) -> list[object]:
    """As many at a time as a busy site has threads, let go together; what came of each."""
    gate = Barrier(min(threads, len(acts)))
    started = iter(range(len(acts)))

    def run(do: Callable[[], object]) -> object:
        if next(started) < gate.parties:
            gate.wait(600)
        try:
            return do()
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(gate.parties) as pool:
        return list(pool.map(run, acts))


def filed(user: User, wanted: TicketRequest = DUEL) -> str:
    return quick.seek(user, wanted).id


def offered(user: User, match: Match) -> str:
    return rematch.offer(user, match.id).id


def crowd(number: int) -> list[User]:
    return User.objects.bulk_create([User(username=f"Seeker{n}") for n in range(number)])


def assert_sound() -> None:
    """Every match is full and of different people; every ticket is in at most one of them."""
    for match in Match.objects.filter(host=None):
        seated = list(match.players.values_list("user", flat=True))
        assert len(set(seated)) == len(seated) == match.seats
        assert match.status == Match.Status.RUNNING
        assert set(match.tickets.values_list("user", flat=True)) == set(seated)
        for ticket in match.tickets.select_related("pool"):
            assert match.game in ticket.games
            assert match.seats in ticket.seats
            assert (match.rated, match.pace) == (ticket.pool.rated, ticket.pace)


def test_simultaneous_tickets_start_a_match_for_each_two() -> None:
    everybody = crowd(CROWD)
    results = at_once([partial(filed, user) for user in everybody])
    assert len(set(results)) == CROWD
    assert Match.objects.count() == CROWD // 2
    assert Player.objects.values("user").distinct().count() == CROWD
    assert not Ticket.objects.filter(match=None).exists()
    assert_sound()


def test_simultaneous_tickets_leave_no_possible_pair() -> None:
    """Different games, sizes and clocks, each one's page open; some block each other."""
    everybody, rng = crowd(CROWD), Random(7)
    every_game = [game.slug for game in all_games()]
    blocks = [rng.sample(everybody, 2) for _ in range(CROWD // 5)]
    for one, other in blocks:
        block(one, other)

    def drawn() -> TicketRequest:
        games = rng.sample(every_game, rng.randint(1, min(3, len(every_game))))
        seats = rng.sample([2, 3, 4], rng.randint(1, 2))
        clock = rng.choice(["live-10", "turns-24"])
        return TicketRequest((*games, GAME), tuple(seats), clock, rng.random() < 0.5)

    wishes = [(user, drawn()) for user in everybody]
    at_once([partial(filed, user, wanted) for user, wanted in wishes])
    assert_sound()
    # Who waits for a larger table does so for a while only: then a smaller one will do.
    patient = timedelta(seconds=max(LIVE.patient, TURNS.patient))
    Ticket.objects.filter(match=None).update(filed_at=F("filed_at") - patient)
    for pool in Pool.objects.all():
        quick.pair(pool.pk)
    assert_sound()
    apart = {frozenset((one.pk, other.pk)) for one, other in blocks}
    for ticket, next_ticket in left_over():
        assert frozenset((ticket.user_id, next_ticket.user_id)) in apart
    for match in Match.objects.all():
        seated = set(match.players.values_list("user", flat=True))
        assert not any(pair <= seated for pair in apart)


def test_simultaneous_filing_and_withdrawal_are_consistent() -> None:
    everybody = crowd(CROWD)
    first = quick.seek(everybody[0], SLOW)
    acts: list[Callable[[], object]] = []
    for user in everybody[1:]:
        acts.append(partial(filed, user, SLOW))
        acts.append(lambda: tickets.withdraw(everybody[0], first.id))
    at_once(acts)
    assert_sound()
    assert left_over() == []


def test_twenty_simultaneous_searches_of_user_file_one_ticket() -> None:
    anna = person("Anna")
    at_once([lambda: quick.seek(anna, DUEL).id] * 20)
    assert Ticket.objects.filter(user=anna).count() == 1
    assert not Match.objects.exists()


def test_simultaneous_join_and_pairing_do_not_deadlock() -> None:
    """A paired player stays paired; a player who sat down elsewhere has no search any more."""
    everybody = crowd(CROWD)
    tables = [opened(person(f"Host{n}")) for n in range(20)]
    for user in everybody[:20]:
        tickets.file(user, DUEL)
    acts: list[Callable[[], object]] = []
    for user, table in zip(everybody[:20], tables, strict=True):
        acts.append(partial(lobby.join, user, table.id))
    for user in everybody[20:]:
        acts.append(partial(filed, user))
    Random(3).shuffle(acts)
    at_once(acts)
    assert_sound()
    assert left_over() == []
    playing = Player.objects.filter(match__status=Match.Status.RUNNING).values("user")
    assert not Ticket.objects.filter(match=None, user__in=playing).exists()


def test_simultaneous_rematch_offers_open_one_table() -> None:
    anna, berta = people("Anna", "Berta")
    match = play_on(started(anna, berta))
    results = at_once([partial(offered, user, match) for user in [anna, berta] * 5])
    assert len(set(results)) == 1
    assert Match.objects.get(former=match).status == Match.Status.RUNNING
