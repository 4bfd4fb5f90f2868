"""Tickets through the JSON API."""

import pytest
from django.test import Client

from accounts.models import User
from games.lobby.models import Ticket
from games.lobby.services import quick, tickets
from games.matches.models import Match
from tests.helpers.clocks import Wall
from tests.helpers.matches import committed, opened, signed_in
from tests.helpers.programs import Program, refusal
from tests.helpers.responses import Response
from tests.helpers.seeking import GAME, OTHER, waited
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
WISH = {"games": [GAME], "seats": [2, 3], "clock": "live-10"}


@pytest.fixture
def anna(pair: list[User]) -> Client:
    return signed_in(pair[0])


def post(client: Client, body: object) -> Response:
    return client.post("/api/v1/tickets/", body, content_type="application/json")


def test_two_programs_meet(pair: list[User], anna: Client) -> None:
    filed = post(anna, WISH)
    assert filed.status_code == 201
    ticket = filed.json()
    assert ticket["ratings"] == [
        {"game": GAME, "seats": 2, "rating": 1500},
        {"game": GAME, "seats": 3, "rating": 1500},
    ]
    assert (ticket["match"], ticket["window"], len(ticket["commitment"])) == (None, 100, 64)
    assert [one["id"] for one in anna.get("/api/v1/tickets/").json()] == [ticket["id"]]
    assert (ticket["patience"], ticket["called"]) == (0, False), "no other ticket wants three seats"
    assert (ticket["usual_wait"], ticket["searched_lately"]) == (None, 0)
    berta = signed_in(pair[1])
    hers = post(berta, WISH).json()
    assert (hers["match"], hers["patience"]) == (None, 20), "both wait a little for a third"
    for one in Ticket.objects.all():
        waited(one, 20)
    quick.pair(not_none(Ticket.objects.first()).pool_id)
    found = berta.get(f"/api/v1/tickets/{hers['id']}/").json()
    mine = anna.get(f"/api/v1/tickets/{ticket['id']}/").json()
    assert mine["match"] == found["match"] == Match.objects.get().id
    assert anna.get("/api/v1/tickets/").json() == []
    assert anna.delete(f"/api/v1/tickets/{ticket['id']}/").json()["match"] == mine["match"]


def test_reading_live_ticket_keeps_it_and_deleting_ends_it(pair: list[User], anna: Client) -> None:
    ticket = post(anna, WISH).json()
    tickets.mark_left(pair[0], ticket["id"])
    assert anna.get("/api/v1/tickets/").json() == []
    assert anna.get(f"/api/v1/tickets/{ticket['id']}/").status_code == 200
    assert len(anna.get("/api/v1/tickets/").json()) == 1
    berta = signed_in(pair[1])
    for answer in (berta.get, berta.delete):
        assert answer(f"/api/v1/tickets/{ticket['id']}/").status_code == 404
    assert anna.delete(f"/api/v1/tickets/{ticket['id']}/").status_code == 204
    assert anna.delete(f"/api/v1/tickets/{ticket['id']}/").status_code == 404
    assert not Ticket.objects.exists()


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({**WISH, "games": []}, 400, "bad-ticket"),
        ({**WISH, "games": ["chess"]}, 400, "bad-ticket"),
        ({**WISH, "games": GAME}, 400, "bad-ticket"),
        ({**WISH, "seats": [9]}, 400, "bad-ticket"),
        ({**WISH, "seats": ["x"]}, 400, "bad-ticket"),
        ({**WISH, "seats": [2, 1 << 40]}, 400, "bad-ticket"),
        ({**WISH, "seats": [2] * 21}, 400, "bad-ticket"),
        ({**WISH, "games": [GAME] * 51}, 400, "bad-ticket"),
        ({**WISH, "games": [GAME, "x" * 41]}, 400, "bad-ticket"),
        ({**WISH, "clock": "free"}, 400, "bad-ticket"),
        ({"games": [GAME]}, 400, "bad-ticket"),
        ({**WISH, "nonce_hash": "\x00"}, 400, "bad-ticket"),
        ({**WISH, "nonce_hash": "ab" * 31}, 400, "bad-nonce"),
        ({**WISH, "nonce": "ab" * 32}, 400, "bad-nonce"),
        ([WISH], 400, "bad-body"),
        ("{", 400, "bad-body"),
    ],
)
def test_invalid_ticket_is_refused(anna: Client, body: object, status: int, code: str) -> None:
    answer = post(anna, body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert not Ticket.objects.exists()


def test_refusal_of_ticket_names_most_entries_and_seats(anna: Client) -> None:
    for wrong, said in (
        ({"seats": [2, 1 << 40]}, "“seats[1]” must be a whole number from 1 to 20."),
        ({"seats": [2] * 21}, "“seats” must be a list of at most 20 entries."),
        ({"games": [GAME] * 51}, "“games” must be a list of at most 50 entries."),
    ):
        assert post(anna, {**WISH, **wrong}).json()["error"]["reason"] == said


def test_game_or_seats_named_twice_count_once(anna: Client) -> None:
    games, seats = [OTHER, GAME, OTHER], [3, 2, 3]
    filed = post(anna, {**WISH, "games": games, "seats": seats}).json()
    assert (filed["games"], filed["seats"]) == ([OTHER, GAME], [2, 3])


def test_ticket_endpoints_need_sign_in(pair: list[User]) -> None:
    for answer in (post(Client(), WISH), Client().get("/api/v1/tickets/")):
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "sign-in")


