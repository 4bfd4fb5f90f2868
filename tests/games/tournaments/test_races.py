"""Workers, organisers and players who act on one tournament at the same time."""

from __future__ import annotations

from functools import partial

import pytest

from games.matches.models import Match
from games.tournaments.models import Entrant
from games.tournaments.services import directing, entering, running
from tests.games.matches.test_races import at_once
from tests.games.tournaments.conftest import played
from tests.helpers.clocks import Wall
from tests.helpers.matches import person

pytestmark = [pytest.mark.on_postgresql, pytest.mark.django_db(transaction=True)]


def test_workers_pair_and_seat_a_round_once(wall: Wall) -> None:
    play = played(wall, players=6)
    play.play()
    wall.wait(seconds=60)
    at_once([partial(running.tend, play.event.pk)] * 4)
    play.tick()
    assert play.tournament.round == 2
    assert len(play.met()) == 6
    assert Match.objects.filter(status=Match.Status.RUNNING).count() == 3
    assert Match.objects.count() == 6


def test_players_and_organiser_act_while_a_round_is_paired(wall: Wall) -> None:
    play = played(wall, players=6)
    late, gone = person("Zoe"), play.users[0]
    play.play()
    wall.wait(seconds=60)
    table = play.tournament.tables.all()[0]
    places = dict(zip(table.seated, (1, 1), strict=True))
    organiser = play.at(play.organiser)
    at_once(
        [
            partial(running.tend, play.event.pk),
            partial(entering.join, play.at(late)),
            partial(entering.withdraw, play.at(gone)),
            partial(directing.correct, organiser, 1, table.number, places, "Agreed."),
            partial(running.tend, play.event.pk),
        ]
    )
    play.tick()
    assert play.tournament.round == 2
    seated = [one for table in play.tables() for one in table.seated]
    assert len(seated) == len(set(seated))
    assert Entrant.objects.get(user=late).first_round in (2, 3)
    assert Entrant.objects.get(user=gone).withdrawn_after in (1, 2)
    assert sum(play.points().values()) == 3 + play.tournament.byes.count()
