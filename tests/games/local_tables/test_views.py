"""The pages of a table on one device: the cover, the hand, and what leads from one to the other."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from accounts.models import User
from games.local_tables.models import LocalTable
from games.matches.models import Match
from tests.games.local_tables.conftest import (
    act,
    opened,
    until_person_is_asked,
    with_secret_question,
)
from tests.helpers.endpoints import HTMX
from tests.helpers.matches import (
    fresh,
    legal,
    person,
    play_on,
    player_at,
    position_of,
    signed_in,
    turn_token,
)
from tests.helpers.pages import Page
from tests.helpers.responses import Response

pytestmark = pytest.mark.django_db


def page(client: Client, match: Match) -> Response:
    return client.get(f"/one-device/{match.id}/")


def is_hand(answer: Response) -> bool:
    return b"data-hand" in answer.content


def is_cover(answer: Response) -> bool:
    return b"cover-card" in answer.content and b"data-hand" not in answer.content


def show(client: Client, match: Match, seat: int) -> Response:
    """Tap on the cover, and return the page that follows."""
    form = {"seat": seat}
    return client.post(f"/one-device/{match.id}/do/show/", form, follow=True)


def first_move(match: Match, seat: int) -> dict[str, str]:
    """Return the form of the first legal move of a seat."""
    return {"move": json.dumps(legal(match, seat)[0]), "turn_token": turn_token(match, seat)}


def test_form_opens_table(client: Client) -> None:
    page = client.get("/one-device/new/condottiere/").content.decode()
    assert Page(page).faults == []
    assert 'value="easy"' in page
    assert 'value="novice"' not in page, "it plays only at tables of two"
    form = {"name_0": "Mia", "name_1": "Leo", "bots": "1", "level": "easy"}
    answer = client.post("/one-device/new/condottiere/", form)
    match = Match.objects.get()
    assert answer.headers["Location"] == f"/one-device/{match.id}/"
    wrong = client.post("/one-device/new/condottiere/", {"name_0": "Mia"})
    assert wrong.status_code == 400
    assert "Name at least two people." in wrong.content.decode()
    for address in ("/one-device/", "/"):
        assert f"/one-device/{match.id}/" in client.get(address).content.decode()


def test_hand_is_only_the_answer_to_a_tap(client: Client, hannah: User) -> None:
    match = opened(hannah)
    seat = until_person_is_asked(match, hannah)
    name = player_at(match, seat).name
    cover = page(client, match)
    assert is_cover(cover)
    assert Page(cover.content.decode()).faults == []
    assert f"Hand over to {name}" in cover.content.decode()
    for wrong in ((seat + 1) % 3, "x", ""):
        client.post(f"/one-device/{match.id}/do/show/", {"seat": wrong})
        assert is_cover(page(client, match))
    hand = show(client, match, seat)
    assert is_hand(hand)
    assert Page(hand.content.decode()).faults == []
    assert f"{name}’s turn" in hand.content.decode()
    # Loaded again, or reached with the back button:
    assert is_cover(page(client, match))
    assert is_cover(page(client, match))
    for answer in (cover, hand):
        assert "no-store" in answer.headers["Cache-Control"]


def test_move_needs_hand_to_be_shown(client: Client, hannah: User) -> None:
    match = opened(hannah)
    seat = until_person_is_asked(match, hannah)
    move = f"/one-device/{match.id}/do/move/"
    form = first_move(match, seat)
    number = fresh(match).last_number
    refused = client.post(move, form, headers=HTMX)
    assert refused.headers["HX-Redirect"] == f"/one-device/{match.id}/"
    show(client, match, seat)
    client.post(f"/one-device/{match.id}/do/cover/")
    client.post(move, form)
    assert fresh(match).last_number == number
    show(client, match, seat)
    answer = client.post(move, form, headers=HTMX)
    assert fresh(match).last_number == number + 1
    while player_at(match, seat).asked_at is not None:
        assert b'id="table"' in answer.content
        answer = client.post(move, first_move(match, seat), headers=HTMX)
    assert answer.headers["HX-Redirect"] == f"/one-device/{match.id}/"
    assert answer.content == b""
    assert not is_hand(page(client, match))


def test_refused_move_keeps_hand_and_says_why(client: Client, hannah: User) -> None:
    match = opened(hannah)
    seat = until_person_is_asked(match, hannah)
    show(client, match, seat)
    wrong = {"type": "play", "card": "m99", "turn_token": turn_token(match, seat)}
    answer = client.post(f"/one-device/{match.id}/do/move/", wrong, headers=HTMX)
    assert answer.status_code in (400, 409)
    assert b'id="table"' in answer.content
    # Without JavaScript the page comes again, with the hand and the reason.
    again = client.post(f"/one-device/{match.id}/do/move/", wrong, follow=True)
    assert is_hand(again)
    assert b"notice" in again.content


def test_cover_waits_for_bots_and_follows_them(client: Client, hannah: User) -> None:
    match = opened(hannah)
    until_person_is_asked(match, hannah)
    # The person's question is a bot's for a moment.
    asked = match.players.get(bot="", asked_at__isnull=False)
    match.players.filter(pk=asked.pk).update(bot="easy")
    waiting = page(client, match).content.decode()
    assert "every 1s" in waiting
    assert '<meta http-equiv="refresh"' in waiting
    match.players.filter(pk=asked.pk).update(bot="")
    part = client.get(f"/one-device/{match.id}/", headers=HTMX).content.decode()
    assert "cover-card" in part
    assert 'hx-swap-oob="morph"' in part
    assert "<html" not in part


def test_question_without_secrets_needs_no_tap(client: Client, hannah: User) -> None:
    """The plans of a round are secret; attacks are not, and the cover stays away."""
    match, shown = opened(hannah, "kharnage", bots=()), set()
    for _ in range(8):
        seat, phase = until_person_is_asked(match, hannah), position_of(match).view(None)["phase"]
        answer = page(client, match)
        shown.add((phase == "plan", is_cover(answer)))
        if not is_cover(answer):
            assert f"{player_at(match, seat).name}’s turn" in answer.content.decode()
        act(match, hannah, seat)
    assert shown == {(True, True), (False, False)}


def test_open_question_takes_move_without_tap(client: Client, hannah: User) -> None:
    match = opened(hannah, "kharnage", bots=())
    while is_cover(page(client, match)):
        act(match, hannah, until_person_is_asked(match, hannah))
    seat = until_person_is_asked(match, hannah)
    number = fresh(match).last_number
    form = first_move(match, seat)
    client.post(f"/one-device/{match.id}/do/move/", form)
    assert fresh(match).last_number == number + 1


def test_person_without_secret_question_passes_device_on(client: Client, hannah: User) -> None:
    match = with_secret_question(hannah)
    act(match, hannah, 0)
    asked = position_of(match).to_move()
    assert asked == (1, 2)
    number = fresh(match).last_number
    for seat in range(3):
        cover = page(client, match).content.decode()
        assert f"Hand over to {player_at(match, seat).name}" in cover
        hand = show(client, match, seat).content.decode()
        assert ("Nothing to decide now" in hand) is (seat not in asked)
        act_of_seat = "pass-on" if seat not in asked else "move"
        form = {} if seat not in asked else first_move(match, seat)
        client.post(f"/one-device/{match.id}/do/{act_of_seat}/", form)
    assert fresh(match).last_number == number + 2


def test_person_with_question_cannot_pass_it_on(client: Client, hannah: User) -> None:
    match = with_secret_question(hannah)
    show(client, match, 0)
    client.post(f"/one-device/{match.id}/do/pass-on/")
    assert f"Hand over to {player_at(match, 0).name}" in page(client, match).content.decode()


def test_end_celebrates_winner_and_offers_another_round(client: Client, hannah: User) -> None:
    match = play_on(opened(hannah))
    winners = match.players.filter(place=1)  # two, if they tie
    text = page(client, match).content.decode()
    assert all(winner.name in text for winner in winners)
    assert "Play again" in text
    assert "cover-card" not in text
    answer = client.post(f"/one-device/{match.id}/do/again/")
    rematch = match.rematches.get()
    assert answer.headers["Location"] == f"/one-device/{rematch.id}/"


def test_game_is_put_away(client: Client, hannah: User) -> None:
    match = opened(hannah)
    answer = client.post(f"/one-device/{match.id}/do/put-away/")
    assert answer.headers["Location"] == "/one-device/"
    assert not Match.objects.exists()
    assert not LocalTable.objects.exists()
    assert page(client, match).status_code == 404


def test_others_learn_nothing_of_table(hannah: User) -> None:
    match = opened(hannah)
    acts = ("show", "cover", "pass-on", "move", "undo", "show-cards", "resign", "again", "put-away")
    stranger = signed_in(person("Stranger"))
    assert page(stranger, match).status_code == 404
    assert page(Client(), match).status_code == 401
    for one in acts:
        assert stranger.post(f"/one-device/{match.id}/do/{one}/").status_code == 404
    assert stranger.get(f"/matches/{match.id}/").status_code == 403
    assert match.id not in stranger.get("/").content.decode()
    assert "Mia" not in stranger.get("/matches/?whose=all").content.decode()
    assert fresh(match).last_number == match.last_number
