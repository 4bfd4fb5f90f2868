"""Notifications, the channels that deliver them, and the queue of deliveries."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match, Player

URL_LENGTH = 500
ENDPOINT_LENGTH = 1000
AGENT_LENGTH = 300
REMIND_HOURS = 3
DIGEST_HOUR = 8
USER = settings.AUTH_USER_MODEL


class Notice(models.Model):
    """The outbox: a player was asked something, and may have to be notified.

    It is written in the transaction that asks; there is one for each player, for any number of
    questions.
    """

    player = models.OneToOneField(
        Player, primary_key=True, on_delete=models.CASCADE, related_name="notice"
    )
    due_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"notice of {self.player_id}"


class Notification(models.Model):
    """One notification of the bell: the kind, the user who caused it, and the page it is about.

    A player's turn has no such row: the seats themselves have it.
    """

    class Kind(models.TextChoices):
        INVITATION = "invitation", _("Invitations to a table")
        CHALLENGE = "challenge", _("Challenges and answers to mine")
        REMATCH = "rematch", _("Rematch offers")
        FOUND = "found", _("Opponents are found while I play bots")
        BEGUN = "begun", _("A match of mine begins while I’m elsewhere")
        MENTION = "mention", _("A player mentions me at a table")
        MESSAGE = "message", _("A friend writes to me")
        FOLLOWER = "follower", _("A player follows me")
        REPORT = "report", _("Results of my reports")
        GAME_NIGHT = "game_night", _("A game night begins")
        CLUB = "club", _("News of my clubs")
        EVENT = "event", _("News and reminders of my events")
        DEAL = "deal", _("All tables with my cards are over")
        MISSED = "missed", _("A match is called off because I didn’t come")
        DEADLINE = "deadline", _("My time runs out soon in a turn-by-turn match")
        ACHIEVED = "achieved", _("I earn an achievement")
        CLOSING = "closing", _("A player at my table will delete their account")
        SANCTION = "sanction", _("A moderator limits what I may do")
        STAFF = "staff", _("A moderator acts on staff")
        STOPPED = "stopped", _("My emails or webhook are turned off after failures")

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    # Unique for a user: the kind and its subject. A new notification replaces the old one.
    key = models.CharField(max_length=60)
    actor = models.ForeignKey(
        USER,
        null=True,
        on_delete=models.CASCADE,
        related_name="notifications_caused",
    )
    # Another player that it is about, whose name is read when it is shown.
    person = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")
    match = models.ForeignKey(Match, null=True, on_delete=models.CASCADE, related_name="+")
    # More facts for the sentence: an event, a reason, the name of a game night, achievements.
    facts = models.JSONField(default=dict)
    # Whether it waits for an answer: then only that, or its end, makes it read.
    waits = models.BooleanField(default=False)
    url = models.CharField(max_length=200)
    made_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        ordering = ["-made_at", "-id"]
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="notified_once")]
        indexes = [
            models.Index(
                fields=["user", "-made_at"], name="unread_notices", condition=Q(read_at=None)
            ),
            models.Index(fields=["user", "-made_at"], name="notices_of_user"),
            models.Index(fields=["made_at"], name="old_notices"),
        ]

    def __str__(self) -> str:
        return f"{self.key} to {self.user_id}"


class NotificationChoice(models.Model):
    """A user's channels for each kind of notification; missing kinds use the defaults."""

    user = models.OneToOneField(
        USER,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="notification_choice",
    )
    # {"challenge": ["mail", "push"]}: kinds as in `games.notifications.services.choices`.
    channels = models.JSONField(default=dict)
    # Quiet hours, in the user's time zone; both null for none.
    quiet_from = models.TimeField(null=True)
    quiet_until = models.TimeField(null=True)
    # How many hours before the end of their time the user is reminded; 0 for never.
    remind_hours = models.PositiveSmallIntegerField(default=REMIND_HOURS)

    def __str__(self) -> str:
        return f"choices of {self.user_id}"


class Channel(models.Model):
    """A way to reach a user; turned off after too many failed deliveries in a row."""

    failures = models.PositiveSmallIntegerField(default=0)
    stopped_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class Mailing(Channel):
    """A user's choice for mail; without a row mails are sent at once."""

    class Mode(models.TextChoices):
        AT_ONCE = "at-once", _("Immediately")
        DAILY = "daily", _("Once a day")
        NEVER = "never", _("Never")

    user = models.OneToOneField(
        USER,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="mailing",
    )
    mode = models.CharField(max_length=7, choices=Mode.choices, default=Mode.AT_ONCE)
    mailed_at = models.DateTimeField(null=True)
    # The hour of the daily mail, in the user's time zone, and when the next one is due.
    hour = models.PositiveSmallIntegerField(default=DIGEST_HOUR)
    next_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["next_at"], name="daily_mails", condition=Q(mode="daily"))]

    def __str__(self) -> str:
        return f"mail to {self.user_id}"


