"""The replay: single and batched steps, the log, the chapters and the clocks."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import pairwise
from unittest.mock import patch

import pytest
from django.test import Client

from accounts.models import User
from games.engine.contract import Json, Position
from games.matches.access import open_match
from games.matches.models import Match, MatchSecret, Player
from games.matches.presenters import past_clocks as clocks
from games.matches.presenters.replay import MOST_STEPS, chapters_of, replay_for
from games.matches.services import time_source
from games.titles.registry import all_games, newest
from tests.helpers.endpoints import HTMX
from tests.helpers.matches import (
    at_random,
    match_with_secret_question,
    people,
    person,
    play_on,
    signed_in,
    started,
)
from tests.helpers.ratings import finished as rated_match
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
STEP = re.compile(r'<template data-step="(\d+)">(.*?)</template>', re.S)
TO_STEP = re.compile(r'class="to-step" href="\?step=(\d+)&amp;view=(\w*)" data-step>([^<]*)<')

PREVIEW = re.compile(r'<meta property="og:(\w+)" content="([^"]*)">')


def several(client: Client, match: Match, step: int | str, view: str) -> dict[int, str]:
    """Return the rendered steps of one answer."""
    query = {"step": step, "view": view, "part": "steps"}
    page = client.get(f"/matches/{match.id}/replay/", query).content.decode()
    return {int(number): table for number, table in STEP.findall(page)}


def at_a_battle(position: Position) -> bool:
    return bool(position.dump()["phase"] == "battle")


def single(client: Client, match: Match, step: int, view: str) -> str:
    query = {"step": str(step), "view": view}
    return client.get(f"/matches/{match.id}/replay/", query, headers=HTMX).content.decode()


def test_replay_opens_at_start_or_newest_step_of_running_match(
    users: list[User],
) -> None:
    match = play_on(started(*users), until=at_a_battle)
    access = open_match(users[0], match.id)
    shown = replay_for(access, "", "")
    assert shown.step == shown.last > 0
    match = play_on(match)
    access = open_match(users[0], match.id)
    assert replay_for(access, "", "").step == 0
    assert replay_for(access, "7", "").step == 7


def test_batched_steps_equal_single_steps(users: list[User]) -> None:
    match = play_on(started(*users, seed=2))
    last = replay_for(open_match(None, match.id), "", "").last
    for client in (Client(), signed_in(users[1])):
        for view in ("all", "0", "2"):
            found = several(client, match, 3, view)
            assert list(found) == list(range(3, 3 + MOST_STEPS))
            for step in (3, 7, 18):
                assert found[step].strip() in single(client, match, step, view)
    assert list(several(Client(), match, last - 2, "all")) == [last - 2, last - 1, last]
    assert min(several(Client(), match, "x", "all")) == 0
    assert list(several(Client(), match, "9" * 5000, "all")) == [last]


def test_batched_steps_of_running_match_show_own_view(users: list[User]) -> None:
    match = match_with_secret_question(*users)
    for user in (*users, person("Dora")):
        client = signed_in(user)
        last = replay_for(open_match(user, match.id), "", "").last
        own = several(client, match, max(last - 3, 0), "")
        for view in ("0", "1", "2", "all"):
            assert several(client, match, max(last - 3, 0), view) == own
        for step, table in own.items():
            assert table.strip() in single(client, match, step, "")


def test_private_match_gives_strangers_no_steps(users: list[User]) -> None:
    match = play_on(started(*users, public=False))
    query = {"step": "0", "view": "all", "part": "steps"}
    for client in (Client(), signed_in(person("Dora"))):
        assert client.get(f"/matches/{match.id}/replay/", query).status_code == 403
    assert several(signed_in(users[0]), match, 0, "all")


def test_link_preview_of_finished_match_matches_page(users: list[User]) -> None:
    match = play_on(started(*users), until=at_a_battle)
    address = f"/matches/{match.id}/replay/"
    play_on(match)
    page = Client().get(address, {"step": 3})
    said = dict(PREVIEW.findall(page.content.decode()))
    assert all(user.name in said["title"] for user in users)
    assert page.context["table"].name in said["title"]
    assert re.match(r"Step 3 of \d+\. \w+", said["description"])
    assert said["image"] == f"http://testserver/embed/matches/{match.id}/3.png?lang=en"


def test_picture_warning_is_shown_to_player_of_running_match(
    users: list[User],
) -> None:
    match = play_on(started(*users), until=at_a_battle)
    address, warned = f"/matches/{match.id}/replay/", "your own cards included"
    assert warned in signed_in(users[0]).get(address).content.decode()
    assert warned not in Client().get(address).content.decode()
    play_on(match)
    assert warned not in signed_in(users[0]).get(address).content.decode()


def test_log_line_links_to_its_step(users: list[User]) -> None:
    match = play_on(started(*users, seed=4))
    for view in ("all", "1"):
        page = single(Client(), match, 30, view)
        lines = TO_STEP.findall(page)
        assert len(lines) > 20
        for step, seen_by, text in lines[::6]:
            assert seen_by == view
            newest = TO_STEP.findall(single(Client(), match, int(step), view))
            assert text in [line for at, _view, line in newest if at == step]


@pytest.mark.parametrize("game", [game.slug for game in all_games()])
def test_replay_of_every_game_has_chapters(game: str) -> None:
    match = play_on(started(*people("Anna", "Berta"), game=game, seed=5))
    chapters = chapters_of(open_match(None, match.id), "all")
    assert len(chapters) > 2
    assert all(one.step < other.step for one, other in pairwise(chapters))
    assert all(chapter.title and "{" not in chapter.title for chapter in chapters)
    page = Client().get(f"/matches/{match.id}/replay/").content.decode()
    for chapter in chapters:
        assert f'href="?step={chapter.step}&amp;view=all" data-step>{chapter.title} ' in page


def test_undone_move_starts_no_chapter(users: list[User]) -> None:
    """A seat's turn ends once, however often it is tried."""
    match = play_on(started(*users[:2], game="babel", seed=5))
    access = open_match(None, match.id)
    history = replay_for(access, "999", "all").table.steps
    chapter = chapters_of(access, "all")[0]
    number = history[chapter.step - 1].number
    with patch("games.matches.presenters.replay.undone_numbers", lambda steps: {number}):
        assert chapter not in chapters_of(access, "all")