def test_seated_player_must_confirm_ticket(pair: list[User], anna: Client) -> None:
    opened(pair[0], seats=3)
    answer = post(anna, WISH)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "seated-elsewhere")
    assert post(anna, {**WISH, "sure": True}).status_code == 201


def test_program_plays_bots_while_searching(
    pair: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    anna, berta = (Program(user, "challenge") for user in pair)
    wanted = {**WISH, "seats": [2]}
    path = f"tickets/{anna.does('tickets/', wanted, status=201)['id']}/"
    body = {"game": GAME, "bots": ["easy"]}
    assert refusal(anna.post(f"{path}bots/", body)) == (400, "bad-ticket"), "too early"
    wall.wait(10)
    ticket = anna.read(path)
    assert (ticket["offers_bots"], ticket["aside"], ticket["called"]) == (True, False, False)
    assert refusal(anna.post(f"{path}bots/", {"game": GAME})) == (400, "bad-body")
    assert refusal(berta.post(f"{path}bots/", body)) == (404, "unknown-ticket")
    match = anna.does(f"{path}bots/", body, status=201)
    assert [one["bot"] for one in match["players"]].count(True) == 1
    ticket = anna.read(path)
    assert (ticket["offers_bots"], ticket["aside"], ticket["match"]) == (False, True, None)
    assert anna.does(f"{path}come/")["aside"] is False, "no other player yet: the search continues"
    assert refusal(Program(pair[0], "read").post(f"{path}come/")) == (403, "scope-missing")


def test_player_with_bots_answers_call_by_api(
    pair: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall(monkeypatch)
    anna, berta = (Program(user, "challenge") for user in pair)
    wanted = {**WISH, "seats": [2]}
    with committed():
        path = f"tickets/{anna.does('tickets/', wanted, status=201)['id']}/"
        for _ in range(4):
            wall.wait(15)
            anna.read(path)
        anna.does(f"{path}bots/", {"game": GAME, "bots": ["easy"]}, status=201)
        hers = berta.does("tickets/", wanted, status=201)
        quick.pair_now(Ticket.objects.get(id=hers["id"]).pool_id)
        assert anna.read(path)["answer_within"] > 0
        found = anna.does(f"{path}come/")["match"]
        assert found is not None
        assert berta.read(f"tickets/{hers['id']}/")["match"] == found
