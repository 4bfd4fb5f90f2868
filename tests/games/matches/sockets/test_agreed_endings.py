"""Players call off a match together: over every way in, for every game, and never against one."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from accounts.models import User
from games.engine.refusals import Refusal
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.presenters.rendering import table_html
from games.matches.services import commands, leaving
from games.titles.registry import slugs
from tests.games.matches.sockets.messages import answer, path
from tests.helpers.matches import (
    act,
    events,
    fresh,
    legal,
    mover,
    people,
    person,
    seat_of,
    signed_in,
    started,
    user_at,
)
from tests.helpers.programs import Program
from tests.helpers.sockets import aside, screen

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("connections_closed"),
]
Way = Callable[[User, Match, bool], Awaitable[str]]
"""Answers whether a user agrees; returns the status of the match after it, or a refusal's code."""


async def _by_service(user: User, match: Match, agree: bool) -> str:
    try:
        access = await aside(lambda: leaving.agree_to_call_off(user, match.id, agree))
    except Refusal as refusal:
        return refusal.code
    return access.match.status


async def _by_form(user: User, match: Match, agree: bool) -> str:
    form = {"agree": "yes" if agree else "no"}
    answered = await aside(lambda: signed_in(user).post(f"/matches/{match.id}/agree/", form))
    if answered.status_code == 302:
        return await aside(lambda: fresh(match).status)
    return str(answered.content.decode().split('data-code="')[1].split('"')[0])


async def _by_json(user: User, match: Match, agree: bool) -> str:
    body = {"agree": agree}
    found = await aside(lambda: Program(user, "play").post(f"matches/{match.id}/agree/", body))
    return str(found.json().get("status") or found.json()["error"]["code"])


async def _by_socket(user: User, match: Match, agree: bool) -> str:
    client = await aside(lambda: signed_in(user))
    async with screen(path(match), client) as program:
        await program.frame()
        await program.say(json.dumps({"agree": agree, "id": 3}))
        answered = await answer(program)
    return str(answered["error"]["code"] if "error" in answered else answered["table"]["status"])


@pytest.fixture(params=[_by_service, _by_form, _by_json, _by_socket])
def way(request: pytest.FixtureRequest) -> Way:
    chosen: Way = request.param
    return chosen


def two_at(game: str) -> tuple[Match, User, User]:
    """Return a match after a move, and the users at its seats."""
    match = started(*people("Anna", "Berta"), game=game, seed=8)
    seat = mover(match)
    act(match, seat, Random(1).choice(legal(match, seat)))
    return match, user_at(match, 0), user_at(match, 1)


async def test_match_ends_without_result_once_both_agree(way: Way) -> None:
    match, anna, berta = await aside(lambda: two_at("babel"))
    assert await way(anna, match, True) == "running"
    assert await way(anna, match, True) == "running", "one player alone ends nothing"
    assert await way(berta, match, True) == "aborted"
    happened = await aside(lambda: events(match)[1:])
    assert happened == [(2, "agree", 0, {"agree": True}), (3, "abort", 1, {"cause": "agreed"})]
    rows = await aside(lambda: list(match.players.values_list("place", "called_off_at")))
    assert rows == [(None, None)] * 2, "it counts against no player"
    assert await way(anna, match, True) == "over"


@pytest.mark.parametrize("game", slugs())
async def test_match_of_every_game_ends_once_both_agree(game: str) -> None:
    match, anna, berta = await aside(lambda: two_at(game))
    await _by_service(anna, match, True)
    assert await _by_service(berta, match, True) == "aborted"


async def test_one_player_who_plays_on_answers_for_all(way: Way) -> None:
    match, anna, berta = await aside(lambda: two_at("babel"))
    assert await way(berta, match, False) == "running"
    assert await aside(lambda: len(events(match))) == 1, "nothing was offered, nothing is stored"
    assert await way(anna, match, True) == "running"
    assert await way(berta, match, False) == "running"
    assert await way(berta, match, True) == "running", "the first offer no longer stands"
    state = await aside(lambda: Program(anna, "play").read(f"matches/{match.id}/"))
    assert state["agreed"] == [1]


async def test_player_against_bots_resigns_instead(way: Way) -> None:
    (anna,) = await aside(lambda: people("Anna"))
    match = await aside(lambda: started(anna, bots=("easy",)))
    assert await way(anna, match, True) == "cannot-agree"
    assert await aside(lambda: events(match)) == []


async def test_only_people_who_still_play_are_asked(way: Way) -> None:
    users = await aside(lambda: people("Anna", "Berta", "Carla"))
    match = await aside(lambda: started(*users, game="kabale", seed=8))
    assert await way(users[0], match, True) == "running"
    await aside(lambda: commands.resign(users[2], match.id))
    assert await way(users[2], match, True) == "not-a-player"
    assert await way(await aside(lambda: person("Dora")), match, True) == "not-a-player"
    assert await way(users[1], match, True) == "aborted"


async def test_answers_are_limited(way: Way, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaving, "ANSWERS_EACH", 2)
    match, anna, _berta = await aside(lambda: two_at("babel"))
    assert [await way(anna, match, agree) for agree in (True, False, True)] == [
        *("running", "running"),
        "cannot-agree",
    ]


async def test_page_asks_the_others_and_says_how_it_ended() -> None:
    match, anna, berta = await aside(lambda: two_at("condottiere"))

    def page(user: User) -> str:
        return table_html(open_match(user, match.id))

    assert "Call off together" in await aside(lambda: page(anna))
    await _by_form(anna, match, True)
    name = await aside(lambda: match.players.get(seat=seat_of(match, anna)).name)
    mine, theirs = [await aside(page, user) for user in (anna, berta)]
    assert f"{name} would like to call off the match." in theirs
    assert 'id="agree-yes"' in theirs
    assert 'id="agree-yes"' not in mine
    assert "You would call off the match." in mine
    assert "Call off together" not in mine
    await _by_form(berta, match, False)
    other = await aside(lambda: match.players.get(seat=seat_of(match, berta)).name)
    mine, theirs = [(await aside(page, user)).split('id="log"')[0] for user in (anna, berta)]
    assert f"{other} would rather play on." in mine
    assert "would rather play on" not in theirs
    await _by_form(anna, match, True)
    await _by_form(berta, match, True)
    ended = await aside(lambda: page(anna))
    assert "Everyone agreed to that." in ended
    assert "agrees, too: the match is called off" in ended


@pytest.mark.parametrize("given", [None, "yes", 1, {}])
async def test_answer_that_is_neither_true_nor_false_is_refused(given: object) -> None:
    match, anna, _berta = await aside(lambda: two_at("babel"))
    program = await aside(lambda: Program(anna, "play"))
    body = {"agree": given}
    answered = await aside(lambda: program.post(f"matches/{match.id}/agree/", body))
    assert (answered.status_code, answered.json()["error"]["code"]) == (400, "bad-body")
    assert await aside(lambda: len(events(match))) == 1
