"""Newcomers bring a player only a few points, until they have met enough established players."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from accounts.models import User
from accounts.services import devices
from games.ladders.models import Established, Newcomer, Rating, SeasonRating
from games.ladders.services import newcomers
from games.ladders.services.ratings import annul, rating_of
from games.matches.models import Match, Player
from games.rating import NEWCOMERS_GAIN
from tests.helpers.matches import people
from tests.helpers.ratings import finished, recomputed

pytestmark = pytest.mark.django_db
PEOPLE_MET = newcomers.PEOPLE_MET


def played(winner: User, *losers: User) -> Match:
    """Write a finished match that noted its newcomers at the start, as dealing does."""
    return finished([winner, *losers], range(1, len(losers) + 2), note_newcomers=True)


def established(*users: User) -> None:
    Established.objects.bulk_create(Established(user=user) for user in users)


def on_one_network(*users: User) -> None:
    for user in users:
        devices.note_use(user, f"browser of {user.username}", "192.0.2.7")


@pytest.fixture
def grown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the site count as grown, however few established players it has."""
    monkeypatch.setattr(newcomers, "FEW", 0)


@pytest.mark.usefixtures("grown")
def test_farmer_of_newcomers_gains_little() -> None:
    farmer, *puppets = people("Farmer", *(f"Puppet{number}" for number in range(20)))
    for puppet in puppets:
        played(farmer, puppet)
    assert rating_of(farmer, "condottiere", 2) == 1500 + NEWCOMERS_GAIN
    assert recomputed()[0] == 0, "a rebuild finds the same"
    played(puppets[0], farmer)
    lost = rating_of(farmer, "condottiere", 2)
    assert lost < 1500 + NEWCOMERS_GAIN - 10, "a loss to a newcomer counts in full"
    played(farmer, puppets[1])
    assert lost < rating_of(farmer, "condottiere", 2) <= 1500 + NEWCOMERS_GAIN


@pytest.mark.usefixtures("grown")
def test_new_season_brings_no_new_gain_from_newcomers() -> None:
    farmer, *puppets = people("Farmer", *(f"Puppet{number}" for number in range(20)))
    for number, puppet in enumerate(puppets):
        at = datetime(2026, 2 if number < 10 else 5, 1 + number, tzinfo=UTC)
        finished([farmer, puppet], [1, 2], at=at, note_newcomers=True)
    seasons = SeasonRating.objects.filter(rating__user=farmer).order_by("season")
    assert [(one.season, one.value) for one in seasons] == [
        ("2026-1", 1500 + NEWCOMERS_GAIN),
        ("2026-2", 1500 + NEWCOMERS_GAIN),
    ]


@pytest.mark.usefixtures("grown")
def test_newcomers_do_not_establish_each_other() -> None:
    ring = people(*(f"Puppet{number}" for number in range(PEOPLE_MET + 2)))
    for one in ring:
        for other in ring:
            if one != other:
                played(one, other)
    assert not Established.objects.exists()


@pytest.mark.usefixtures("grown")
def test_player_is_established_after_meeting_enough_established_players() -> None:
    anna, berta, *others = people("Anna", "Berta", *(f"Player{n}" for n in range(PEOPLE_MET)))
    established(*others)
    for other in others:
        assert Newcomer.objects.filter(player__user=anna).count() == others.index(other)
        played(other, anna)
    match = played(berta, anna)
    assert Established.objects.filter(user=anna).exists()
    assert not Newcomer.objects.filter(player__match=match, player__user=anna).exists()
    assert rating_of(berta, "condottiere", 2) > 1500


def test_young_site_counts_players_on_other_networks() -> None:
    anna, *others = people("Anna", *(f"Player{n}" for n in range(PEOPLE_MET)))
    for other in others:
        played(other, anna)
    played(anna, others[0])
    assert Established.objects.filter(user=anna).exists()


def test_young_site_counts_no_players_on_same_network() -> None:
    farmer, *puppets = people("Farmer", *(f"Puppet{n}" for n in range(PEOPLE_MET + 1)))
    on_one_network(farmer, *puppets)
    for puppet in puppets:
        played(farmer, puppet)
    played(farmer, puppets[0])
    assert not Established.objects.exists()
    assert rating_of(farmer, "condottiere", 2) == 1500 + NEWCOMERS_GAIN


@pytest.mark.usefixtures("grown")
def test_annulling_gives_gain_from_newcomers_back() -> None:
    farmer, *puppets = people("Farmer", "Puppet1", "Puppet2", "Puppet3")
    matches = [played(farmer, puppet) for puppet in puppets]
    before = Rating.objects.get(user=farmer)
    annul(matches[0].id, "Farmed.")
    after = Rating.objects.get(user=farmer)
    assert (before.from_newcomers, before.value) == (NEWCOMERS_GAIN, 1500 + NEWCOMERS_GAIN)
    assert (after.from_newcomers, after.value) == (NEWCOMERS_GAIN, 1500 + NEWCOMERS_GAIN)
    assert after.matches == 2
    assert recomputed()[0] == 0


@pytest.mark.usefixtures("grown")
def test_table_of_several_limits_only_what_newcomers_bring() -> None:
    anna, berta, carla = people("Anna", "Berta", "Carla")
    established(anna, berta)
    for _match in range(4):
        played(anna, berta, carla)
    own = Rating.objects.get(user=anna)
    assert own.from_newcomers == NEWCOMERS_GAIN
    assert own.value > 1500 + 2 * NEWCOMERS_GAIN, "Berta’s points count in full"


def test_players_of_unrated_matches_are_not_noted() -> None:
    finished(people("Anna", "Berta"), [1, 2], rated=False)
    assert Player.objects.count() == 2
    assert not Newcomer.objects.exists()
