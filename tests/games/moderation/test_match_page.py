"""The moderators' page of a match: its events in words, and its annulment."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import AuditEntry, User
from games.ladders.models import Annulment
from games.matches.models import Match
from games.matches.refusals import CannotAnnul
from games.matches.services import commands
from games.moderation.services import moderation
from tests.games.matches.services.test_append import take_back, undoable
from tests.games.moderation.test_views import moderator
from tests.helpers.matches import (
    committed,
    people,
    person,
    play_on,
    position_of,
    seat_of,
    signed_in,
    started,
)
from tests.helpers.pages import assert_clean_page
from tests.helpers.ratings import finished
from tests.helpers.tables import every_game_with

pytestmark = pytest.mark.django_db


@pytest.fixture
def senior(db: None) -> Client:
    clara = person("Clara")
    client = moderator(clara)
    clara.groups.add(Group.objects.get(name="senior moderator"))
    return client


@pytest.fixture
def annulled(senior: Client) -> Match:
    match = finished(people("Anna", "Berta"), [1, 2])
    url = f"/moderation/matches/{match.id}/"
    assert "Annul the match" in senior.get(url).content.decode()
    with committed():
        page = senior.post(f"{url}annul/", {"why": "Two accounts of one person."}, follow=True)
    assert "Done, and added" in page.content.decode()
    return match


def test_annulled_match_page_shows_annulment_and_offers_no_second(
    senior: Client, annulled: Match
) -> None:
    url = f"/moderation/matches/{annulled.id}/"
    text = assert_clean_page(senior.get(url)).text
    assert "Two accounts of one person." in text
    assert 'data-code="annulled"' in text
    assert "Annul the match" not in text
    assert f"{url}annul/" not in text
    again = senior.post(f"{url}annul/", {"why": "Once more."})
    assert again.status_code == CannotAnnul.status == 409
    assert "already been annulled" in again.content.decode()
    with pytest.raises(CannotAnnul):
        moderation.annul(User.objects.get(username="Clara"), annulled.id, "Once more.")
    assert Annulment.objects.count() == 1
    assert AuditEntry.objects.filter(act="annul").count() == 1


def test_unrated_match_offers_no_annulment(senior: Client) -> None:
    match = play_on(started(*people("Anna", "Berta")))
    text = senior.get(f"/moderation/matches/{match.id}/").content.decode()
    assert "Annul the match" not in text
    assert "nothing to annul" in text


@pytest.mark.parametrize("who", ["Anna", None], ids=["player", "stranger"])
def test_annulment_is_public_without_its_reason(annulled: Match, who: str | None) -> None:
    anna = User.objects.get(username="Anna")
    client = signed_in(anna if who else None)
    addresses = ["/matches/?whose=all", "/players/Anna/"]
    addresses += ["/matches/?whose=mine"] if who else []
    for address in addresses:
        text = client.get(address).content.decode()
        assert 'data-code="annulled"' in text, address
        assert "Two accounts" not in text


def test_annulment_is_shown_at_table_replay_and_api(senior: Client) -> None:
    anna, berta = people("Anna", "Berta")
    match = started(anna, berta)
    Match.objects.filter(id=match.id).update(rated=True)
    play_on(match)
    client = signed_in(anna)
    state = client.get(f"/api/v1/matches/{match.id}/").json()
    assert state["annulled"] is False
    with committed():
        senior.post(f"/moderation/matches/{match.id}/annul/", {"why": "Two accounts."})
    for address in (f"/matches/{match.id}/", f"/matches/{match.id}/replay/"):
        text = client.get(address).content.decode()
        assert 'data-code="annulled"' in text, address
        assert "Two accounts" not in text
    assert client.get(f"/api/v1/matches/{match.id}/").json()["annulled"] is True


@pytest.mark.parametrize(("game", "seats"), every_game_with(seats=2))
def test_events_are_shown_as_sentences(game: str, seats: int) -> None:
    names = ("Anna", "Berta", "Carla", "Dora", "Emil", "Franz")[:seats]
    match = play_on(started(*people(*names), game=game, seed=4))
    client = moderator(person("Mod"))
    text = assert_clean_page(client.get(f"/moderation/matches/{match.id}/")).text
    section = text[text.index('id="events-title"') :]
    assert section.count("<li id=") == match.events.count()
    assert "{" not in section, "neither JSON nor a sentence that was not filled in"
    assert "&#x27;type&#x27;" not in section
    assert all(name in section for name in names)


def test_moderator_sees_privately_shown_cards_after_look() -> None:
    anna, berta, carla = people("Anna", "Berta", "Carla")
    match = started(anna, berta, carla)
    card = position_of(match).dump()["hands"][seat_of(match, anna)][0]
    commands.show_cards(anna, match.id, [card], [seat_of(match, carla)])
    client, url = moderator(person("Mod")), f"/moderation/matches/{match.id}/"
    assert "event-list" not in client.get(url).content.decode()
    client.post(f"{url}look/", {"why": "Reported."})
    assert "Anna shows Carla: " in client.get(url).content.decode()


def test_undone_move_is_struck_through() -> None:
    match = undoable()
    take_back(match)
    client, url = moderator(person("Mod")), f"/moderation/matches/{match.id}/"
    client.post(f"{url}look/", {"why": "Reported."})
    text = client.get(url).content.decode()
    assert 'class="is-undone"' in text
    assert "takes back a move" in text
