"""A match, its players, its secret and its events, which alone say how it was played."""

from __future__ import annotations

import secrets
from dataclasses import FrozenInstanceError

from django.conf import settings
from django.db import models
from django.db.models import CASCADE, PROTECT, SET_NULL, F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.user import handle_beside
from games.engine.bots import ANY

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
NAME_LENGTH = 30
USER = settings.AUTH_USER_MODEL


def new_id() -> str:
    """Ten letters that are easy to read aloud; hard to guess, but not secret."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def new_key() -> str:
    """The secret part of an invitation link."""
    return secrets.token_urlsafe(16)


class Cached(models.Model):
    """A row that a cache may hold: once it is frozen, none of its fields can be set.

    `fastpath.statements.copy_row` copies it to a row that is not frozen.
    """

    class Meta:
        abstract = True

    def __setattr__(self, name: str, value: object) -> None:
        if "_frozen" in self.__dict__:
            raise FrozenInstanceError(f"{name} of a row that is cached cannot be set")
        super().__setattr__(name, value)

    def freeze(self) -> None:
        """Refuse every later change of a field."""
        self.__dict__["_frozen"] = True


class Match(Cached):
    """One play of a game, from the open table to the end."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CLOSED = "closed", _("taken down")
        ABORTED = "aborted", _("called off")

    class Pace(models.TextChoices):
        FREE = "", _("no clock")
        LIVE = "live", _("live")
        TURNS = "turns", _("turn by turn")

    class Uncounted(models.TextChoices):
        """Why a rated match counts for nobody's rating."""

        DEVICE = "device", _("two of its players have used the same browser")
        OFTEN = "often", _("two of its players had met in two rated matches that day")
        EARLY = "early", _("somebody left before all had made three decisions")

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    game = models.SlugField(max_length=20, db_index=False)
    rules = models.PositiveSmallIntegerField()
    seats = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    public = models.BooleanField(default=True)
    rated = models.BooleanField(default=False)
    # Empty where it counts; what two players have in common is judged when it starts.
    uncounted = models.CharField(max_length=10, choices=Uncounted.choices, blank=True)
    # Whether accounts of bots may sit down besides those who are called by name.
    bots_welcome = models.BooleanField(default=False)
    # Who may sit down: players rated from … to …, where a bound is set.
    least = models.PositiveSmallIntegerField(null=True)
    most = models.PositiveSmallIntegerField(null=True)
    # A rematch: its chairs are the seats of that match, and the seats are those turned by one.
    former = models.ForeignKey("self", null=True, on_delete=PROTECT, related_name="rematches")
    # Where it began: in the position of another match after this step of its replay; such a match
    # is never rated. Its chairs are the seats of that match.
    branched_from = models.ForeignKey(
        "self", null=True, on_delete=SET_NULL, related_name="branches"
    )
    branched_at = models.PositiveIntegerField(null=True)
    # The clock, in seconds: what each seat starts with, what a turn adds, and up to how much.
    pace = models.CharField(max_length=5, choices=Pace.choices, default=Pace.FREE, blank=True)
    bank = models.PositiveIntegerField(default=0)
    increment = models.PositiveIntegerField(default=0)
    cap = models.PositiveIntegerField(default=0)
    # The tables of an evening are for those who have its link.
    evening = models.ForeignKey(
        "evenings.Evening", null=True, on_delete=SET_NULL, related_name="matches"
    )
    host = models.ForeignKey(USER, null=True, on_delete=SET_NULL, related_name="hosted")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    # By which version the seed is drawn (records: Fairness), and the hash of what the site is bound
    # to: of version 1 one secret, of version 2 all of them, a table's or one of each ticket.
    fairness = models.PositiveSmallIntegerField(default=1)
    commitment = models.CharField(max_length=64, blank=True)
    commitments = models.JSONField(default=list)
    # Until when the players of a full table may reveal their nonces; it is still open meanwhile.
    reveal_by = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    # The newest event that everybody was told of: the order of lists. Some events are secret.
    last_public_event_at = models.DateTimeField(null=True, editable=False)
    ended_at = models.DateTimeField(null=True)
    last_number = models.PositiveIntegerField(default=0)
    outcome = models.JSONField(null=True)
    # Of its state at the end, which every later replay must reproduce.
    digest = models.CharField(max_length=64, blank=True, editable=False)
    # Until when a question can be answered that is put in secret: the same moment for everybody,
    # since no player's own clock may reveal who is asked.
    answer_by = models.DateTimeField(null=True)
    # Whether the players agreed on their seats, so that these were not drawn (records: Fairness).
    seats_agreed = models.BooleanField(default=False)
    # The end of a public match: the order of everybody's list.
    listed_at = models.DateTimeField(null=True, editable=False)
    # The names at the table when it ended, to be searched: folded, a line each.
    words = models.TextField(blank=True, editable=False)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(fields=["status", "public", "-opened_at"]),
            models.Index(
                fields=["answer_by"],
                name="questions_in_secret",
                condition=Q(answer_by__isnull=False),
            ),
            models.Index(
                fields=["reveal_by"],
                name="tables_that_wait_for_nonces",
                condition=Q(reveal_by__isnull=False),
            ),
            # The list of matches is filtered by this index alone.
            models.Index(
                fields=["listed_at", "id", "game", "seats", "rated", "words"], name="matches_played"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.id])


