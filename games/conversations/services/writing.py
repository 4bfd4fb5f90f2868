"""Messages are written, read, reported, and deleted when old."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.models import Report, User
from accounts.permissions import ALLOWED, Answer, may_write_messages
from accounts.refusals import require
from accounts.services import reports
from core.refusals.words import refusal_text
from games.chat import lasting
from games.chat.models import Muted
from games.chat.services import clean_line, limit_rate
from games.conversations.models import Conversation, PrivateMessage
from games.conversations.services.opening import (
    ConversationAccess,
    begin,
    open_conversation,
    require_friend,
)
from games.matches.publish import after_commit, group_of
from games.matches.refusals import BadChatLine, NotAllowed
from games.matches.services import time_source
from games.notifications.models import Notification
from games.notifications.services import inbox

LINES_SHOWN = 200
STORED = 2000
"""The messages of a conversation that are stored; older ones are deleted."""
STORED_FOR = timedelta(days=365)
"""How long a message is stored."""


def chat_group(conversation_id: int) -> str:
    """Return the group of the pages that show a conversation."""
    return group_of("conversation", conversation_id)


def lines(access: ConversationAccess) -> list[PrivateMessage]:
    """Return the newest messages, oldest first, without those of muted and blocked authors."""
    return lasting.readable(access.conversation.messages.all(), access.user, LINES_SHOWN)


def may_write(access: ConversationAccess) -> Answer:
    """Check whether a participant may write here now."""
    allowed = may_write_messages(access.user)
    if not allowed:
        return allowed
    if not access.others:
        return Answer(False, "not-allowed", gettext("All others have left this conversation."))
    if access.conversation.group:
        return ALLOWED
    try:
        require_friend(access.user, access.others[0])
    except NotAllowed as refusal:
        return Answer(False, refusal.code, refusal_text(refusal))
    return ALLOWED


def post(access: ConversationAccess, text: str) -> PrivateMessage:
    """Write a message, and notify the others who do not have an unread one of this conversation.

    Raises:
        NotAllowed: The user may not write here: muted, no friend any more, or alone.
        BadChatLine: The message is empty or too long.
        TooMany: The user has written too many messages in a minute.
    """
    require(may_write(access))
    text = clean_line(text)
    limit_rate(access.user)
    conversation = access.conversation
    with transaction.atomic():
        message = PrivateMessage.objects.create(
            conversation=conversation, author=access.user, text=text, at=time_source.now()
        )
        Conversation.objects.filter(pk=conversation.pk).update(last_at=message.at)
        lasting.delete_beyond(conversation.messages.all(), STORED)
        users = {other.pk for other in access.others}
        users -= set(
            Muted.objects.filter(author=access.user, reader__in=users).values_list(
                "reader", flat=True
            )
        )
        users -= inbox.unread_about(users, Notification.Kind.MESSAGE, conversation.pk)
        inbox.notify(
            users,
            Notification.Kind.MESSAGE,
            conversation.pk,
            url=conversation.get_absolute_url(),
            actor=access.user,
        )
        after_commit({"type": "lines.moved"}, chat_group(conversation.pk))
    return message


def write_to(user: User, username: str, text: str) -> PrivateMessage:
    """Write a message to a friend; the first one begins the conversation.

    Raises:
        NoSuchPlayer: There is no open account with this name.
        NotAllowed: The two cannot write to each other.
        BadChatLine: The message is empty or too long.
        TooMany: The user has written too many messages in a minute.
    """
    clean_line(text)
    conversation = begin(user, username)
    return post(open_conversation(user, conversation.key), text)


def mark_seen(access: ConversationAccess) -> None:
    """Record that a participant has seen all messages, and settle the notification."""
    newest = access.conversation.messages.order_by("-pk").values_list("pk", flat=True).first()
    if newest is not None and newest > access.own.seen:
        access.conversation.participants.filter(pk=access.own.pk).update(seen=newest)
    inbox.settle_about(Notification.Kind.MESSAGE, access.conversation.pk, access.user.pk)


def report_line(access: ConversationAccess, message_id: int, reason: str, note: str) -> None:
    """Report a message to the moderators, who read it and those before it, and no others.

    Raises:
        BadChatLine: There is no such message.
        Refusal: `reports.report` refuses it.
    """
    line = line_to_report(access, message_id)
    evidence: dict[str, object] = {
        "conversation": ", ".join(
            sorted(one.username for one in (access.user, *access.others)),
        ),
        "line": line.text,
        "lines": lasting.context_of(access.conversation.messages.all(), line.pk),
    }
    reports.report(
        access.user,
        line.author,
        reason=reason,
        subject=Report.Subject.CHAT,
        subject_id=f"message/{line.pk}",
        note=note,
        evidence=evidence,
    )


def line_to_report(access: ConversationAccess, message_id: int) -> PrivateMessage:
    """Return a message that a participant may report; raise BadChatLine."""
    found = access.conversation.messages.filter(pk=message_id).select_related("author").first()
    if found is None:
        raise BadChatLine(_("This message no longer exists."))
    return found


def remove(message: PrivateMessage) -> None:
    """Delete a message for all participants; copies in reports stay."""
    message.delete()
    after_commit({"type": "lines.moved"}, chat_group(message.conversation_id))


def old_messages() -> QuerySet[PrivateMessage]:
    """Return the messages that were stored long enough."""
    return PrivateMessage.objects.filter(at__lt=timezone.now() - STORED_FOR)


def old_conversations() -> QuerySet[Conversation]:
    """Return conversations in which no player has written for that time."""
    return Conversation.objects.filter(last_at__lt=timezone.now() - STORED_FOR, messages=None)
