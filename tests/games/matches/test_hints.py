"""Hints are given only to players against bots, never in rated matches or against people."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from random import Random
from unittest.mock import patch

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from accounts.models import User
from games.engine.refusals import NotYourTurn, Over
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.presenters.guides import is_first_match
from games.matches.refusals import NoHint, NotAPlayer, SignInFirst, Stale, TooMany
from games.matches.services import commands, hints
from games.matches.services.event_store import match_state
from tests.helpers.matches import (
    act,
    asked_against_bot,
    events,
    fresh,
    legal,
    people,
    person,
    play_on,
    position_of,
    seat_of,
    signed_in,
    started,
    turn_token,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(db: None) -> User:
    return person("Anna")


@pytest.fixture
def match(anna: User) -> Match:
    return asked_against_bot(anna)


def question(match: Match, user: User) -> str:
    return turn_token(match, seat_of(match, user))


def test_hint_is_legal_move_and_is_not_played(match: Match, anna: User) -> None:
    before = events(match)
    access, move = hints.hint(anna, match.id, question(match, anna))
    assert move.dump() in legal(match, seat_of(match, anna))
    assert access.match == match
    assert events(match) == before
    assert hints.hint(anna, match.id, question(match, anna))[1] == move, "the same hint again"


def test_hint_does_not_depend_on_hidden_cards(match: Match, anna: User) -> None:
    """Where the hidden cards lie otherwise the answer is the same, byte by byte."""
    seat, client = seat_of(match, anna), signed_in(anna)
    body = {"turn_token": question(match, anna)}
    url = f"/matches/{match.id}/hint/"
    answer = client.post(url, body, headers={"HX-Request": "true"}).content
    state = match_state(match)
    for number in range(5):
        resampled = state.position.resample(seat, Random(number))
        assert resampled.dump() != state.position.dump()
        other = replace(state, position=resampled)
        with (
            patch("games.matches.services.execute.match_state", return_value=other),
            patch("games.matches.presenters.table.match_state", return_value=other),
        ):
            assert client.post(url, body, headers={"HX-Request": "true"}).content == answer


def test_hint_against_people_is_refused(anna: User) -> None:
    berta = person("Berta")
    match = started(anna, berta, bots=("easy",), seed=2)
    seat = seat_of(match, anna)
    match = play_on(match, until=lambda position: seat in position.to_move())
    with pytest.raises(NoHint):
        hints.hint(anna, match.id, question(match, anna))
    # A bot replaces a leaver, but the leaver's place still counts.
    commands.resign(berta, match.id)
    with pytest.raises(NoHint):
        hints.hint(anna, match.id, question(fresh(match), anna))


def test_hint_in_rated_match_is_refused(match: Match, anna: User) -> None:
    Match.objects.filter(id=match.id).update(rated=True)
    with pytest.raises(NoHint, match="rated"):
        hints.hint(anna, match.id, question(match, anna))


def test_hint_needs_open_question_of_own_seat(match: Match, anna: User) -> None:
    with pytest.raises(Stale):
        hints.hint(anna, match.id, "another question")
    with pytest.raises(NotAPlayer):
        hints.hint(person("Berta"), match.id, question(match, anna))
    with pytest.raises(SignInFirst):
        hints.hint(AnonymousUser(), match.id, question(match, anna))
    seat, old = seat_of(match, anna), question(match, anna)
    while seat in position_of(match).to_move():
        act(match, seat, legal(match, seat)[0])
    with pytest.raises(NotYourTurn):
        hints.hint(anna, match.id, old)
    play_on(match)
    with pytest.raises(Over):
        hints.hint(anna, match.id, old)


def test_hints_are_limited(match: Match, anna: User) -> None:
    with patch.object(hints, "HINTS", 2):
        for _ in range(2):
            hints.hint(anna, match.id, question(match, anna))
        with pytest.raises(TooMany):
            hints.hint(anna, match.id, question(match, anna))


# --- The page.


def ask(client: Client, match: Match, token: str, **headers: str) -> tuple[int, str]:
    answer = client.post(f"/matches/{match.id}/hint/", {"turn_token": token}, headers=headers)
    return answer.status_code, unescape(answer.content.decode())


def test_table_shows_hint_with_and_without_script(match: Match, anna: User) -> None:
    client, token = signed_in(anna), question(match, anna)
    page = client.get(f"/matches/{match.id}/").content.decode()
    assert 'form="hint-form" data-key="h"' in page
    assert '<form id="hint-form"' in page
    status, fragment = ask(client, match, token, hx_request="true")
    assert status == 200
    assert fragment.startswith('<div id="table"')
    assert "A strong bot would do this:" in fragment
    status, page = ask(client, match, token)
    assert status == 200
    assert "<h1" in page
    assert "A strong bot would do this:" in page
    # The next look at the table has none any more.
    assert "A strong bot" not in client.get(f"/matches/{match.id}/").content.decode()


def test_refused_hint_is_answered_with_table(match: Match, anna: User) -> None:
    client = signed_in(anna)
    Match.objects.filter(id=match.id).update(rated=True)
    page = client.get(f"/matches/{match.id}/").content.decode()
    assert "hint-form" not in page
    status, fragment = ask(client, match, question(match, anna), hx_request="true")
    assert status == 403
    assert 'data-code="no-hint"' in fragment
    assert client.get(f"/matches/{match.id}/hint/").status_code == 405


def test_hint_button_is_not_shown_against_people() -> None:
    anna, berta = people("Anna", "Berta")
    match = started(anna, berta, seed=3)
    page = signed_in(anna).get(f"/matches/{match.id}/").content.decode()
    assert 'data-key="h"' not in page


# --- The guide of a first match.


def test_guide_is_shown_until_first_finished_match_of_game(match: Match, anna: User) -> None:
    client = signed_in(anna)
    room = '<div class="table-room" id="room" data-guide '
    page = client.get(f"/matches/{match.id}/").content.decode()
    assert room in page
    assert 'id="guide"' in page
    assert 'data-guide-of="condottiere"' in page
    # To look on is not to play.
    assert not is_first_match(open_match(person("Carla"), match.id))
    # A match that was left, or one of another game, teaches nothing.
    commands.resign(anna, started(anna, bots=("easy",), seed=5).id)
    play_on(started(anna, bots=("easy",), game="babel", seed=5))
    assert is_first_match(open_match(anna, match.id))
    play_on(started(anna, bots=("easy",), seed=5))
    assert not is_first_match(open_match(anna, match.id))
    assert room not in client.get(f"/matches/{match.id}/").content.decode()