class MatchSecret(models.Model):
    """What nobody may know while the match runs; no serializer and no admin page shows it."""

    match = models.OneToOneField(Match, primary_key=True, on_delete=CASCADE, related_name="secret")
    # Of version 1; version 2 has a list, in the order of the match's commitments.
    secret = models.CharField(max_length=64, blank=True)
    secrets = models.JSONField(default=list)
    seed = models.CharField(max_length=64, blank=True)
    # Where the moves start, in place of the game's own deal: of a match that goes on from another
    # one, and of rare positions to be looked at.
    position = models.JSONField(null=True)

    def __str__(self) -> str:
        return "secret"


class Player(Cached):
    """A user, or a bot, at a seat of a match."""

    class Origin(models.TextChoices):
        """How the nonce came to be (records: Fairness); of version 1 it is not known."""

        REVEALED = "revealed", _("revealed")
        DERIVED = "derived", _("derived")
        REPLACED = "replaced", _("replaced")

    match = models.ForeignKey(Match, on_delete=CASCADE, related_name="players")
    user = models.ForeignKey(USER, null=True, on_delete=SET_NULL, related_name="played")
    name = models.CharField(max_length=NAME_LENGTH)
    bot = models.CharField(max_length=10, blank=True)
    # Of a bot: its character, or "any" for one drawn by the match's chance; "" for none.
    character = models.CharField(max_length=20, blank=True)
    # Whether it is the account of somebody's program: stays when the account is gone.
    program = models.BooleanField(default=False)
    joined = models.PositiveSmallIntegerField()
    # The player's part of the seed: first its hash, if there is one, then the nonce, and how that
    # came to be. Who sends no hash gets a nonce that follows from the site's secret.
    nonce_hash = models.CharField(max_length=64, blank=True)
    nonce = models.CharField(max_length=64, blank=True)
    origin = models.CharField(max_length=10, choices=Origin.choices, blank=True)
    seat = models.PositiveSmallIntegerField(null=True)
    # The number of the event that put the question to this seat; none when nothing is asked.
    asked_at = models.PositiveIntegerField(null=True)
    asked_since = models.DateTimeField(null=True)
    # The number of the event by which this player left; a bot may go on with the seat.
    left_at = models.PositiveIntegerField(null=True)
    # How they left: the kind of that event. Who did not reveal their nonce, or left a full table,
    # has called off a match that was not dealt, and has no event.
    left_by = models.CharField(max_length=10, blank=True)
    # When they first came to the table, or moved, after the start of a live match.
    came_at = models.DateTimeField(null=True)
    # When they called the match off, by whatever it is that counts as that.
    called_off_at = models.DateTimeField(null=True)
    # The clock: milliseconds left when it last stood still, and while it runs the moment it is
    # out. A vacation, copied from its user, stops it.
    time_left = models.PositiveIntegerField(default=0)
    deadline = models.DateTimeField(null=True)
    away_from = models.DateTimeField(null=True)
    away_until = models.DateTimeField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    score = models.IntegerField(null=True)
    # The end of the match, by which a user's own are ordered, and copies of what their matches are
    # counted by, so that only this table is read: the game, the number of players ("2" or "3+"),
    # whether it was public.
    ended_at = models.DateTimeField(null=True)
    game = models.SlugField(max_length=20, blank=True, db_index=False)
    size = models.CharField(max_length=2, blank=True)
    public = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.UniqueConstraint(fields=["match", "joined"], name="one_player_per_chair"),
            models.UniqueConstraint(
                fields=["match", "seat"],
                name="one_player_per_seat",
                condition=Q(seat__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["match", "user"], name="nobody_twice", condition=Q(user__isnull=False)
            ),
        ]
        indexes = [
            # Not of people: each of their moves would change it twice.
            models.Index(
                fields=["asked_since"],
                name="bots_that_are_asked",
                condition=Q(asked_at__isnull=False) & ~Q(bot=""),
            ),
            models.Index(
                fields=["deadline"], name="running_clocks", condition=Q(deadline__isnull=False)
            ),
            # The tables that wait for somebody, counted on every page.
            models.Index(
                fields=["user"], name="waits_for_user", condition=Q(asked_at__isnull=False)
            ),
            # The tables that wait for somebody's nonce, asked for with every bell.
            models.Index(
                fields=["user"],
                name="nonces_of_user",
                condition=Q(nonce="") & ~Q(nonce_hash=""),
            ),
            models.Index(fields=["user", "ended_at", "id"], name="matches_of_somebody"),
            models.Index(
                fields=["user", "called_off_at"],
                name="called_off_by_user",
                condition=Q(called_off_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def awaited(self) -> bool:
        """Whether they have committed to a nonce, and not revealed it."""
        return bool(self.nonce_hash) and not self.nonce

    @property
    def handle(self) -> str:
        """Whose name it is, where it is not their username."""
        return "" if self.user is None else handle_beside(self.name, self.user.username)

    @property
    def named_character(self) -> str:
        """The character of a bot that everybody is told; "" where it was left to chance."""
        return "" if self.character == ANY else self.character

    @property
    def person(self) -> bool:
        """Whether somebody, not a bot, decides at this seat."""
        return not self.bot


class Event(models.Model):
    """One stored line of a match; never changed, never deleted."""

    class Kind(models.TextChoices):
        MOVE = "move", _("move")
        RESIGN = "resign", _("resignation")
        TIMEOUT = "timeout", _("time ran out")
        EXPEL = "expel", _("expulsion")
        ABORT = "abort", _("match called off")
        AWAY = "away", _("vacation")
        SHOW = "show", _("shown cards")
        UNDO = "undo", _("move taken back")
        RENAME = "rename", _("player renamed")

    # The index of its constraint finds the events of a match; another would be written with each.
    match = models.ForeignKey(Match, on_delete=CASCADE, related_name="events", db_index=False)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField(null=True)
    data = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)
    # Of a move: milliseconds since its seat was asked.
    took = models.PositiveIntegerField(null=True)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_event_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.number} {self.kind}"


class Vacation(models.Model):
    """One announced absence; one that was cut short has its real end."""

    user = models.ForeignKey(USER, on_delete=CASCADE, related_name="vacations")
    starts = models.DateTimeField()
    ends = models.DateTimeField()

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        ordering = ["starts"]
        constraints = [
            models.CheckConstraint(condition=Q(ends__gt=F("starts")), name="vacation_has_a_length")
        ]
        indexes = [models.Index(fields=["user", "ends"])]

    def __str__(self) -> str:
        return f"{self.user_id} {self.starts:%Y-%m-%d} – {self.ends:%Y-%m-%d}"
