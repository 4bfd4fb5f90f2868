"""What notifications store about a user."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.personal_data import PersonalData, Section, describe_duration
from games.matches.services import presence
from games.notifications.models import (
    Delivery,
    GroupWebhook,
    Mailing,
    Notification,
    NotificationChoice,
    PersonStream,
    PushDevice,
    Webhook,
)
from games.notifications.services import dispatch, inbox, stream_log

PersonalData(
    exported=(
        Section("mail", Mailing, "user", "mode hour mailed_at stopped_at"),
        Section("browsers_notified", PushDevice, "user", "user_agent added_at stopped_at"),
        Section("webhook", Webhook, "user", "url stopped_at"),
        Section("group_webhooks", GroupWebhook, "owner", "url stopped_at"),
        Section("notices", Notification, "user", "kind match=match_id facts url made_at read_at"),
        Section(
            "notices_wanted",
            NotificationChoice,
            "user",
            "channels quiet_from quiet_until remind_hours",
        ),
        Section("streams", PersonStream, "user", "number began_at looked_at"),
        Section("sent", Delivery, "user", "channel match=match_id state made_at done_at note"),
    ),
    withheld={
        "notifications.notification.actor": (
            "Notifications about you that others received belong to them."
        ),
        "notifications.notification.person": (
            "Notifications about you that others received belong to them."
        ),
    },
    expired={
        "deliveries": dispatch.delete_old,
        "notices": inbox.delete_old,
        "messages of streams": stream_log.delete_old,
    },
    shown=lambda: {
        "account": [
            (
                _("That you are online, and which match you watch: only in the site’s memory."),
                _("{n} seconds after you leave.").format(n=presence.HERE_SECONDS),
            ),
            (
                _("Browsers and programs that we notify when it’s your turn."),
                _("Until you turn them off."),
            ),
            (
                _("What we sent you by email, browser or webhook, and whether it arrived."),
                describe_duration(dispatch.RETENTION),
            ),
            (
                _("Events sent to your programs’ streams, so that they can be sent again."),
                describe_duration(stream_log.STORED_FOR),
            ),
        ]
    },
).register()
