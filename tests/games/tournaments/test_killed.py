"""A worker that is killed between two steps, two workers at once, and a changed tournament."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.lobby.services import dealing
from games.matches.models import Match
from games.tournaments import rounds
from games.tournaments.models import TournamentTable
from games.tournaments.services import entering, running, seating
from tests.games.tournaments.conftest import begin, played
from tests.helpers.clocks import Wall
from tests.helpers.matches import person

pytestmark = pytest.mark.django_db


class Killed(BaseException):
    """Ends a worker at a step, which no handler catches."""


def test_round_goes_on_where_a_worker_was_killed(
    wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = played(wall, players=6, paired=False)
    started: list[Match] = []
    start = dealing.start_if_full

    def killed_at_second(match: Match) -> None:
        started.append(match)
        if len(started) == 2:
            raise Killed
        start(match)

    with monkeypatch.context() as patch:
        patch.setattr(dealing, "start_if_full", killed_at_second)
        with pytest.raises(Killed):
            begin(play)
    assert play.tournament.round == 1
    assert [table.match is None for table in play.tables()] == [False, True, True]
    play.tick()
    tables = play.tables()
    assert len(tables) == 3
    assert Match.objects.filter(status=Match.Status.RUNNING).count() == 3
    assert Match.objects.count() == 3, "the one of the killed worker was rolled back"


def test_killed_before_the_round_is_stored_pairs_it_again(
    wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = played(wall, players=4, paired=False)
    with monkeypatch.context() as patch:

        def killed(*_args: object) -> None:
            raise Killed

        patch.setattr(running, "_store", killed)
        with pytest.raises(Killed):
            begin(play)
    assert (play.tournament.round, play.met()) == (0, [])
    play.tick()
    assert (play.tournament.round, len(play.met())) == (1, 2)


def test_player_who_enters_during_pairing_is_in_the_next_attempt(
    wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = played(wall, players=4)
    play.play()
    late = person("Zoe")
    pair_round, entered = rounds.pair_round, list[User]()

    def slow(*args: Any) -> object:
        if not entered:
            entered.append(late)
            entering.join(play.at(late))
        return pair_round(*args)

    monkeypatch.setattr(rounds, "pair_round", slow)
    play.tick(60)
    byes = play.tournament.byes.filter(round=2).count()
    seated = {one for table in play.tables() for one in table.seated}
    assert (len(seated), byes) == (4, 1)
    assert play.tournament.tables.filter(round=2).count() == 2


def test_second_worker_finds_nothing_to_do(wall: Wall) -> None:
    play = played(wall, players=4)
    assert seating.open_tables(play.event.pk) == 0
    assert running.tend(play.event.pk) == 0
    assert TournamentTable.objects.count() == 2
