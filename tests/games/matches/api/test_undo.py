"""The doors of taking back: JSON for programs, the form for pages."""

import pytest

from games.matches.models import Match
from tests.helpers.matches import act, asked, events, mover, people, signed_in, started, user_at
from tests.helpers.prepared import prepared

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(db: None) -> Match:
    position = {"hands": [["mede"], ["mede"]], "duty": [False, False], "rows": [[], []]}
    return prepared("babel", position, *people("Anna", "Berta"))


def test_a_program_takes_back_where_it_is_told_that_it_may(match: Match) -> None:
    act(match, 0, {"type": "travel", "tribe": "mede"})
    client = signed_in(user_at(match, 0))
    state = client.get(f"/api/v1/matches/{match.id}/").json()
    assert state["may_undo"]
    response = client.post(
        f"/api/v1/matches/{match.id}/undo/", {"asked": state["asked"]}, "application/json"
    )
    assert response.status_code == 200
    assert response.json()["view"]["stones"] == ["quarry", "quarry"]
    assert not response.json()["may_undo"]
    assert [event[1] for event in events(match)] == ["move", "undo"]


def test_nothing_to_take_back_is_said_with_the_state(match: Match) -> None:
    body = {"asked": asked(match, 0)}
    url = f"/api/v1/matches/{match.id}/undo/"
    response = signed_in(user_at(match, 0)).post(url, body, "application/json")
    assert response.status_code == 409
    assert response.json()["error"]["code"] == "cannot-undo"
    assert response.json()["table"]["asked"] == asked(match, 0)


@pytest.mark.parametrize("body", ["[]", "{", '{"asked": 7}', "null"])
def test_a_bad_body_is_refused_in_words(match: Match, body: str) -> None:
    url = f"/api/v1/matches/{match.id}/undo/"
    response = signed_in(user_at(match, 0)).post(url, body, "application/json")
    assert response.status_code == 400
    assert response.json()["error"]["reason"]


def test_the_form_answers_with_the_table_and_the_reason(db: None) -> None:
    match = started(*people("Clara", "Doris"))
    seat = mover(match)
    response = signed_in(user_at(match, seat)).post(
        f"/matches/{match.id}/undo/", {"asked": asked(match, seat)}, headers={"HX-Request": "true"}
    )
    assert response.status_code == 409
    assert b"what is done is done" in response.content
    assert b'id="table"' in response.content
