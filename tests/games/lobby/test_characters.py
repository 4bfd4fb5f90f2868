"""Bot characters on pages: chosen for new and waiting tables, and shown next to the name."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.lobby.services import lobby
from games.matches.models import Match
from tests.helpers.matches import committed, opened, signed_in

pytestmark = pytest.mark.django_db
FORM = "/games/condottiere/open/"
FIELDS = {"seats": "3", "public": "yes", "seat_1": "normal", "seat_2": "easy"}


def characters(match: Match) -> list[str]:
    return list(match.players.order_by("joined").values_list("character", flat=True))


def test_chosen_character_is_shown_next_to_name(anna: User) -> None:
    client = signed_in(anna)
    form = client.get(FORM).content.decode()
    assert form.count('name="character"') == 4
    assert '<input type="radio" name="character" value="any"' in form
    assert "and saves its cards for the cities that matter." in form
    with committed():
        client.post(FORM, {**FIELDS, "character": "careful"})
    match = Match.objects.get()
    assert characters(match) == ["", "careful", "careful"]
    table = client.get(match.get_absolute_url()).content.decode()
    assert table.count(">careful<") == 2


def test_random_character_is_not_shown(anna: User) -> None:
    client = signed_in(anna)
    with committed():
        client.post(FORM, FIELDS)
    match = Match.objects.get()
    assert characters(match) == ["", "any", "any"]
    table = client.get(match.get_absolute_url()).content.decode()
    assert not any(f">{one}<" in table for one in ("any", "bold", "careful", "steady"))


def test_unavailable_character_is_refused_in_form(
    anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As in a game whose author wrote none for this level.
    monkeypatch.setattr(
        lobby, "characters_of", lambda slug, level="": [] if level == "easy" else ["bold"]
    )
    client = signed_in(anna)
    easy = {**FIELDS, "seat_1": "easy", "character": "bold"}
    answer = client.post(FORM, easy)
    assert answer.status_code == 400
    assert "No bot at that level has this character." in answer.content.decode()
    assert client.post(FORM, {**FIELDS, "character": "jolly"}).status_code == 400
    assert not Match.objects.exists()
    people = {"seats": "2", "public": "yes", "character": "bold"}
    assert client.post(FORM, people).status_code == 302, "the character is ignored without bots"


def test_link_with_endless_number_of_seats_opens_usual_form(anna: User) -> None:
    assert signed_in(anna).get(FORM, {"seats": "9" * 5000}).status_code == 200


def test_host_fills_waiting_table_with_chosen_character(anna: User) -> None:
    client, match = signed_in(anna), opened(anna, seats=3)
    page = client.get(match.get_absolute_url()).content.decode()
    assert '<option value="careful">careful</option>' in page
    fill = f"{match.get_absolute_url()}fill/"
    wrong = client.post(fill, {"level": "easy", "character": "jolly"})
    assert wrong.status_code == 400
    with committed():
        client.post(fill, {"level": "normal", "character": "careful"})
    assert characters(match) == ["", "careful", "careful"]


def test_waiting_room_shows_level_and_character_of_bots(anna: User) -> None:
    match = opened(anna, seats=4)
    for level, character in (("hard", "any"), ("normal", "bold")):
        lobby.seat_bot(match, level, character=character)
    page = signed_in(anna).get(match.get_absolute_url()).content.decode()
    notes = [part.split("</span>")[0] for part in page.split('class="round-note">')[1:]]
    assert notes == ["host", "hard bot", "normal bot, bold"]
