"""Events through the JSON API."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.events.models import Event
from tests.games.events.conftest import club_of, organise, planned, register
from tests.helpers.clocks import Wall
from tests.helpers.matches import person
from tests.helpers.programs import Program, refusal
from tests.helpers.queries import queries_of

pytestmark = pytest.mark.django_db
WISH = {
    "title": "Thursday",
    "start": "2037-03-04T20:00:00",
    "zone": "Europe/Berlin",
    "games": ["condottiere"],
    "sizes": [2, 3],
}


def test_program_plans_registers_and_begins(anna: User, berta: User, wall: Wall) -> None:
    planner, player = Program(anna, "events"), Program(berta, "events", "host")
    made = planner.does("events/", {**WISH, "places": 2}, status=201)
    assert made["starts_at"] == "2037-03-04T19:00:00Z"
    assert (made["organising"], made["club"], made["next"]) == (True, None, None)
    path = f"events/{made['id']}/"
    assert player.does(f"{path}registration/", method="put")["registered"] == "place"
    assert [one["taken"] for one in player.read("events/")] == [1]
    assert len(player.read("events/?which=mine")) == 1
    assert player.read("events/?which=past") == []
    player.does(f"{path}registration/", method="delete", status=204)
    assert refusal(player.post(f"{path}cancel/", {})) == (403, "not-allowed")
    assert refusal(planner.post(f"{path}begin/", {})) == (409, "not-open")
    wall.wait(hours=46)
    key = planner.does(f"{path}begin/")["game_night"]
    assert player.does(f"game-nights/{key}/attendance/", method="put")["attending"]
    assert player.read(path)["people"] == ["Berta"]


def test_program_needs_scope_and_valid_facts(anna: User) -> None:
    assert refusal(Program(anna, "play").post("events/", WISH)) == (403, "scope-missing")
    planner = Program(anna, "events")
    for wrong in ({"start": "soon"}, {"sizes": [1]}, {"games": ["chess"]}, {"zone": "Mars"}):
        assert planner.post("events/", {**WISH, **wrong}).status_code == 400, wrong
    made = planner.does("events/", {**WISH, "repeats": "weekly"}, status=201)
    assert planner.does(f"events/{made['id']}/cancel/", {"series": True})["status"] == "cancelled"
    assert Event.objects.count() == 1


def test_lists_of_events_need_the_same_queries_for_two_and_six(
    anna: User, berta: User, wall: Wall
) -> None:
    program, visitor, costs = Program(anna, "events"), Program(), []
    for number, name in enumerate(("Dora", "Emil", "Fritz", "Gabi", "Hans", "Ida")):
        founder = person(name)
        club = club_of(founder, anna, name=f"{name}’s club")
        if number % 2:
            organise(club, anna)
        planned(founder, club.slug)
        if number in (1, 5):
            costs.append(
                [
                    queries_of(lambda: program.read("events/")),
                    queries_of(lambda: visitor.read("events/")),
                ]
            )
    planned(anna)
    planned(berta)
    organising = [one["organising"] for one in program.read("events/")]
    assert sorted(organising) == [False] * 4 + [True] * 4
    assert not any(one["organising"] for one in visitor.read("events/"))
    assert costs[0] == costs[1]


def test_private_club_event_is_in_no_answer_for_strangers(
    anna: User, berta: User, carla: User
) -> None:
    club = club_of(anna, berta, public=False)
    event = planned(anna, club.slug)
    register(event, berta)
    stranger = Program(carla, "events")
    assert stranger.read("events/") == []
    for method, path in (("get", ""), ("put", "registration/"), ("post", "cancel/")):
        answer = stranger.ask(method, f"events/{event.pk}/{path}")
        assert refusal(answer) == (404, "unknown-event")
    assert [one["registered"] for one in Program(berta).read("events/")] == ["place"]
