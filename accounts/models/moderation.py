"""Moderation of users: reports, cases, sanctions, appeals, and the audit log."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

NOTE_LENGTH = 1000
SUBJECT_LENGTH = 80
USUAL_LENGTH = 300
CLAIM_LASTS = timedelta(hours=2)
"""After this time another moderator may claim the case."""
APPEND_ONLY = "The audit log is append-only."
USER = settings.AUTH_USER_MODEL


class Case(models.Model):
    """The reports about one player until they are decided, by one moderator at a time."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    about = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="cases")
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    # The sum of its reports' weights: the heaviest case comes first.
    weight = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField(default=timezone.now)
    claimed_by = models.ForeignKey(
        USER, null=True, on_delete=models.SET_NULL, related_name="claimed_cases"
    )
    claimed_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    # Accounts that are judged together with it, such as a ring that loses to one of them.
    others = models.ManyToManyField(
        settings.AUTH_USER_MODEL, blank=True, related_name="cases_with_others"
    )
    # Whether the reports were found to be right; unknown while the case is open, and if it was
    # closed because the account was deleted.
    upheld = models.BooleanField(null=True)
    verdict = models.CharField(max_length=NOTE_LENGTH, blank=True)

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        permissions: ClassVar = [
            ("moderate", "Works on cases, gives sanctions up to a suspension"),
            ("moderate_all", "Bans, annuls matches, decides on long suspensions"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["about"], condition=Q(status="open"), name="one_open_case_each"
            )
        ]
        indexes: ClassVar = [models.Index(fields=["status", "-weight", "opened_at"])]

    def __str__(self) -> str:
        return f"case {self.pk}"

    @property
    def reasons(self) -> list[tuple[str, int]]:
        """Each reason of its reports in words, with their number, in the order of the reports."""
        return list(Counter(one.get_reason_display() for one in self.reports.all()).items())


class CaseRemark(models.Model):
    """What a moderator says about a case to the other moderators."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="remarks")
    author = models.ForeignKey(
        USER, null=True, on_delete=models.SET_NULL, related_name="case_remarks"
    )
    text = models.CharField(max_length=NOTE_LENGTH)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("remark about a case")
        verbose_name_plural = _("remarks about cases")
        ordering: ClassVar = ["at", "pk"]

    def __str__(self) -> str:
        return f"remark {self.pk}"


class Report(models.Model):
    """One player's report to the moderators about another player."""

    class Reason(models.TextChoices):
        ABUSE = "abuse", _("insults or threats")
        CHEATING = "cheating", _("cheating or colluding")
        STALLING = "stalling", _("stalling or leaving on purpose")
        NAME = "name", _("an offensive name")
        SPAM = "spam", _("advertising or spam")
        OTHER = "other", _("something else")

    class Subject(models.TextChoices):
        CHAT = "chat", _("a chat message")
        MATCH = "match", _("a match")
        PROFILE = "profile", _("a profile")
        NAME = "name", _("a name")
        CLUB = "club", _("a club")
        EVENT = "event", _("an event")
        LEAGUE = "league", _("a league")
        # Found by the site itself: the report has no reporter.
        PATTERN = "pattern", _("a pattern of play")

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(
        USER, null=True, on_delete=models.SET_NULL, related_name="reports_made"
    )
    reason = models.CharField(max_length=10, choices=Reason.choices)
    subject = models.CharField(max_length=10, choices=Subject.choices)
    subject_id = models.CharField(max_length=SUBJECT_LENGTH, blank=True)
    note = models.CharField(max_length=NOTE_LENGTH, blank=True)
    # A copy of names, lines of chat, events: it stays when these are deleted.
    evidence = models.JSONField(default=dict)
    made_at = models.DateTimeField(default=timezone.now)
    # When the reporter read the verdict.
    answer_read_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering: ClassVar = ["made_at", "pk"]

    def __str__(self) -> str:
        return f"report {self.pk}"

    @property
    def reported_name(self) -> str:
        """The name of the reported user at the time; the account may have another one by now."""
        return str(self.evidence.get("name") or self.evidence["username"])


