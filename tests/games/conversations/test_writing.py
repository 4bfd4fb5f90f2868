"""Messages are written, notified, reported, and deleted when old."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Report, User
from accounts.services import blocks, follows, retention
from games.chat.models import Muted
from games.conversations.models import Conversation, PrivateMessage
from games.conversations.services import writing
from games.matches.refusals import BadChatLine, NotAllowed, TooMany
from games.notifications.models import Notification
from games.notifications.presenters import render_bell
from tests.games.conversations.conftest import at, texts
from tests.helpers.moderation import sanctioned

pytestmark = pytest.mark.django_db


def unread(user: User) -> int:
    return Notification.objects.filter(user=user, kind="message", read_at=None).count()


def test_friends_write_and_read(talk: Conversation, anna: User, berta: User) -> None:
    writing.post(at(talk, berta), "  Hi\nthere ")
    assert texts(talk, anna) == texts(talk, berta) == ["Hello", "Hi there"]
    for text in (" ", "x" * 301):
        with pytest.raises(BadChatLine):
            writing.post(at(talk, berta), text)


def test_bell_rings_once_until_read(talk: Conversation, anna: User, berta: User) -> None:
    writing.post(at(talk, anna), "Again")
    assert (unread(berta), unread(anna)) == (1, 0)
    notification = Notification.objects.get(user=berta, kind="message")
    assert "Hello" not in str(notification.facts), "no preview leaves the page"
    assert f'data-page="{notification.url}"' in render_bell(berta), "not announced on that page"
    writing.mark_seen(at(talk, berta))
    assert unread(berta) == 0
    writing.post(at(talk, anna), "Still there?")
    assert unread(berta) == 1


def test_unfollowing_ends_the_right_to_write(talk: Conversation, anna: User, berta: User) -> None:
    follows.unfollow(berta, anna)
    for user in (anna, berta):
        with pytest.raises(NotAllowed):
            writing.post(at(talk, user), "Hi")
    assert texts(talk, anna) == ["Hello"]


def test_block_stays_unseen_and_hides_messages(talk: Conversation, anna: User, berta: User) -> None:
    writing.mark_seen(at(talk, berta))
    blocks.block(berta, anna)
    writing.post(at(talk, anna), "Are you there?")
    assert texts(talk, anna) == ["Hello", "Are you there?"]
    assert texts(talk, berta) == []
    assert unread(berta) == 0
    with pytest.raises(NotAllowed):
        writing.post(at(talk, berta), "Hi")


def test_muted_author_is_neither_read_nor_notified(
    talk: Conversation, anna: User, berta: User
) -> None:
    writing.mark_seen(at(talk, berta))
    Muted.objects.create(reader=berta, author=anna)
    writing.post(at(talk, anna), "Hi")
    assert texts(talk, berta) == []
    assert unread(berta) == 0


def test_muted_user_and_spammer_are_refused(
    talk: Conversation, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.chat.services.LINES_PER_MINUTE", 1)
    with pytest.raises(TooMany):
        writing.post(at(talk, anna), "Hi")
    with pytest.raises(NotAllowed):
        writing.post(at(talk, sanctioned(anna, "mute")), "Hi")


def test_message_is_reported_with_those_before(talk: Conversation, anna: User, berta: User) -> None:
    rude = writing.post(at(talk, berta), "Rude words")
    writing.post(at(talk, anna), "Later")
    writing.report_line(at(talk, anna), rude.pk, Report.Reason.ABUSE, "")
    report = Report.objects.get()
    assert (report.case.about, report.evidence["line"]) == (berta, "Rude words")
    assert report.evidence["conversation"] == "Anna, Berta"
    assert [one.split(" ", 2)[2] for one in report.evidence["lines"]] == [
        "UTC Anna: Hello",
        "UTC Berta: Rude words",
    ]
    with pytest.raises(BadChatLine):
        writing.report_line(at(talk, anna), rude.pk + 9, Report.Reason.ABUSE, "")


def test_old_messages_and_empty_conversations_are_deleted(
    talk: Conversation, anna: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "STORED", 2)
    for text in ("one", "two"):
        writing.post(at(talk, anna), text)
    assert texts(talk, anna) == ["one", "two"]
    old = timezone.now() - writing.STORED_FOR - timedelta(days=1)
    PrivateMessage.objects.filter(text="one").update(at=old)
    retention.sweep()
    assert texts(talk, anna) == ["two"]
    PrivateMessage.objects.update(at=old)
    Conversation.objects.update(last_at=old)
    retention.sweep()
    retention.sweep()
    assert not Conversation.objects.exists()
