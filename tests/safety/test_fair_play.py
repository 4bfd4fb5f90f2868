"""Ratings cannot be farmed: in one browser, by the same two players, or by leaving early."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.permissions import may_play_rated
from accounts.services import devices
from games.ladders.models import Rating, RatingEntry
from games.ladders.services.ratings import rating_of
from games.lobby.models import Ticket
from games.lobby.services import lobby, quick
from games.lobby.services.lobby import TableRequest
from games.lobby.services.pairing import TicketRequest
from games.matches.models import Match
from games.matches.services import commands, timeouts
from games.matches.services.event_store import match_state
from games.profiles.presenters.reliability import reliability_of
from tests.accounts.conftest import PASSWORD
from tests.helpers.clocks import Wall
from tests.helpers.matches import (
    committed,
    events,
    fresh,
    mover,
    people,
    person,
    play_on,
    signed_in,
    under_way,
    user_at,
)
from tests.helpers.ratings import finished, rated, recomputed, won
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
DAY = 24 * 3600
RATED = TicketRequest(("condottiere",), (2,), "live-10", rated=True)


def both_in_one_browser(*users: User) -> None:
    for user in users:
        devices.note_use(user, "one and the same")


def test_matches_between_accounts_of_same_browser_are_not_rated() -> None:
    browser = Client()
    for name in ("farmera", "farmerb"):
        form = {"username": name, "email": f"{name}@example.org", "password1": PASSWORD}
        browser.post("/accounts/signup/", form)
        browser.post("/accounts/logout/")
    farmer, helper = User.objects.get(username="farmera"), User.objects.get(username="farmerb")
    for _match in range(4):
        assert won(farmer, helper).uncounted == "device"
    assert not RatingEntry.objects.exists()
    assert rating_of(farmer, "condottiere", 2) == 1500
    assert recomputed()[0] == 0


def test_third_match_of_pair_within_day_is_not_rated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wall = Wall(monkeypatch)
    anna, berta, carla = people("Anna", "Berta", "Carla")
    assert [won(anna, berta).uncounted for _match in range(4)] == ["", "", "often", "often"]
    assert Rating.objects.get(user=anna).matches == 2
    assert rated(berta, anna, game="babel").uncounted == "often", "the limit covers all games"
    assert rated(anna, carla).uncounted == "", "the limit does not apply to other pairs"
    assert recomputed()[0] == 0
    wall.wait(DAY + 60)
    assert rated(anna, berta).uncounted == ""


def test_called_off_matches_do_not_count_towards_daily_limit() -> None:
    anna, berta = people("Anna", "Berta")
    for by in (anna, berta):
        match = rated(anna, berta)
        with committed():
            commands.resign(by, match.id)
    assert rated(anna, berta).uncounted == "", "nothing was played"


def test_third_match_of_day_with_players_on_one_network_is_not_rated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wall = Wall(monkeypatch)
    farmer, *puppets = people("Farmer", "Puppet1", "Puppet2", "Puppet3")
    for puppet in puppets:
        devices.note_use(puppet, f"browser of {puppet.username}", "192.0.2.7")
    counted = [won(farmer, puppet).uncounted for puppet in puppets]
    assert counted == ["", "", "network"]
    assert rated(puppets[2], farmer).uncounted == "network", "whoever sits down first"
    assert rated(puppets[2], *people("Berta")).uncounted == ""
    wall.wait(DAY + 60)
    assert rated(farmer, puppets[2]).uncounted == ""


def test_rated_play_needs_finished_unrated_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "UNRATED_FIRST", 2)
    anna, berta = people("Anna", "Berta")
    bot = User.objects.create_user("Deep", bot_since=timezone.now(), run_by=berta)
    refused = may_play_rated(anna)
    assert (refused.code, refused.reason) == (
        "unrated-first",
        "You can play rated after 2 more unrated matches. Matches with bots count too; those you "
        "resign or leave don’t.",
    )
    assert may_play_rated(bot)
    finished([anna, "easy"], [2, 1], rated=False)
    finished([berta, anna], [1, 2], rated=False, left=[1])
    assert "after 1 more unrated match." in may_play_rated(anna).reason, "resigning is not playing"
    finished([anna, "easy"], [2, 1], rated=False)
    assert may_play_rated(anna)
    monkeypatch.setattr(settings, "UNRATED_FIRST", 3)
    finished([anna, berta], [2, 1])
    assert may_play_rated(anna), "a player with a rating needs no more"


def test_two_of_three_players_in_same_browser_make_match_unrated() -> None:
    anna, berta, carla = people("Anna", "Berta", "Carla")
    both_in_one_browser(berta, carla)
    match = play_on(rated(anna, berta, carla))
    assert (match.status, match.uncounted) == ("finished", "device")
    assert not RatingEntry.objects.exists()


def test_sharing_browser_after_start_keeps_rating() -> None:
    anna, berta = people("Anna", "Berta")
    match = under_way(rated(anna, berta))
    both_in_one_browser(anna, berta)
    with committed():
        commands.resign(anna, match.id)
    assert RatingEntry.objects.filter(match=match).count() == 2, "the lost match stays rated"


def test_reason_for_no_rating_is_shown_wherever_match_is() -> None:
    anna, berta = people("Anna", "Berta")
    both_in_one_browser(anna, berta)
    match = rated(anna, berta)
    words = "doesn’t count for ratings: two of its players used the same browser."
    running = signed_in(anna).get(f"/matches/{match.id}/").content.decode()
    assert words in running, "players see it during the match"
    match = under_way(match)
    with committed():
        commands.resign(berta, match.id)
    client = signed_in(anna)
    for path in (f"/matches/{match.id}/", "/matches/", "/players/Anna/"):
        assert words in client.get(path).text, path
    state = client.get(f"/api/v1/matches/{match.id}/").json()
    assert (state["rated"], state["uncounted"]) == (True, "device")
    assert not any("rating" in player for player in state["players"])


# --- Leaving before the match is under way.


def test_early_resignation_calls_off_rated_match_and_is_counted() -> None:
    anna, berta = people("Anna", "Berta")
    match = rated(anna, berta)
    with committed():
        commands.resign(berta, match.id)
    match = fresh(match)
    assert (match.status, match.outcome) == (Match.Status.ABORTED, None)
    assert events(match)[-1][3] == {"cause": "resign"}
    assert not RatingEntry.objects.exists()
    shown = reliability_of(berta)
    assert shown is not None
    assert shown.called_off == 1
    assert reliability_of(anna) is None
    page = signed_in(anna).get(f"/matches/{match.id}/").content.decode()
    assert "Berta resigns so early that the match is called off." in page


def test_resignation_counts_after_three_decisions_each() -> None:
    anna, berta = people("Anna", "Berta")
    match = under_way(rated(anna, berta))
    made = list(match.events.order_by("number").values_list("seat", flat=True))
    assert min(made.count(seat) for seat in (0, 1)) == made.count(made[-1]) == 3
    with committed():
        commands.resign(anna, match.id)
    assert fresh(match).status == Match.Status.FINISHED


def test_menu_explains_effect_of_resigning() -> None:
    anna, berta = people("Anna", "Berta")
    match = rated(anna, berta)
    play_on(match, until=lambda _position: match_has_moved_all(match))
    client = signed_in(anna)
    assert (
        "the match is called off and doesn’t count for" in client.get(f"/matches/{match.id}/").text
    )
    under_way(match)
    assert "You’ll lose this match." in client.get(f"/matches/{match.id}/").text


def test_repeated_early_resignation_bars_from_rated_play() -> None:
    anna, *others = people("Anna", "Berta", "Carla", "Dora")
    for other in others:
        match = rated(anna, other)
        with committed():
            commands.resign(anna, match.id)
    assert may_play_rated(anna).code == "called-off"
    assert all(may_play_rated(other) for other in others)


def test_early_timeout_counts_as_called_off(monkeypatch: pytest.MonkeyPatch) -> None:
    wall = Wall(monkeypatch)
    match = rated(*people("Anna", "Berta"))
    play_on(match, until=lambda position: match_has_moved_all(match))
    slow = user_at(match, mover(match))
    wall.wait(3600)
    with committed():
        timeouts.expire(match.id)
    assert fresh(match).status == Match.Status.ABORTED
    assert not_none(reliability_of(slow)).called_off == 1
    assert not RatingEntry.objects.exists()


def match_has_moved_all(match: Match) -> bool:
    seats = match.events.filter(kind="move").values_list("seat", flat=True)
    return len(set(seats)) == match.seats


def test_early_resignation_at_three_seats_makes_match_unrated() -> None:
    anna, berta, carla = people("Anna", "Berta", "Carla")
    match = rated(anna, berta, carla)
    with committed():
        commands.resign(anna, match.id)
    assert fresh(match).status == Match.Status.RUNNING
    match = play_on(match)
    assert (match.status, match.uncounted) == ("finished", "early")
    assert not RatingEntry.objects.exists()
    assert recomputed()[0] == 0
    for _match in range(2):
        again = rated(anna, person(f"Other{_match}"))
        with committed():
            commands.resign(anna, again.id)
    assert may_play_rated(anna).code == "called-off", "early resignations count as called off"
    assert not_none(reliability_of(anna)).called_off == 2


def test_early_resignation_in_unrated_match_loses() -> None:
    anna, berta = people("Anna", "Berta")
    match = lobby.open_table(anna, TableRequest("condottiere", 2, clock="live-10"))
    lobby.join(berta, match.id)
    with committed():
        commands.resign(anna, match.id)
    assert fresh(match).status == Match.Status.FINISHED
    assert fresh(match).players.get(user=berta).place == 1


# --- Quick match.


def look(user: User, request: TicketRequest = RATED) -> Ticket:
    with committed():
        ticket = quick.seek(user, request, sure=True)
    return Ticket.objects.get(id=ticket.id)


def test_quick_match_does_not_pair_for_unrated_result() -> None:
    anna, berta, carla = people("Anna", "Berta", "Carla")
    both_in_one_browser(anna, berta)
    look(anna)
    assert look(berta).match is None
    third = look(carla)
    assert third.match is not None
    assert third.match.uncounted == ""
    assert {player.user for player in third.match.players.all()} == {anna, carla}


def test_quick_match_pairs_same_two_at_most_twice_a_day() -> None:
    anna, berta = people("Anna", "Berta")
    for _match in range(2):
        won(anna, berta)
    look(anna)
    assert look(berta).match is None
    unrated = TicketRequest(("condottiere",), (2,), "live-10")
    look(anna, unrated)
    assert look(berta, unrated).match is not None, "unrated matches have no limit"


def test_leaving_kharnage_at_start_of_second_round_is_a_loss() -> None:
    anna, berta = people("Anna", "Berta")
    match = rated(anna, berta, game="kharnage")
    assert not match_state(match).under_way
    match = play_on(match, until=lambda position: position.view(None)["round"] > 1)
    # A seat may have made no decision but its plan.
    assert replace(match_state(match), decided=(1, 1)).under_way
    with committed():
        commands.resign(anna, match.id)
    match = fresh(match)
    assert match.status == Match.Status.FINISHED
    assert RatingEntry.objects.filter(match=match).count() == 2
