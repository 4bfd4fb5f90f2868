"""Undo by JSON for programs and by form for pages."""

import pytest

from games.matches.models import Match
from tests.helpers.matches import (
    act,
    events,
    mover,
    people,
    signed_in,
    started,
    turn_token,
    user_at,
)
from tests.helpers.prepared import prepared

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(db: None) -> Match:
    position = {"hands": [["mede"], ["mede"]], "duty": [False, False], "rows": [[], []]}
    return prepared("babel", position, *people("Anna", "Berta"))


def test_program_undoes_move_if_allowed(match: Match) -> None:
    act(match, 0, {"type": "travel", "tribe": "mede"})
    client = signed_in(user_at(match, 0))
    state = client.get(f"/api/v1/matches/{match.id}/").json()
    assert state["may_undo"]
    response = client.post(
        f"/api/v1/matches/{match.id}/undo/", {"turn_token": state["turn_token"]}, "application/json"
    )
    assert response.status_code == 200
    assert response.json()["view"]["stones"] == ["quarry", "quarry"]
    assert not response.json()["may_undo"]
    assert [event[1] for event in events(match)] == ["move", "undo"]


def test_undo_without_moves_is_refused_with_state(match: Match) -> None:
    body = {"turn_token": turn_token(match, 0)}
    url = f"/api/v1/matches/{match.id}/undo/"
    response = signed_in(user_at(match, 0)).post(url, body, "application/json")
    assert response.status_code == 409
    assert response.json()["error"]["code"] == "cannot-undo"
    assert response.json()["table"]["turn_token"] == turn_token(match, 0)


@pytest.mark.parametrize("body", ["[]", "{", '{"turn_token": 7}', "null"])
def test_invalid_undo_body_is_refused_with_reason(match: Match, body: str) -> None:
    url = f"/api/v1/matches/{match.id}/undo/"
    response = signed_in(user_at(match, 0)).post(url, body, "application/json")
    assert response.status_code == 400
    assert response.json()["error"]["reason"]


def test_refused_undo_form_is_answered_with_table_and_reason(db: None) -> None:
    match = started(*people("Clara", "Doris"))
    seat = mover(match)
    response = signed_in(user_at(match, seat)).post(
        f"/matches/{match.id}/undo/",
        {"turn_token": turn_token(match, seat)},
        headers={"HX-Request": "true"},
    )
    assert response.status_code == 409
    assert "can’t be taken back".encode() in response.content
    assert b'id="table"' in response.content
