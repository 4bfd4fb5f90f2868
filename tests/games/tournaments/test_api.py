"""Tournaments through the JSON API, and their stream."""

from __future__ import annotations

import json

import pytest

from games.tournaments.models import Tournament
from games.tournaments.services.planning import TournamentTerms
from games.tournaments.streams import TournamentSource
from tests.games.tournaments.conftest import played
from tests.helpers.clocks import Wall
from tests.helpers.matches import person
from tests.helpers.programs import Program, refusal
from tests.helpers.queries import queries_of
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
WISH = {
    "title": "Cup",
    "start": "2037-03-12T20:00:00",
    "zone": "Europe/Berlin",
    "game": "kharnage",
    "format": "swiss",
    "size": 4,
    "places": 64,
}


def test_program_plans_tournament_and_players_join(wall: Wall) -> None:
    planner, player = Program(person("Anna"), "events"), Program(person("Berta"), "events")
    made = planner.does("tournaments/", WISH, status=201)
    assert (made["sizes"], made["format"], made["tournament"]) == ([3, 4], "swiss", "swiss")
    path = f"tournaments/{made['id']}/"
    assert player.does(f"{path}entry/", method="put")["registered"] == "place"
    assert [one["id"] for one in player.read("tournaments/?which=mine")] == [made["id"]]
    assert player.read("tournaments/?which=past") == []
    assert refusal(player.ask("put", f"{path}here/")) == (409, "not-open")
    player.does(f"{path}entry/", method="delete", status=204)
    assert player.read(path)["taken"] == 0
    for wrong in ({"size": 7}, {"format": "chess"}, {"rounds": 16}, {"places": 257}, {"size": 5}):
        assert planner.post("tournaments/", {**WISH, **wrong}).status_code == 400, wrong
    assert Tournament.objects.count() == 1
    assert (
        refusal(Program(person("Carla"), "play").post("tournaments/", WISH))[1] == "scope-missing"
    )


def test_list_of_tournaments_needs_the_same_queries_for_two_and_six(wall: Wall) -> None:
    program, costs = Program(person("Anna"), "events"), []
    for number in range(6):
        Program(person(f"Planner{number}"), "events").does("tournaments/", WISH, status=201)
        if number in (1, 5):
            costs.append(queries_of(lambda: program.read("tournaments/")))
    assert len(program.read("tournaments/")) == 6
    assert costs[0] == costs[1]


def test_program_reads_table_round_and_standings(wall: Wall) -> None:
    play = played(wall, players=4)
    program = Program(play.users[0], "events")
    path = f"tournaments/{play.event.pk}/"
    before = program.read(path)
    own = next(one for one in before["tables"] if one["match"] == before["my_match"])
    assert "Anna" in {one["username"] for one in own["players"]}
    assert (before["round"], before["next_round_at"]) == (1, None)
    play.play()
    after = program.read(path)
    first = after["standings"][0]
    assert (first["place"], first["points"], first["wins"]) == (1, 1.0, 1)
    assert (after["my_match"], after["next_round_at"]) == (None, "2037-03-12T20:02:00Z")
    found = program.read(f"{path}rounds/1/")
    assert {one["over"] for one in found["tables"]} == {True}
    assert refusal(program.get(f"{path}rounds/2/")) == (404, "unknown-event")


def test_organisers_program_pauses_decides_and_removes(wall: Wall) -> None:
    play = played(wall, players=4, terms=TournamentTerms(round_minutes=60))
    program, player = Program(play.organiser, "events"), Program(play.users[0], "events")
    path = f"tournaments/{play.event.pk}/"
    for asked in (player, Program(play.organiser, "play")):
        assert refusal(asked.ask("put", f"{path}pause/"))[0] == 403
    assert program.does(f"{path}pause/", method="put")["paused"]
    assert not program.does(f"{path}pause/", method="delete")["paused"]
    table = program.read(path)["tables"][0]
    names = [one["username"] for one in table["players"]]
    decided = f"{path}rounds/1/{table['number']}/"
    wish = {
        "places": [{"username": names[0], "place": 1}, {"username": names[1], "place": None}],
        "reason": "Went home.",
    }
    assert refusal(player.ask("put", decided, wish))[0] == 403
    after = program.does(decided, wish, method="put")
    (ruling,) = after["rulings"]
    assert (ruling["reason"], ruling["by"], ruling["timed_out"]) == (
        "Went home.",
        "Organiser",
        False,
    )
    found = next(one for one in after["tables"] if one["number"] == table["number"])
    assert [(one["username"], one["absent"]) for one in found["players"]] == [
        (names[0], False),
        (names[1], True),
    ]
    wrong = {**wish, "places": [{"username": "Zoe", "place": 1}]}
    assert refusal(program.ask("put", decided, wrong))[0] == 400
    assert refusal(program.ask("put", f"{path}rounds/9/9/", wish))[0] == 400
    hidden = program.ask("put", decided, {**wish, "reason": "Left\u202e."})
    assert (refusal(hidden), "U+202E" in hidden.text) == ((400, "bad-event"), True)
    removed = f"{path}players/{names[1]}/removal/"
    assert refusal(program.ask("put", removed, {"reason": "\u200fLeft"})) == (400, "bad-event")
    assert refusal(program.ask("put", removed, {"reason": " "}))[0] == 400
    gone = program.does(removed, {"reason": "Never came."}, method="put")
    assert gone["rulings"][0]["removed"] == names[1]
    back = program.does(removed, method="delete")
    ruling = back["rulings"][0]
    assert (ruling["removed"], ruling["readmitted"]) == (None, names[1])
    assert refusal(program.ask("put", f"{path}players/Zoe/removal/", {"reason": "x"}))[0] == 400


def test_stream_sends_newest_state_and_ends(wall: Wall) -> None:
    play = played(wall, players=4)
    source = TournamentSource(play.users[0], play.event.pk)

    def states() -> list[dict[str, object]]:
        return [json.loads(line) for line in source.read()]

    (state,) = states()
    assert (state["type"], state["round"], state["status"]) == ("state", 1, "running")
    assert states() == []
    play.play_round()
    play.play()
    (state,) = states()
    assert state["round"] == 2, "what came between is not sent"
    assert source.end is None
    play.tick(60)
    play.play()
    (state,) = states()
    assert (state["status"], not_none(source.end).code) == ("over", "over")
