"""Conditional moves: when they are played, when they are dropped, and that they stay secret."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import export, retention
from games.engine.contract import Json
from games.matches.models import Match, Player
from games.matches.refusals import NotAPlayer, SignInFirst
from games.matches.services import commands, time_source
from games.matches.services.clocks import CLOCKS
from games.premoves import plans
from games.premoves.models import Plan
from games.premoves.refusals import BadPlan, CannotPlan
from games.titles.condottiere.board.faces import ORDER
from games.workers import premoves as worker
from tests.helpers.matches import act, events, nothing_written, people, player_at, signed_in
from tests.helpers.pages import assert_clean_page, lasting
from tests.helpers.prepared import prepared

pytestmark = pytest.mark.django_db
PASS: Json = {"type": "pass"}
BATTLE = {
    "phase": "battle",
    "city": "parma",
    "turn": 0,
    "hands": [["m1", "m10", "m3"], ["m2", "m4", "drum"], ["m5", "m6"]],
}


def play(card: str) -> Json:
    return {"type": "play", "card": card}


@pytest.fixture
def users(db: None, monkeypatch: pytest.MonkeyPatch) -> list[User]:
    monkeypatch.setattr(worker, "_tried", {})
    return people("Anna", "Berta", "Carla")


@pytest.fixture
def match(users: list[User]) -> Match:
    """Return a battle in which Anna, seat 0, is to move, and Berta and Carla follow."""
    return prepared("condottiere", BATTLE, *users, clock=CLOCKS["turns-24"])


def waited(match: Match, seat: int) -> None:
    """Move a seat's question to an hour ago."""
    hour = time_source.now() - timedelta(hours=1)
    Player.objects.filter(match=match, seat=seat).update(asked_since=hour)


def test_first_condition_that_holds_is_played_later(users: list[User], match: Match) -> None:
    anna, berta, _carla = users
    plan = {"last": play("drum"), "behind": play("m4"), "any": PASS}
    plans.make_plan(berta, match.id, plan)
    assert worker.play_all_due() == 0, "it is not her turn"
    act(match, 0, play("m3"))
    player = player_at(match, 1)
    assert plans.QUICKEST <= plans.delay_of_plan(player) <= plans.SLOWEST
    assert worker.play_all_due() == 0, "an answer at once would show that it was planned"
    assert player.asked_since is not None
    assert worker.decided()[0].due_at == player.asked_since + plans.delay_of_plan(player)
    waited(match, 1)
    assert worker.play_all_due() == 1
    assert events(match)[-1] == (2, "move", 1, play("m4"))
    assert not Plan.objects.exists(), "a plan is for one question"
    plans.make_plan(anna, match.id, {"last": PASS})
    act(match, 2, PASS)
    waited(match, 0)
    assert worker.play_all_due() == 0
    assert not Plan.objects.exists(), "no condition held, so Anna decides"


def test_plan_answers_within_tenth_of_clock(match: Match) -> None:
    player = player_at(match, 0)
    assert player.asked_since is not None
    player.deadline = player.asked_since + timedelta(seconds=100)
    assert plans.delay_of_plan(player) == timedelta(seconds=10)


def test_plan_is_dropped_when_battle_is_another(users: list[User], match: Match) -> None:
    plans.make_plan(users[1], match.id, {"any": PASS})
    plan = Plan.objects.get()
    plan.scope["city"] = "roma"
    plan.save()
    act(match, 0, play("m3"))
    waited(match, 1)
    with nothing_written(match):
        assert worker.play_all_due() == 0
    assert not Plan.objects.exists()


def test_plan_is_refused_where_question_is_unknown(users: list[User], match: Match) -> None:
    anna, berta, _carla = users
    with pytest.raises(CannotPlan):
        plans.make_plan(anna, match.id, {"any": PASS})
    bad: tuple[dict[str, Json], ...] = ({}, {"any": play("m10")}, {"never": PASS})
    for moves in bad:
        with pytest.raises(BadPlan):
            plans.make_plan(berta, match.id, moves)
    for other in (
        prepared("condottiere", BATTLE, *users, clock=CLOCKS["live-10"]),
        prepared("babel", None, anna, berta),
    ):
        with pytest.raises(CannotPlan):
            plans.planning_of(berta, other.id)
    with pytest.raises(NotAPlayer):
        plans.planning_of(people("Dora")[0], match.id)
    with pytest.raises(SignInFirst):
        plans.planning_of(Client().get("/").wsgi_request.user, match.id)


