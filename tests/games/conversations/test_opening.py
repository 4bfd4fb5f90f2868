"""Conversations are begun by friends, and by the players of a table."""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.services import blocks, follows, guests
from games.conversations.models import Conversation, Participant, PrivateMessage
from games.conversations.services import opening, writing
from games.matches.access import open_match
from games.matches.models import Match
from games.matches.refusals import (
    NoSuchConversation,
    NoSuchPlayer,
    NotAllowed,
    NotOpen,
    SignInFirst,
)
from tests.games.conversations.conftest import at, befriend, texts
from tests.helpers.matches import people, play_on, started
from tests.helpers.moderation import moderator

pytestmark = pytest.mark.django_db


def finished(*users: User) -> Match:
    match = started(*users, game="kabale")
    play_on(match)
    return Match.objects.get(pk=match.pk)


def test_only_friends_begin_a_conversation(anna: User, berta: User) -> None:
    guest = guests.new_guest()
    for follower, other in ((None, None), (anna, berta)):
        if follower is not None and other is not None:
            follows.follow(follower, other)
        with pytest.raises(NotAllowed):
            writing.write_to(anna, "Berta", "Hello")
    for name in ("Anna", guest.username):
        with pytest.raises(NotAllowed):
            writing.write_to(anna, name, "Hello")
    with pytest.raises(NotAllowed):
        writing.write_to(guest, "Anna", "Hello")
    with pytest.raises(NoSuchPlayer):
        writing.write_to(anna, "Nobody9", "Hello")
    assert not Conversation.objects.exists()
    follows.follow(berta, anna)
    writing.write_to(anna, "berta", "Hello")
    writing.write_to(berta, "Anna", "Hi")
    assert texts(Conversation.objects.get(), anna) == ["Hello", "Hi"]


def test_bots_neither_write_nor_get_messages(anna: User, berta: User) -> None:
    befriend(anna, berta)
    berta.bot_since = berta.date_joined
    berta.save(update_fields=["bot_since"])
    for author, name in ((anna, "Berta"), (berta, "Anna")):
        with pytest.raises(NotAllowed):
            writing.write_to(author, name, "Hello")


def test_only_participants_open_a_conversation(talk: Conversation, carla: User) -> None:
    for stranger in (carla, moderator()):
        with pytest.raises(NoSuchConversation):
            at(talk, stranger)


def test_players_who_all_follow_each_other_keep_talking(
    anna: User, berta: User, carla: User
) -> None:
    befriend(anna, berta)
    match = finished(anna, berta, carla)
    assert not opening.may_keep_talking(open_match(anna, match.id))
    with pytest.raises(NotOpen):
        opening.keep_talking(open_match(anna, match.id))
    befriend(anna, berta, carla)
    assert opening.may_keep_talking(open_match(anna, match.id))
    talk = opening.keep_talking(open_match(anna, match.id))
    assert opening.keep_talking(open_match(berta, match.id)) == talk
    assert talk.group
    assert talk.participants.count() == 3
    (stranger,) = people("Dora")
    assert not opening.may_keep_talking(open_match(stranger, match.id))
    with pytest.raises(SignInFirst):
        opening.keep_talking(open_match(None, match.id))


def test_two_players_keep_talking_in_their_own_conversation(talk: Conversation) -> None:
    anna, berta = (part.user for part in talk.participants.all())
    running = started(anna, berta, game="kabale")
    assert not opening.may_keep_talking(open_match(anna, running.id))
    play_on(running)
    assert opening.keep_talking(open_match(berta, running.id)) == talk


def test_blocking_player_is_not_offered_to_keep_talking(anna: User, berta: User) -> None:
    befriend(anna, berta)
    match = finished(anna, berta)
    blocks.block(anna, berta)
    assert not opening.may_keep_talking(open_match(anna, match.id))
    assert opening.may_keep_talking(open_match(berta, match.id)), "the block stays unseen"


def test_group_is_left_and_begun_again_without_its_past(
    anna: User, berta: User, carla: User
) -> None:
    befriend(anna, berta, carla)
    match = finished(anna, berta, carla)
    talk = opening.keep_talking(open_match(anna, match.id))
    writing.post(at(talk, anna), "Hello")
    opening.leave(at(talk, carla))
    with pytest.raises(NoSuchConversation):
        at(talk, carla)
    assert texts(talk, berta) == ["Hello"]
    again = opening.keep_talking(open_match(carla, match.id))
    assert again != talk
    assert texts(again, carla) == []
    for user in (anna, berta):
        opening.leave(at(talk, user))
    assert list(Conversation.objects.all()) == [again]


def test_conversation_of_two_is_not_left(talk: Conversation, anna: User) -> None:
    with pytest.raises(NotAllowed):
        opening.leave(at(talk, anna))


def test_list_shows_unread_and_hides_blocked(
    talk: Conversation, anna: User, berta: User, carla: User
) -> None:
    befriend(anna, berta, carla)
    writing.write_to(carla, "Berta", "Hi")
    writing.post(at(talk, anna), "Again")
    listed = opening.conversations_of(berta)
    assert [(row.others, row.unread) for row in listed] == [([anna], 2), ([carla], 1)]
    writing.mark_seen(at(talk, berta))
    assert [row.unread for row in opening.conversations_of(berta)] == [0, 1]
    blocks.block(berta, carla)
    assert [row.others for row in opening.conversations_of(berta)] == [[anna]]
    assert [row.others for row in opening.conversations_of(carla)] == [[berta]]


def test_erasing_deletes_own_messages_and_keeps_those_of_others(
    talk: Conversation, anna: User, berta: User
) -> None:
    writing.post(at(talk, berta), "Hi")
    opening.erase(anna)
    assert texts(talk, berta) == ["Hi"]
    assert not writing.may_write(at(talk, berta))
    opening.erase(berta)
    for rows in (Conversation.objects, Participant.objects, PrivateMessage.objects):
        assert not rows.exists()
