"""The pages of messages."""

from __future__ import annotations

import pytest

from accounts.models import Report, User
from accounts.services import blocks, follows, guests
from games.conversations.models import Conversation, PrivateMessage
from games.conversations.services import opening, writing
from games.matches.access import open_match
from games.notifications.models import Notification
from tests.games.conversations.conftest import at, befriend, texts
from tests.helpers.matches import play_on, signed_in, started
from tests.helpers.pages import assert_clean_page

pytestmark = pytest.mark.django_db


def test_friend_is_written_to_from_profile(anna: User, berta: User) -> None:
    client = signed_in(anna)
    assert "/messages/to/Berta/" not in client.get("/players/Berta/").content.decode()
    befriend(anna, berta)
    assert 'href="/messages/to/Berta/"' in client.get("/players/Berta/").content.decode()
    page = assert_clean_page(client.get("/messages/to/Berta/")).text
    assert "Say hello to Berta" in page
    assert client.post("/messages/to/Berta/", {"text": " "}).status_code == 400
    assert not Conversation.objects.exists()
    sent = client.post("/messages/to/Berta/", {"text": "Hello"})
    talk = Conversation.objects.get()
    assert sent["Location"] == talk.get_absolute_url()
    assert client.get("/messages/to/Berta/")["Location"] == talk.get_absolute_url()


def test_conversation_is_read_and_answered(talk: Conversation, anna: User, berta: User) -> None:
    client = signed_in(berta)
    text = assert_clean_page(client.get("/messages/")).text
    assert "1 new" in text
    assert "Hello" not in text
    page = assert_clean_page(client.get(talk.get_absolute_url())).text
    assert "Hello" in page
    assert not Notification.objects.filter(user=berta, kind="message", read_at=None).exists()
    said = client.post(f"{talk.get_absolute_url()}do/say/", {"text": "Hi <b>"})
    assert said["Location"] == talk.get_absolute_url()
    live = client.post(
        f"{talk.get_absolute_url()}do/say/", {"text": " "}, headers={"HX-Request": "true"}
    )
    assert live.status_code == 400
    assert "Hi &lt;b&gt;" in live.content.decode()
    assert texts(talk, anna) == ["Hello", "Hi <b>"]


def test_conversation_without_others_says_why(
    talk: Conversation, anna: User, berta: User, carla: User
) -> None:
    befriend(anna, berta, carla)
    match = started(anna, berta, carla, game="kabale")
    play_on(match)
    group = opening.keep_talking(open_match(berta, match.id))
    writing.post(at(group, berta), "Hi")
    writing.post(at(talk, berta), "Hi")
    opening.leave(at(group, carla))
    opening.erase(anna)
    client = signed_in(berta)
    listed = client.get("/messages/").content.decode()
    for page in (listed, client.get(talk.get_absolute_url()).content.decode()):
        assert "<bdi>Deleted account</bdi>" in page.replace(' class="person-name"', "")
    assert "Everyone else has left" in listed
    assert_clean_page(client.get(group.get_absolute_url()))


def test_conversation_says_in_readers_language_why_no_one_can_write(
    talk: Conversation, anna: User, berta: User
) -> None:
    german = signed_in(berta, headers={"accept-language": "de"})
    follows.unfollow(anna, berta)
    assert (
        "Du und Anna könnt einander schreiben, solange"
        in german.get(talk.get_absolute_url()).content.decode()
    )
    opening.erase(anna)
    assert "Alle anderen haben" in german.get(talk.get_absolute_url()).content.decode()


def test_strangers_and_guests_read_nothing(talk: Conversation, carla: User) -> None:
    for client in (signed_in(carla), signed_in(guests.new_guest())):
        assert client.get(talk.get_absolute_url()).status_code == 404
        page = assert_clean_page(client.get("/messages/")).text
        assert talk.key not in page
    assert signed_in(None).get("/messages/")["Location"].startswith("/accounts/login/")


def test_page_says_why_a_former_friend_cannot_write(
    talk: Conversation, anna: User, berta: User
) -> None:
    blocks.block(berta, anna)
    text = signed_in(berta).get(talk.get_absolute_url()).content.decode()
    assert "You have blocked Anna" in text
    assert "You don’t see messages of players you have blocked" in text
    assert "No messages yet" not in text
    assert 'name="text"' not in text
    assert 'name="text"' in signed_in(anna).get(talk.get_absolute_url()).content.decode()


def test_message_is_reported_by_form(talk: Conversation, berta: User) -> None:
    client = signed_in(berta)
    message = PrivateMessage.objects.get()
    address = f"{talk.get_absolute_url()}lines/{message.pk}/report/"
    form = client.get(address)
    assert_clean_page(form)
    assert client.post(address, {"reason": "", "note": "x"}).status_code == 400
    client.post(address, {"reason": "abuse", "note": ""})
    assert Report.objects.get().evidence["line"] == "Hello"


def test_finished_match_offers_to_keep_talking(anna: User, berta: User, carla: User) -> None:
    befriend(anna, berta, carla)
    match = started(anna, berta, carla, game="kabale")
    client = signed_in(anna)
    assert (
        f"/messages/after/{match.id}/" not in client.get(match.get_absolute_url()).content.decode()
    )
    play_on(match)
    assert f"/messages/after/{match.id}/" in client.get(match.get_absolute_url()).content.decode()
    answer = client.post(f"/messages/after/{match.id}/")
    talk = opening.keep_talking(open_match(berta, match.id))
    assert answer["Location"] == talk.get_absolute_url()
    writing.post(at(talk, berta), "Good game")
    page = assert_clean_page(client.get(talk.get_absolute_url())).text
    assert "Berta and Carla" in page
    left = client.post(f"{talk.get_absolute_url()}do/leave/")
    assert left["Location"] == "/messages/"
    assert client.get(talk.get_absolute_url()).status_code == 404