class PushDevice(Channel):
    """A browser that shows notifications: the address of its push service, and its keys."""

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.CharField(max_length=ENDPOINT_LENGTH, unique=True)
    key = models.CharField(max_length=100)
    auth = models.CharField(max_length=30)
    user_agent = models.CharField(max_length=AGENT_LENGTH, blank=True)
    # The user's `session_round` when it was added: signing out everywhere silences it too.
    session_round = models.PositiveIntegerField(default=0)
    added_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"device {self.pk} of {self.user_id}"


class Address(Channel):
    """The address of a program; requests to it are signed with its secret."""

    url = models.CharField(max_length=URL_LENGTH)
    secret = models.CharField(max_length=64)

    class Meta:
        abstract = True


class Webhook(Address):
    """An address of a user's own program."""

    user = models.OneToOneField(
        USER,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="webhook",
    )

    def __str__(self) -> str:
        return f"webhook of {self.user_id}"


class GroupWebhook(Address):
    """An address that gets the news of a group; a higher package says of which one.

    The owner is the user who has set it, and who sees what was sent.
    """

    owner = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="group_webhooks")

    def __str__(self) -> str:
        return f"group webhook {self.pk} of {self.owner_id}"


class Delivery(models.Model):
    """One message to send, or sent: the queue, and the log that its user can see."""

    class Channel(models.TextChoices):
        MAIL = "mail", _("Email")
        PUSH = "push", _("Browser")
        WEBHOOK = "webhook", _("Webhook")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=7, choices=Channel.choices)
    # Unique among this user's waiting deliveries: a match to one device, a mail about all tables.
    key = models.CharField(max_length=50)
    # None for mails, which list all waiting tables, for tests and for notifications.
    match = models.ForeignKey(Match, null=True, on_delete=models.CASCADE, related_name="+")
    # The subject, unless it is a player's turn.
    notification = models.ForeignKey(
        Notification, null=True, on_delete=models.CASCADE, related_name="deliveries"
    )
    device = models.ForeignKey(PushDevice, null=True, on_delete=models.SET_NULL, related_name="+")
    # The webhook of a group that gets `content`, which is deleted once it was sent.
    group_webhook = models.ForeignKey(
        GroupWebhook, null=True, on_delete=models.CASCADE, related_name="deliveries"
    )
    content = models.JSONField(null=True)
    test = models.BooleanField(default=False)
    state = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)
    due_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    # Why the last try failed, as a code; games.notifications.presenters has the text.
    note = models.CharField(max_length=30, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "key"], name="waits_only_once", condition=Q(state="waiting")
            )
        ]
        indexes = [
            models.Index(fields=["due_at"], name="delivery_due", condition=Q(state="waiting")),
            models.Index(fields=["user", "-id"], name="delivery_log"),
            models.Index(fields=["done_at"], name="delivery_old"),
        ]

    def __str__(self) -> str:
        return f"{self.channel} to {self.user_id}: {self.state}"


class PersonStream(models.Model):
    """The state that all of a user's streams have sent, as of the message `number`.

    It is created when the user first opens a stream; each stream that reads compares it with the
    current state.
    """

    user = models.OneToOneField(
        USER,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="person_stream",
    )
    number = models.PositiveBigIntegerField(default=0)
    # The newest message that is no longer stored.
    forgotten = models.PositiveBigIntegerField(default=0)
    # The matches that the user plays: {id: game}.
    playing = models.JSONField(default=dict)
    # The matches that wait for the user: {id: {"game", "since"}}.
    asked = models.JSONField(default=dict)
    began_at = models.DateTimeField()
    looked_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"stream of {self.user_id}"


class StreamMessage(models.Model):
    """One message of a user's streams, stored for programs that resume from an earlier number."""

    class Kind(models.TextChoices):
        BEGAN = "began"
        ASKED = "asked"
        ANSWERED = "answered"
        ENDED = "ended"
        NEWS = "news"

    stream = models.ForeignKey(PersonStream, on_delete=models.CASCADE, related_name="messages")
    number = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    match = models.ForeignKey(Match, null=True, on_delete=models.CASCADE, related_name="+")
    # Its contents are read when the message is sent: it may have been deleted.
    notification = models.ForeignKey(
        Notification, null=True, on_delete=models.CASCADE, related_name="+"
    )
    # Since when the match waits for the user.
    since = models.DateTimeField(null=True)
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stream", "number"], name="streamed_in_order")
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind} to {self.stream_id}"