# --- Clocks and ratings.


def timed(users: list[User], seconds: int) -> Match:
    """Play a match with a clock, with these seconds between moves."""
    begun, passed = time_source.now(), [0]
    choose = at_random(3)

    def later(position: Position, seat: int) -> Json:
        passed[0] += seconds
        return choose(position, seat)

    with patch.object(time_source, "now", lambda: begun + timedelta(seconds=passed[0])):
        return play_on(started(*users, clock="live-10", seed=3), later)


def test_replay_shows_clocks_of_each_step(users: list[User]) -> None:
    match = timed(users, 7)
    access = open_match(None, match.id)
    shown = [replay_for(access, str(step), "all").table for step in (0, 1, 2)]
    begin = {player.seat: player.clock.left for player in shown[0].players if player.clock}
    assert begin == dict.fromkeys(range(3), 600_000)
    assert not any(player.clock.runs for table in shown for player in table.players if player.clock)
    mover = shown[1].steps[0].seat
    # Seven seconds were spent; fifteen are added when the next player is asked.
    assert not_none(shown[1].player(not_none(mover)).clock).left in (593_000, 608_000)
    end = replay_for(access, "99999", "all").table
    stored = dict(Player.objects.filter(match=match).values_list("seat", "time_left"))
    assert {player.seat: player.clock.left for player in end.players if player.clock} == stored


def test_replay_hides_inconsistent_clocks(users: list[User]) -> None:
    match = timed(users, 7)
    Player.objects.filter(match=match, seat=1).update(time_left=1)
    clocks.past_clock_cache.clear()
    table = replay_for(open_match(None, match.id), "5", "all").table
    assert [player.clock for player in table.players] == [None] * 3


def test_replay_of_running_match_shows_no_clocks(users: list[User]) -> None:
    match = play_on(started(*users, clock="live-10"), until=at_a_battle)
    table = replay_for(open_match(users[0], match.id), "1", "").table
    assert [player.clock for player in table.players] == [None] * 3


def test_replay_of_rated_match_shows_earlier_ratings(users: list[User]) -> None:
    match = rated_match(users, [1, 2, 3])
    match.options = dict(newest(match.game).game.read_options({}))
    match.save()
    MatchSecret.objects.create(match=match, seed="0" * 64)
    table = replay_for(open_match(None, match.id), "0", "all").table
    assert {player.came_with for player in table.players} == {1500}
    assert single(Client(), match, 0, "all").count('class="came-with') == 3
