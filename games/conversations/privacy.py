"""What messages store about a user."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import PersonalData, Section, describe_duration
from games.conversations.models import Participant, PrivateMessage
from games.conversations.services.opening import erase
from games.conversations.services.writing import STORED_FOR, old_conversations, old_messages

PersonalData(
    exported=(
        Section("conversations", Participant, "user", "conversation joined_at"),
        Section("messages_written", PrivateMessage, "author", "conversation text at"),
    ),
    erase=lambda user, name: erase(user),
    expired={"messages": old_messages, "conversations": old_conversations},
    shown=lambda: {
        "tables": [
            (
                _(
                    "Messages to friends. Only those in the conversation read them; moderators "
                    "read a message that was reported, and the ten before it."
                ),
                _(
                    "{days}, at most 2,000 in a conversation; yours are deleted with your account."
                ).format(days=describe_duration(STORED_FOR)),
            )
        ]
    },
).register()
