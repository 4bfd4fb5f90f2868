"""A match, its players, its secret, and its events, from which it is replayed."""

from __future__ import annotations

import secrets
from dataclasses import FrozenInstanceError

from django.conf import settings
from django.db import models
from django.db.models import CASCADE, PROTECT, SET_NULL, F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.user import handle_if_other
from accounts.shields import Shield, shield_of
from core.languages.local_time import ZONE_LENGTH
from games.engine.bots import ANY
from games.engine.history import EventKind

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
NAME_LENGTH = 30
USER = settings.AUTH_USER_MODEL


def new_id() -> str:
    """Return ten letters that are easy to read aloud; hard to guess, but not secret."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def new_key() -> str:
    """Return the secret part of an invitation link."""
    return secrets.token_urlsafe(16)


class Cached(models.Model):
    """A row that may be cached: once it is frozen, none of its fields can be set.

    `core.fastpath.statements.copy_row` returns a copy that is not frozen.
    """

    class Meta:
        abstract = True

    def __setattr__(self, name: str, value: object) -> None:
        if "_frozen" in self.__dict__:
            raise FrozenInstanceError(f"{name} of a cached row cannot be set")
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
        """Why a rated match changes no ratings."""

        DEVICE = "device", _("two of its players used the same browser")
        OFTEN = "often", _("two of its players had already met in two rated matches that day")
        NETWORK = "network", _("a player had already met two opponents on one network that day")
        EARLY = "early", _("a player left before everyone had made three decisions")

    class Closed(models.TextChoices):
        """Why a table was closed before its match began."""

        BY_HOST = "", _("The host closed it before the match began.")
        HOST_LEFT = "left", _("The host left it before the match began.")
        HOST_AWAY = "away", _("The host had left the site.")
        EXPIRED = "expired", _("The challenge wasn’t answered in time.")
        TOO_FEW = "too-few", _("Too few players accepted the challenge.")
        LATE = "late", _("The match didn’t begin in time.")
        BY_MODERATOR = "moderator", _("A moderator closed it before the match began.")

    class Deal(models.TextChoices):
        """Whether other tables are dealt the same cards, and whether all of these are over."""

        OWN = "", _("its own cards")
        SEALED = "sealed", _("the cards of other tables, which are played")
        SHARED = "shared", _("the cards of other tables, which are over")

    id = models.CharField(primary_key=True, max_length=12, default=new_id, editable=False)
    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    game = models.SlugField(max_length=20, db_index=False)
    rules = models.PositiveSmallIntegerField()
    seats = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    public = models.BooleanField(default=True)
    rated = models.BooleanField(default=False)
    # Empty if it counts. Whether two players share a device or met often is checked at the start.
    uncounted = models.CharField(max_length=10, choices=Uncounted.choices, blank=True)
    # For a rematch: the previous match. Its seats, turned by one, are this match's.
    former = models.ForeignKey("self", null=True, on_delete=PROTECT, related_name="rematches")
    # The called-off match whose draw of seats and cards this one took over (records: Fairness).
    draw_of = models.ForeignKey("self", null=True, on_delete=PROTECT, related_name="+")
    # While it is sealed, the match is closed to everyone who does not sit there, and has no
    # consequences (decision 58).
    deal = models.CharField(max_length=6, choices=Deal.choices, default=Deal.OWN, blank=True)
    # For a match that continues another one: that match, and the step of its replay from which it
    # continues. It is never rated. Players keep the other match's seats.
    branched_from = models.ForeignKey(
        "self", null=True, on_delete=SET_NULL, related_name="branches"
    )
    branched_at = models.PositiveIntegerField(null=True)
    # The clock, in seconds: each seat starts with `bank`, each turn adds `increment` up to `cap`.
    pace = models.CharField(max_length=5, choices=Pace.choices, default=Pace.FREE, blank=True)
    bank = models.PositiveIntegerField(default=0)
    increment = models.PositiveIntegerField(default=0)
    cap = models.PositiveIntegerField(default=0)
    host = models.ForeignKey(USER, null=True, on_delete=SET_NULL, related_name="hosted")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    # The version by which the seed is drawn (records: Fairness), and the hashes that commit the
    # site to its secrets: one in version 1; since then the table's, or one of each ticket.
    fairness = models.PositiveSmallIntegerField(default=1)
    commitment = models.CharField(max_length=64, blank=True)
    commitments = models.JSONField(default=list)
    # Since version 3: what is published once every seat is taken, as text, since it is hashed.
    transcript = models.TextField(blank=True)
    # Until when the players of a full table may reveal their nonces; its status is still OPEN.
    reveal_by = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    # The time of the newest public event, by which lists are sorted. Some events are secret.
    last_public_event_at = models.DateTimeField(null=True, editable=False)
    ended_at = models.DateTimeField(null=True)
    # Why a table was closed. Those that were called off or can't be rated say more on their page.
    closed = models.CharField(
        max_length=10, choices=Closed.choices, default=Closed.BY_HOST, blank=True, editable=False
    )
    last_number = models.PositiveIntegerField(default=0)
    outcome = models.JSONField(null=True)
    # The digest of the state at the end, which every later replay must reproduce.
    digest = models.CharField(max_length=64, blank=True, editable=False)
    # Until when secret questions can be answered: the same moment for all players, because a
    # player's own clock would reveal who is asked.
    answer_by = models.DateTimeField(null=True)
    # Since when the game is not installed here, for a running match with clocks: they stand still.
    missing_since = models.DateTimeField(null=True, editable=False)
    # Whether the players agreed on their seats instead of drawing them (records: Fairness).
    seats_agreed = models.BooleanField(default=False)
    # When a public match ended, by which the public list is sorted.
    listed_at = models.DateTimeField(null=True, editable=False)
    # The players' names when the match ended, for the search: case-folded, one per line.
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
            models.Index(
                fields=["missing_since"],
                name="matches_of_missing_games",
                condition=Q(missing_since__isnull=False),
            ),
            # The list of matches is filtered by this index without reading the table.
            models.Index(
                fields=["listed_at", "id", "game", "seats", "rated", "words"], name="matches_played"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.id])

    @property
    def sealed(self) -> bool:
        """Whether other tables may still be dealt, or play, the cards of this one."""
        return self.deal == self.Deal.SEALED

    @property
    def stored(self) -> bool:
        """Whether it is in the database: tables of prepared positions have a match that is not."""
        return not self._state.adding

    @property
    def revealed(self) -> bool:
        """Whether it is finished, and all who may view it may see its hidden cards."""
        return self.status == self.Status.FINISHED and not self.sealed


class MatchSecret(models.Model):
    """The secrets of a running match; no serializer and no admin page shows them."""

    match = models.OneToOneField(Match, primary_key=True, on_delete=CASCADE, related_name="secret")
    # `secret` in version 1; since then `secrets`, in the order of the match's commitments.
    secret = models.CharField(max_length=64, blank=True)
    secrets = models.JSONField(default=list)
    seed = models.CharField(max_length=64, blank=True)
    # The position in which the match starts, in place of the game's deal: for a match that
    # continues another one, and for prepared positions.
    position = models.JSONField(null=True)

    def __str__(self) -> str:
        return "secret"


class Player(Cached):
    """A user, or a bot, at a seat of a match."""

    class Origin(models.TextChoices):
        """Where the nonce comes from (records: Fairness); unknown in version 1."""

        REVEALED = "revealed", _("revealed")
        DERIVED = "derived", _("derived")
        REPLACED = "replaced", _("replaced")

    match = models.ForeignKey(Match, on_delete=CASCADE, related_name="players")
    user = models.ForeignKey(USER, null=True, on_delete=SET_NULL, related_name="played")
    name = models.CharField(max_length=NAME_LENGTH)
    # With it anyone can check that the transcript names this player; "" after a change of the name.
    salt = models.CharField(max_length=32, blank=True)
    bot = models.CharField(max_length=10, blank=True)
    # A bot's character, or "any" for one drawn by the match's chance; "" for none.
    character = models.CharField(max_length=20, blank=True)
    # Whether the user is a bot account; stays when the account is deleted.
    program = models.BooleanField(default=False)
    joined = models.PositiveSmallIntegerField()
    # The player's part of the seed: first the nonce's hash, later the nonce and its origin. For a
    # player who sends no hash the nonce is derived from the site's secret.
    nonce_hash = models.CharField(max_length=64, blank=True)
    nonce = models.CharField(max_length=64, blank=True)
    origin = models.CharField(max_length=10, choices=Origin.choices, blank=True)
    seat = models.PositiveSmallIntegerField(null=True)
    # The number of the event that put the open question to this seat; None without a question.
    asked_at = models.PositiveIntegerField(null=True)
    asked_since = models.DateTimeField(null=True)
    # The number of the event by which this player left; a bot may continue in the seat.
    left_at = models.PositiveIntegerField(null=True)
    # The kind of that event. There is none for a player who left a full table or did not reveal
    # the nonce: that calls the match off before the deal.
    left_by = models.CharField(max_length=10, blank=True)
    # When the player first opened the table, or moved, after the start of a live match.
    came_at = models.DateTimeField(null=True)
    # When the player called the match off, or did something that counts as calling it off.
    called_off_at = models.DateTimeField(null=True)
    # The clock: the milliseconds left when it last stopped and, while it runs, the moment it runs
    # out. A vacation, copied from the user, stops it.
    time_left = models.PositiveIntegerField(default=0)
    deadline = models.DateTimeField(null=True)
    away_from = models.DateTimeField(null=True)
    away_until = models.DateTimeField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    score = models.IntegerField(null=True)
    # Whether the match counts for the player's achievements. Null until it ends, and for matches
    # that ended before this was decided, which count.
    honoured = models.BooleanField(null=True)
    # Copies of the match's columns, so that lists and counts of a user's matches read only this
    # table: when it ended, the game, the number of players ("2" or "3+"), whether it was public.
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
            # Not for people: each of their moves would change the index twice.
            models.Index(
                fields=["asked_since"],
                name="bots_that_are_asked",
                condition=Q(asked_at__isnull=False) & ~Q(bot=""),
            ),
            models.Index(
                fields=["deadline"], name="running_clocks", condition=Q(deadline__isnull=False)
            ),
            # The tables that wait for a user, counted on every page.
            models.Index(
                fields=["user"], name="waits_for_user", condition=Q(asked_at__isnull=False)
            ),
            # The tables that wait for a user's nonce, read with every bell.
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
        """Whether the player has committed to a nonce and not yet revealed it."""
        return bool(self.nonce_hash) and not self.nonce

    @property
    def handle(self) -> str:
        """The username, if it differs from the shown name; otherwise ""."""
        return "" if self.user is None else handle_if_other(self.name, self.user.username)

    @property
    def shield(self) -> Shield:
        """The shield of the account; of a bot or a deleted account that of its name."""
        return shield_of("", self.name) if self.user is None else self.user.shield

    @property
    def named_character(self) -> str:
        """The public character of a bot; "" if it is drawn by chance."""
        return "" if self.character == ANY else self.character

    @property
    def person(self) -> bool:
        """Whether a person, not a bot, decides at this seat."""
        return not self.bot


class Event(models.Model):
    """One stored event of a match; never changed, never deleted."""

    class Kind(models.TextChoices):
        MOVE = EventKind.MOVE.value, _("move")
        RESIGN = EventKind.RESIGN.value, _("resignation")
        TIMEOUT = EventKind.TIMEOUT.value, _("time ran out")
        EXPEL = EventKind.EXPEL.value, _("expulsion")
        ABORT = EventKind.ABORT.value, _("match called off")
        AWAY = EventKind.AWAY.value, _("vacation")
        SHOW = EventKind.SHOW.value, _("shown cards")
        UNDO = EventKind.UNDO.value, _("move taken back")
        RENAME = EventKind.RENAME.value, _("player renamed")
        RESUME = EventKind.RESUME.value, _("clocks resumed")
        AGREE = EventKind.AGREE.value, _("answer to calling off")

    # The index of the constraint below is enough: another one would be written with each event.
    match = models.ForeignKey(Match, on_delete=CASCADE, related_name="events", db_index=False)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField(null=True)
    data = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)
    # For a move: the milliseconds since its seat was asked.
    took = models.PositiveIntegerField(null=True)
    # For a move with a show, such as an award: the seconds for which the clocks wait for it.
    pause = models.PositiveSmallIntegerField(null=True)
    # For a bot's move that another bot made: by how many levels that one is weaker.
    weaker = models.PositiveSmallIntegerField(null=True)

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
    """A vacation that a user announced; if it was cut short, `ends` is its actual end.

    Its days are those of `zone`, the user's time zone when they announced it.
    """

    user = models.ForeignKey(USER, on_delete=CASCADE, related_name="vacations")
    starts = models.DateTimeField()
    ends = models.DateTimeField()
    zone = models.CharField(_("time zone"), max_length=ZONE_LENGTH, default="UTC")

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
