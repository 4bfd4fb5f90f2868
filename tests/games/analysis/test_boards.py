"""Analysis boards: who may use them, what they know, and what can be tried."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.analysis import boards
from games.analysis.boards import (
    board_for,
    may_analyse,
    new_board,
    open_for_analysis,
    start_again,
    take_back,
)
from games.analysis.presenters import analysis_table
from games.analysis.refusals import LineTooLong, NoAnalysis
from games.engine.refusals import Refusal
from games.lobby.models import TableTerms
from games.lobby.services import lobby
from games.lobby.services.lobby import TableRequest
from games.matches.models import Event, Match, MatchSecret, Player
from games.matches.refusals import NotAPlayer, NotRunning, Stale, TooMany
from games.matches.services import commands
from games.matches.services.event_store import match_state
from tests.helpers.matches import (
    act,
    committed,
    fresh,
    legal,
    mover,
    person,
    signed_in,
    started,
    user_at,
)
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db
GAMES = ["condottiere", "babel", "kabale", "kharnage"]


def turn_by_turn(*pair: User, game: str = "condottiere", **facts: Any) -> Match:
    match = started(*pair, game=game)
    Match.objects.filter(pk=match.pk).update(pace=Match.Pace.TURNS, **facts)
    return fresh(match)


@pytest.mark.parametrize("game", GAMES)
def test_board_begins_with_what_the_player_knows(pair: list[User], game: str) -> None:
    match = turn_by_turn(*pair, game=game)
    for _move in range(4):
        seat = mover(match)
        act(match, seat, legal(match, seat)[0])
        match = fresh(match)
    access = open_for_analysis(pair[0], match.pk)
    truth, mine = match_state(match).position, access.seat
    assert mine is not None
    worlds = [new_board(access, {}) for _round in range(6)]
    for board in worlds:
        assert board.position.view(mine) == truth.view(mine)
        assert board.seed != MatchSecret.objects.get(match=match).seed
    assert any(board.world != truth.dump() for board in worlds), "hidden cards are resampled"


@pytest.mark.parametrize("secret", [True, False])
def test_board_says_that_match_went_on_only_if_its_player_knows(
    users: list[User], secret: bool
) -> None:
    match = turn_by_turn(*users)
    seat = mover(match)
    reader = user_at(match, (seat + 1) % 3)
    access, session = open_for_analysis(reader, match.pk), dict[str, Any]()
    new_board(access, session)
    if secret:
        cards = match_state(match).position.showable(seat)
        with committed():
            commands.show_cards(user_at(match, seat), match.pk, cards[:1], [(seat + 2) % 3])
    else:
        act(match, seat, legal(match, seat)[0])
    access = open_for_analysis(reader, match.pk)
    panel = analysis_table(access, board_for(access, session)).panel
    assert panel is not None
    assert panel.moved_on is not secret


@pytest.mark.parametrize("game", GAMES)
def test_moves_of_all_seats_are_tried_on_a_copy(pair: list[User], game: str) -> None:
    match = turn_by_turn(*pair, game=game)
    access, session = open_for_analysis(pair[0], match.pk), dict[str, Any]()
    board = board_for(access, session)
    acted = set()
    for _move in range(12):
        acted.add(board.acting)
        board = boards.try_move(board, session, board.legal[0].dump(), board.token)
        assert board_for(access, session) == board, "the session has it"
    assert acted == {0, 1}
    assert json.loads(json.dumps(session)) == session
    assert not Event.objects.filter(match=match).exists()
    assert match_state(fresh(match)).number == 0
    back = take_back(board, session)
    assert len(back.moves) == 11
    again = start_again(back, session)
    assert (again.moves, again.world) == ((), board.world)


def test_board_refuses_bad_stale_and_too_many_moves(
    pair: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, session = turn_by_turn(*pair), dict[str, Any]()
    board = board_for(open_for_analysis(pair[0], match.pk), session)
    with pytest.raises(Refusal):
        boards.try_move(board, session, {"type": "nonsense"}, board.token)
    longer = boards.try_move(board, session, board.legal[0].dump(), board.token)
    with pytest.raises(Stale):
        boards.try_move(longer, session, longer.legal[0].dump(), board.token)
    monkeypatch.setattr(boards, "MOST", 1)
    with pytest.raises(LineTooLong):
        boards.try_move(longer, session, longer.legal[0].dump(), longer.token)
    assert len(session[boards.KEY]["moves"]) == 1


def test_number_of_worlds_is_limited(pair: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "WORLDS", 2)
    access = open_for_analysis(pair[0], turn_by_turn(*pair).pk)
    for _round in range(2):
        new_board(access, {})
    with pytest.raises(TooMany):
        new_board(access, {})


def test_board_is_for_players_of_running_turn_by_turn_matches(pair: list[User]) -> None:
    match = turn_by_turn(*pair)
    with pytest.raises(NotAPlayer):
        open_for_analysis(person("Carla"), match.pk)
    for pace in (Match.Pace.LIVE, Match.Pace.FREE):
        Match.objects.update(pace=pace)
        with pytest.raises(NoAnalysis):
            open_for_analysis(pair[0], match.pk)
    Match.objects.update(pace=Match.Pace.TURNS)
    with committed():
        commands.resign(pair[0], match.pk)
    with pytest.raises(NotRunning):
        open_for_analysis(pair[1], match.pk)


@pytest.mark.parametrize("agreed", [True, False])
def test_rated_table_decides_about_boards_when_it_is_opened(pair: list[User], agreed: bool) -> None:
    request = TableRequest("condottiere", 2, rated=True, clock="turns-72", analysis=agreed)
    with committed():
        match = lobby.open_table(pair[0], request)
    card = signed_in(pair[1]).get("/").content.decode()
    assert ("analysis boards" in card) is agreed
    Match.objects.filter(pk=match.pk).update(status=Match.Status.RUNNING)
    Player.objects.filter(match=match).update(seat=0)
    assert may_analyse(fresh(match)) is agreed
    if agreed:
        assert open_for_analysis(pair[0], match.pk).seat == 0
    else:
        with pytest.raises(NoAnalysis):
            open_for_analysis(pair[0], match.pk)


@pytest.mark.parametrize("agreed", [True, False])
def test_rated_table_links_to_board_only_if_it_agreed(pair: list[User], agreed: bool) -> None:
    match = turn_by_turn(*pair, rated=True)
    TableTerms.objects.create(match=match, analysis=agreed)
    client, path = signed_in(pair[0]), f"/matches/{match.pk}/analysis/"
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert (f'href="{path}"' in page) is agreed
    assert client.get(path).status_code == (200 if agreed else NoAnalysis.status)


@pytest.mark.parametrize("game", ["condottiere", "babel", "kabale"])
def test_page_names_seats_truly_on_opponents_turn(pair: list[User], game: str) -> None:
    match = turn_by_turn(*pair, game=game)
    seat = mover(match)
    reader, opponent = user_at(match, 1 - seat), user_at(match, seat)
    access = open_for_analysis(reader, match.pk)
    table = analysis_table(access, board_for(access, {}))
    assert [player.name for player in table.players if player.you] == [reader.name]
    shown = assert_clean_page(signed_in(reader).get(f"/matches/{match.pk}/analysis/")).text
    assert f'<b class="ask-you">{opponent.name}’s turn</b>' in shown
    own = signed_in(opponent).get(f"/matches/{match.pk}/analysis/").content.decode()
    assert '<b class="ask-you">Your turn</b>' in own


def test_page_is_played_without_scripts(pair: list[User]) -> None:
    match = turn_by_turn(*pair)
    seat = mover(match)
    client, path = signed_in(user_at(match, 1 - seat)), f"/matches/{match.pk}/analysis/"
    assert f'href="{path}"' in client.get(f"/matches/{match.pk}/").content.decode()
    page = assert_clean_page(client.get(path)).text
    assert f"For {user_at(match, seat).name}: " in page
    board = client.session[boards.KEY]
    move = legal(match, seat)[0]
    answer = client.post(f"{path}move/", {"move": json.dumps(move)})
    assert answer.status_code == 302
    assert client.session[boards.KEY]["moves"] == [[seat, move]]
    client.post(f"{path}back/")
    assert client.session[boards.KEY]["moves"] == []
    client.post(f"{path}resample/")
    assert client.session[boards.KEY]["seed"] != board["seed"]
    bad = client.post(f"{path}move/", {"move": '{"type": "nonsense"}'})
    assert_clean_page(bad, bad.status_code)
    assert 400 <= bad.status_code < 500
    act(match, seat, move)
    assert "The match has gone on since." in client.get(path).content.decode()
    assert Client().get(path).status_code == 401


def test_line_can_reach_the_end_of_the_game(pair: list[User]) -> None:
    match = turn_by_turn(*pair, game="babel")
    client, path = signed_in(pair[0]), f"/matches/{match.pk}/analysis/"
    client.get(path)
    access, session = open_for_analysis(pair[0], match.pk), dict(client.session)
    board = board_for(access, session)
    while board.acting is not None and len(board.moves) < boards.MOST:
        board = boards.try_move(board, session, board.legal[-1].dump(), board.token)
    assert len(board.moves) == boards.MOST or board.position.outcome() is not None
