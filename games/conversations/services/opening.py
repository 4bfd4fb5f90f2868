"""Conversations are found, begun between friends, and left."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from django.db import transaction
from django.db.models import Count, F
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import Follow, User
from accounts.permissions import may_write_messages
from accounts.refusals import require
from accounts.services.blocks import has_blocked, ids_blocked_by
from accounts.services.people import active_user_named
from games.chat.lasting import ids_unread_by
from games.conversations.models import Conversation, Participant, PrivateMessage
from games.matches.access import require_signed_in
from games.matches.models import Match
from games.matches.refusals import (
    NoSuchConversation,
    NoSuchPlayer,
    NotAllowed,
    NotOpen,
    SignInFirst,
)
from games.matches.viewing import Access

MOST = 6
"""The most participants of a conversation."""
LISTED = 100
"""The most conversations that are listed, the newest."""


@dataclass(frozen=True)
class ConversationAccess:
    """A conversation for one of its participants."""

    conversation: Conversation
    own: Participant
    user: User

    @cached_property
    def others(self) -> list[User]:
        """The other participants, those who joined first at first."""
        rows = self.conversation.participants.exclude(user=self.user).select_related("user")
        return [row.user for row in rows]


@dataclass(frozen=True)
class ConversationRow:
    """A conversation in a user's list, and the number of its unread messages."""

    conversation: Conversation
    others: list[User]
    unread: int


def open_conversation(visitor: Visitor, key: str) -> ConversationAccess:
    """Return a conversation for one of its participants.

    Raises:
        SignInFirst: The visitor is not signed in.
        NoSuchConversation: There is none in which the visitor takes part.
    """
    user = require_signed_in(visitor)
    own = Participant.objects.filter(conversation__key=key, user=user)
    found = own.select_related("conversation").first()
    if found is None:
        raise NoSuchConversation(_("There is no such conversation. It may be over."))
    return ConversationAccess(found.conversation, found, user)


def conversations_of(user: User) -> list[ConversationRow]:
    """Return the user's conversations with messages, newest first.

    A conversation with a single user that the reader has blocked is left out.
    """
    own = Conversation.objects.filter(participants__user=user)
    begun = own.filter(pk__in=PrivateMessage.objects.values("conversation")).order_by("-last_at")
    listed = list(begun.prefetch_related("participants__user")[:LISTED])
    new = PrivateMessage.objects.filter(
        conversation__in=listed,
        conversation__participants__user=user,
        pk__gt=F("conversation__participants__seen"),
    ).exclude(author__in=ids_unread_by(user) | {user.pk})
    unread = dict(new.values_list("conversation").annotate(n=Count("pk")).order_by())
    blocked = ids_blocked_by(user.pk)
    rows = []
    for one in listed:
        others = [part.user for part in one.participants.all() if part.user_id != user.pk]
        if one.group or not {other.pk for other in others} & blocked:
            rows.append(ConversationRow(one, others, unread.get(one.pk, 0)))
    return rows


def friend_to_write_to(user: User, username: str) -> User:
    """Return the friend with this username.

    Raises:
        NoSuchPlayer: There is no open account with this name.
        NotAllowed: `may_write_messages` refuses the user, or `require_friend` the other.
    """
    require(may_write_messages(user))
    other = active_user_named(username)
    if other is None:
        raise NoSuchPlayer(_("No player has this name."))
    require_friend(user, other)
    return other


def require_friend(user: User, other: User) -> None:
    """Refuse unless the two follow each other; a block by the other stays unseen.

    Raises:
        NotAllowed: They do not follow each other, the user has blocked the other, or the other
            has no open account of a person.
    """
    if not other.is_active:
        raise NotAllowed(_("{name} is no longer here."), name=other.name)
    if other.is_bot or user.pk == other.pk:
        raise NotAllowed(_("Messages are for friends: players who follow each other."))
    if has_blocked(user, other):
        raise NotAllowed(_("You have blocked {name}. Unblock them first."), name=other.name)
    if not _all_follow_each_other([user.pk, other.pk]):
        words = _("You and {name} can write to each other while you follow each other.")
        raise NotAllowed(words, name=other.name)


def conversation_with(user: User, other: User) -> Conversation | None:
    """Return the conversation of two users, if they have one."""
    return Conversation.objects.filter(circle=_circle([user.pk, other.pk]), group=False).first()


def begin(user: User, username: str) -> Conversation:
    """Return the conversation of a user with a friend, a new one if necessary.

    Raises:
        NoSuchPlayer: There is no open account with this name.
        NotAllowed: The two cannot write to each other (`friend_to_write_to`).
    """
    other = friend_to_write_to(user, username)
    return _conversation_of([user.pk, other.pk], group=False)


def may_keep_talking(access: Access) -> bool:
    """Return whether the visitor may begin a conversation of the players of a match.

    A block by another player stays unseen: it only hides messages.
    """
    user, match = access.user, access.match
    if user is None or match.status != Match.Status.FINISHED or not may_write_messages(user):
        return False
    players = [player for player in access.players if player.user is not None]
    ids = {player.user_id for player in players if player.user_id is not None}
    if user.pk not in ids or not 2 <= len(ids) <= MOST or ids & ids_blocked_by(user.pk):
        return False
    people = [player.user for player in players if player.user is not None]
    if any(one.is_guest or one.is_bot or not one.is_active for one in people):
        return False
    return _all_follow_each_other(ids)


def keep_talking(access: Access) -> Conversation:
    """Return the conversation of the players of a match, a new one if necessary.

    Players who left an earlier one are not added to it again: these players begin a new one.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotAllowed: The user may not write messages.
        NotOpen: The match is not over, or not all players follow each other.
    """
    if access.user is None:
        raise SignInFirst(_("Sign in to write messages."))
    require(may_write_messages(access.user))
    if not may_keep_talking(access):
        raise NotOpen(_("All players of the table must follow each other to keep talking."))
    ids = {player.user_id for player in access.players if player.user_id is not None}
    return _conversation_of(ids, group=len(ids) > 2)


def leave(access: ConversationAccess) -> None:
    """Leave a conversation of several; the messages written there stay with the others.

    Raises:
        NotAllowed: It is a conversation of two.
    """
    if not access.conversation.group:
        raise NotAllowed(_("Only a conversation of several players can be left."))
    _leave(access.conversation, access.user)


def erase(user: User) -> None:
    """Delete a user's messages, and take them out of all conversations."""
    PrivateMessage.objects.filter(author=user).delete()
    for row in Participant.objects.filter(user=user).select_related("conversation"):
        _leave(row.conversation, user)


def _leave(conversation: Conversation, user: User) -> None:
    """Take a user out; a conversation without participants is deleted."""
    with transaction.atomic():
        locked = Conversation.objects.select_for_update(no_key=True).filter(pk=conversation.pk)
        for one in locked:
            one.participants.filter(user=user).delete()
            if one.participants.exists():
                one.circle = None
                one.save(update_fields=["circle"])
            else:
                one.delete()


def _conversation_of(users: Collection[int], *, group: bool) -> Conversation:
    with transaction.atomic():
        conversation, new = Conversation.objects.get_or_create(
            circle=_circle(users), defaults={"group": group}
        )
        if new:
            Participant.objects.bulk_create(
                [Participant(conversation=conversation, user_id=user) for user in sorted(users)]
            )
    return conversation


def _circle(users: Collection[int]) -> str:
    return ":".join(str(user) for user in sorted(users))


def _all_follow_each_other(users: Collection[int]) -> bool:
    follows = Follow.objects.filter(owner__in=users, other__in=users).count()
    return follows == len(users) * (len(users) - 1)
