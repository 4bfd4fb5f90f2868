"""Hints are given only to players against bots, never in rated matches or against people."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from core.refusals import Refusal
from games.engine.bots import Bot
from games.engine.contract import Json
from games.engine.refusals import NotYourTurn, Over
from games.hints import services
from games.hints.models import Hint
from games.matches.models import Match
from games.matches.refusals import NoHint, NotAPlayer, SignInFirst, Stale, TooMany
from games.matches.services import commands, time_source
from games.matches.services.event_store import match_state
from games.matches.services.information_state import question as question_of
from games.titles.registry import adviser_of, slugs
from games.workers.hinting import hurry
from games.workers.thinker import Failure
from tests.helpers.effort import examples
from tests.helpers.hints import Here, hint_of, work_on_hints
from tests.helpers.matches import (
    act,
    asked_against_bot,
    events,
    fresh,
    legal,
    person,
    play_on,
    position_of,
    seat_of,
    signed_in,
    started,
    turn_token,
)
from tests.helpers.programs import Program
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
Way = Callable[[User, Match, str], str]


@pytest.fixture
def match(anna: User) -> Match:
    return asked_against_bot(anna)


def question(match: Match, user: User) -> str:
    return turn_token(match, seat_of(match, user))


def best_move(match: Match, user: User, bot: Bot | None = None) -> Json:
    """Return the move of the bot that gives hints, or of another one."""
    asked = question_of(match_state(fresh(match)), seat_of(match, user))
    adviser = bot or adviser_of(match.game)
    return adviser.choose(asked, Random(services.seed_of(asked, match.game))).dump()


def quick_move(match: Match, user: User) -> Json:
    return best_move(match, user, not_none(services.stand_in_of(match.game)))


def _by_service(user: User, match: Match, token: str) -> str:
    try:
        return services.ask(user, match.id, token).hint.status
    except Refusal as refusal:
        return refusal.code


def _by_form(user: User, match: Match, token: str) -> str:
    answer = signed_in(user).post(f"/matches/{match.id}/hint/", {"turn_token": token})
    if answer.status_code == 200:
        return hint_of(match).status
    html = answer.content.decode()
    return html.split('data-code="')[1].split('"')[0]


def _by_json(user: User, match: Match, token: str) -> str:
    answer = Program(user, "play").post(f"matches/{match.id}/hint/", {"turn_token": token})
    body: Any = answer.json()
    return str(body["state"] if "state" in body else body["error"]["code"])


@pytest.fixture(params=[_by_service, _by_form, _by_json])
def way(request: pytest.FixtureRequest) -> Way:
    chosen: Way = request.param
    return chosen


def test_hint_is_strongest_bots_move_and_is_not_played(way: Way, match: Match, anna: User) -> None:
    before, token = events(match), question(match, anna)
    assert way(anna, match, token) == "waiting"
    assert work_on_hints() == 3
    assert way(anna, match, token) == "done", "the same hint again"
    hint, seat = hint_of(match), seat_of(match, anna)
    assert hint.move == best_move(match, anna)
    assert hint.move in legal(match, seat)
    assert hint.comparison is not None
    assert 0 <= hint.comparison["chance"] <= 1
    assert events(match) == before


def test_move_comes_before_its_comparison(match: Match, anna: User) -> None:
    services.ask(anna, match.id, question(match, anna))
    assert work_on_hints(steps=1) == 1
    hint = hint_of(match)
    assert (hint.status, hint.move is None, hint.comparison) == ("found", False, None)
    work_on_hints()
    assert hint_of(match).comparison is not None


def test_moves_are_found_before_other_hints_are_compared(anna: User) -> None:
    first, second = (asked_against_bot(user) for user in (anna, person("Berta")))
    services.ask(anna, first.id, question(first, anna))
    work_on_hints(steps=1)
    user = second.players.get(bot="").user
    assert user is not None
    services.ask(user, second.id, question(second, user))
    work_on_hints(steps=1)
    assert (hint_of(first).status, hint_of(second).status) == ("found", "found")


@pytest.mark.parametrize("game", slugs())
def test_hint_is_the_same_wherever_hidden_cards_are(game: str, anna: User) -> None:
    match = started(anna, bots=("easy",), seed=4, game=game)
    seat = seat_of(match, anna)
    match = play_on(match, until=lambda position: len(position.moves(seat)) > 1)
    state, found = match_state(match), set()
    for number in range(examples(2)):
        other = replace(state, position=state.position.resample(seat, Random(number)))
        with patch("games.hints.services.match_state", return_value=other):
            Hint.objects.all().delete()
            services.ask(anna, match.id, question(match, anna))
            work_on_hints()
        hint = hint_of(match)
        assert hint.status == "done"
        found.add(f"{hint.move} {hint.comparison}")
    assert len(found) == 1


def test_worlds_are_the_same_in_all_questions_of_an_attack(anna: User) -> None:
    match = started(anna, bots=("easy",), seed=4, game="kharnage")
    seat, drawn = seat_of(match, anna), []

    def is_at(position: Any, phase: str) -> bool:
        return bool(position.phase == phase and position.to_move() == (seat,))

    match = play_on(match, until=lambda at: is_at(at, "target"))
    for phase in ("target", "destroy"):
        assert is_at(position_of(match), phase)
        services.ask(anna, match.id, question(match, anna))
        hint, move = hint_of(match), legal(match, seat)[0]
        hint.move = move
        asked = services.question_of(hint)
        for seed in services.next_weighing(hint, asked).seeds:
            drawn.append((seed, asked.resample(Random(seed)).reserves))
        act(match, seat, move)
        match = fresh(match)
    assert drawn[0] == drawn[1]


def test_hint_against_people_is_refused(way: Way, anna: User) -> None:
    berta = person("Berta")
    match = started(anna, berta, bots=("easy",), seed=2)
    seat = seat_of(match, anna)
    match = play_on(match, until=lambda position: seat in position.to_move())
    assert way(anna, match, question(match, anna)) == NoHint.code
    # A bot replaces a leaver, but the leaver's place still counts.
    commands.resign(berta, match.id)
    assert way(anna, match, question(fresh(match), anna)) == NoHint.code


def test_hint_in_rated_match_is_refused(way: Way, match: Match, anna: User) -> None:
    Match.objects.filter(id=match.id).update(rated=True)
    assert way(anna, match, question(match, anna)) == NoHint.code


def test_hint_needs_open_question_of_own_seat(match: Match, anna: User) -> None:
    with pytest.raises(Stale):
        services.ask(anna, match.id, "another question")
    with pytest.raises(NotAPlayer):
        services.ask(person("Berta"), match.id, question(match, anna))
    with pytest.raises(SignInFirst):
        services.ask(AnonymousUser(), match.id, question(match, anna))
    seat, old = seat_of(match, anna), question(match, anna)
    while seat in position_of(match).to_move():
        act(match, seat, legal(match, seat)[0])
    with pytest.raises(NotYourTurn):
        services.ask(anna, match.id, old)
    play_on(match)
    with pytest.raises(Over):
        services.ask(anna, match.id, old)


def test_new_hints_are_limited_and_known_ones_are_not(way: Way, anna: User) -> None:
    first, second, third = (asked_against_bot(anna) for _ in range(3))
    with patch.object(services, "HINTS", 2):
        for match in (first, first, second, second):
            assert way(anna, match, question(match, anna)) == "waiting"
        assert way(anna, third, question(third, anna)) == TooMany.code


def test_hint_for_passed_question_is_dropped(match: Match, anna: User) -> None:
    services.ask(anna, match.id, question(match, anna))
    play_on(match)
    work_on_hints()
    assert not Hint.objects.exists()


def test_late_answers_do_not_reach_next_question(match: Match, anna: User) -> None:
    services.ask(anna, match.id, question(match, anna))
    hint = hint_of(match)
    Hint.objects.update(number=hint.number + 1)
    services.store_comparison(hint, {"chance": 0.5})
    assert hint_of(match).status == "waiting"


def test_failed_bot_fails_hint_which_can_be_tried_again(
    match: Match, anna: User, caplog: pytest.LogCaptureFixture
) -> None:
    token = question(match, anna)
    services.ask(anna, match.id, token)
    work_on_hints(Here(think=lambda task: Failure("died", "exit code 1")))
    assert hint_of(match).status == "failed"
    assert hint_of(match).move == quick_move(match, anna), "a quick bot answers instead"
    assert "could not give a hint" in caplog.text
    assert services.ask(anna, match.id, token).hint.status == "waiting"


def test_late_hint_has_move_of_quick_bot_until_strongest_answers(
    match: Match, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.ask(anna, match.id, question(match, anna))
    assert (hurry(), hint_of(match).status) == (0, "waiting")
    asked_at = hint_of(match).asked_at
    assert services.next_late() == asked_at + services.PATIENCE
    monkeypatch.setattr(time_source, "now", lambda: asked_at + services.PATIENCE)
    assert services.next_late() is None
    assert hurry() == 1
    assert (hint_of(match).status, hint_of(match).move) == ("quick", quick_move(match, anna))
    work_on_hints(steps=1)
    assert (hint_of(match).status, hint_of(match).move) == ("found", best_move(match, anna))
    assert hurry() == 0


def test_late_quick_bot_does_not_replace_strongest_move(match: Match, anna: User) -> None:
    services.ask(anna, match.id, question(match, anna))
    waiting = hint_of(match)
    work_on_hints(steps=1)
    services.store_stand_in(waiting, position_of(match).moves(seat_of(match, anna))[0])
    assert (hint_of(match).status, hint_of(match).move) == ("found", best_move(match, anna))


def test_failed_comparison_leaves_move(match: Match, anna: User) -> None:
    services.ask(anna, match.id, question(match, anna))
    work_on_hints(Here(judge=lambda judging: Failure("late")))
    hint = hint_of(match)
    assert (hint.status, hint.move is None, hint.comparison) == ("done", False, None)


def test_closed_process_leaves_hint_to_others(match: Match, anna: User) -> None:
    services.ask(anna, match.id, question(match, anna))
    work_on_hints(Here(think=lambda task: None), steps=1)
    assert hint_of(match).status == "waiting"


def test_unreplayable_match_fails_hint_once(match: Match, anna: User) -> None:
    services.ask(anna, match.id, question(match, anna))
    with patch("games.hints.services.match_state", side_effect=AssertionError("cards")):
        assert work_on_hints() == 1
    assert hint_of(match).status == "failed"