def test_plan_is_made_and_deleted_on_its_page(users: list[User], match: Match) -> None:
    client, page = signed_in(users[1]), f"/matches/{match.id}/plan/"
    assert page in client.get(match.get_absolute_url()).content.decode()
    assert_clean_page(client.get(page))
    assert client.post(page, {"last": "", "behind": "2", "any": "0"}).status_code == 302
    assert Plan.objects.get().moves == {"behind": play("m4"), "any": PASS}
    assert client.get(page).content.decode().count(" selected") == 2
    assert client.post(page, {"any": "99"}).status_code == 400
    text = assert_clean_page(client.post(page, {"last": "", "behind": "", "any": ""}), 400).text
    assert "Choose at least one move for your plan." in text
    assert 'name="behind"' in text, "the form is still there"
    assert client.post(page, {"any": "²"}).status_code == 400
    assert client.post(page, {"delete": "yes"}).status_code == 302
    assert not Plan.objects.exists()


def test_plan_is_shown_on_own_turn_until_it_is_played(users: list[User], match: Match) -> None:
    client, page = signed_in(users[1]), f"/matches/{match.id}/plan/"
    plans.make_plan(users[1], match.id, {"behind": play("m4"), "any": PASS})
    act(match, 0, play("m3"))
    shown = client.get(page).content.decode()
    assert "If another army is at least as strong as mine: play Mercenary 4" in shown
    assert "In any other case: pass" in shown
    assert "If all others have passed" not in shown
    act(match, 1, play("m2"))
    act(match, 2, PASS)
    assert not plans.planning_of(users[1], match.id).planned, "the plan was for another question"


def test_cards_of_plan_are_in_order_of_hand(users: list[User]) -> None:
    hand = ["m4", "m3", "scarecrow", "m10", "m2", "m1", "drum"]
    hands = {**BATTLE, "hands": [["m1"], hand, ["m5"]]}
    match = prepared("condottiere", hands, *users, clock=CLOCKS["turns-24"])
    _passing, *moves = plans.planning_of(users[1], match.id).moves
    assert [move["card"] for move, _words in moves] == sorted(hand, key=ORDER.__getitem__)


def test_pages_of_others_are_the_same_with_plan(users: list[User], match: Match) -> None:
    clients = [signed_in(users[0]), signed_in(users[2]), Client()]

    def shown() -> list[object]:
        pages = (
            match.get_absolute_url(),
            f"/matches/{match.id}/replay/",
            f"/api/v1/matches/{match.id}/",
        )
        return [lasting(client.get(page)) for client in clients for page in pages]

    before = shown()
    plans.make_plan(users[1], match.id, {"any": PASS})
    assert shown() == before
    assert "planned_moves" in (mine := json.loads("".join(export.json_parts(users[1]))))
    assert mine["planned_moves"][0]["moves"] == {"any": PASS}
    assert json.loads("".join(export.json_parts(users[0])))["planned_moves"] == []


def test_plan_goes_with_match_and_account(users: list[User], match: Match) -> None:
    plans.make_plan(users[1], match.id, {"any": PASS})
    assert retention.sweep()["plans for matches that are over"] == 0
    commands.resign(users[0], match.id)
    Match.objects.filter(pk=match.id).update(status=Match.Status.FINISHED)
    assert retention.sweep()["plans for matches that are over"] == 1
    Match.objects.filter(pk=match.id).update(status=Match.Status.RUNNING)
    Plan.objects.create(player=player_at(match, 1), scope={}, moves={})
    plans.forget_plans(users[1])
    assert not Plan.objects.exists()