class Sanction(models.Model):
    """A limit on a user's account, its reason and its end; only moderators see a note."""

    class Kind(models.TextChoices):
        NOTE = "note", _("note")
        WARNING = "warning", _("warning")
        MUTE = "mute", _("mute")
        UNRATED = "unrated", _("no rated play")
        SUSPENSION = "suspension", _("suspension")
        BAN = "ban", _("ban")

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    reason = models.CharField(max_length=NOTE_LENGTH)
    case = models.ForeignKey(
        Case, null=True, blank=True, on_delete=models.SET_NULL, related_name="sanctions"
    )
    given_by = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")
    since = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True)
    # A warning must be read before the next move.
    read_at = models.DateTimeField(null=True)
    lifted_at = models.DateTimeField(null=True)
    lifted_by = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        verbose_name = _("sanction")
        verbose_name_plural = _("sanctions")
        ordering: ClassVar = ["-since", "-pk"]
        indexes: ClassVar = [models.Index(fields=["user", "lifted_at", "until"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def in_force(self) -> bool:
        """Whether it applies now: begun, neither lifted nor over; a warning until it is read."""
        if self.lifted_at is not None or self.since > timezone.now():
            return False
        if self.kind == self.Kind.WARNING:
            return self.read_at is None
        return self.until is None or self.until > timezone.now()

    @property
    def lasts(self) -> timedelta | None:
        """How long it was given for; None until it is lifted."""
        return None if self.until is None else self.until - self.since

    @property
    def outlasts_account(self) -> bool:
        """Whether it applies again if its user returns after deleting the account."""
        return self.in_force and self.kind not in (self.Kind.NOTE, self.Kind.WARNING)


class UsualReason(models.Model):
    """A reason that the operators of a site offer for sanctions. The audit log has its author."""

    text = models.CharField(max_length=USUAL_LENGTH)
    # The text in other languages, by their codes; players with another one read `text`.
    translations = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("usual reason")
        verbose_name_plural = _("usual reasons")
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return self.text

    def text_in(self, language: str) -> str:
        """Return the text for a reader of this language."""
        return str(self.translations.get(language) or self.text)


class Appeal(models.Model):
    """A sanctioned player's only appeal; the moderator who gave the sanction does not decide."""

    class Verdict(models.TextChoices):
        UPHELD = "upheld", _("the sanction stands")
        SHORTENED = "shortened", _("the sanction is shortened")
        LIFTED = "lifted", _("the sanction is lifted")

    sanction = models.OneToOneField(Sanction, on_delete=models.CASCADE, related_name="appeal")
    text = models.CharField(max_length=NOTE_LENGTH)
    made_at = models.DateTimeField(default=timezone.now)
    verdict = models.CharField(max_length=10, choices=Verdict.choices, blank=True)
    answer = models.CharField(max_length=NOTE_LENGTH, blank=True)
    decided_by = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")
    decided_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering: ClassVar = ["made_at"]

    def __str__(self) -> str:
        return f"appeal {self.pk}"

    @property
    def may_shorten(self) -> bool:
        """Whether the sanction has an end that can come earlier: a warning ends when it is read."""
        return self.sanction.in_force and self.sanction.kind != Sanction.Kind.WARNING


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    """Refuses to update or delete entries."""

    def update(self, **values: object) -> NoReturn:
        raise TypeError(APPEND_ONLY)

    def delete(self) -> NoReturn:
        raise TypeError(APPEND_ONLY)


class AuditEntry(models.Model):
    """An append-only entry of the audit log: a moderator's act, its subject, and the reason."""

    at = models.DateTimeField(default=timezone.now, editable=False)
    # By number and name, not by foreign key: an entry outlives the accounts.
    actor_id = models.PositiveBigIntegerField(null=True, editable=False, db_index=True)
    actor = models.CharField(max_length=40, editable=False)
    act = models.CharField(max_length=30, editable=False, db_index=True)
    about_id = models.PositiveBigIntegerField(null=True, editable=False, db_index=True)
    about = models.CharField(max_length=40, blank=True, editable=False)
    subject = models.CharField(max_length=SUBJECT_LENGTH, blank=True, editable=False)
    why = models.CharField(max_length=NOTE_LENGTH, blank=True, editable=False)

    objects = AuditQuerySet.as_manager()

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("moderation log")
        ordering: ClassVar = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.actor} {self.act} {self.about}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk is not None:
            raise TypeError(APPEND_ONLY)
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError(APPEND_ONLY)
