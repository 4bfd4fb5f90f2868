"""Clubs, their members, their chat, and the results of matches between members."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import CASCADE, SET_NULL, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.names import SKELETON_LENGTH
from accounts.services.names import DISPLAY_NAME_MAX
from accounts.shields import Shield, shield_of
from games.chat.models import TEXT_LENGTH
from games.matches.models import Match, new_key
from games.notifications.models import GroupWebhook
from games.rating import START

NAME_LENGTH = DISPLAY_NAME_MAX
SLUG_LENGTH = 40
ABOUT_LENGTH = 1000
USER = settings.AUTH_USER_MODEL


class Club(models.Model):
    """A club; all can see a public one, a private one only its members and users with its link."""

    class Joining(models.TextChoices):
        OPEN = "open", _("Anyone may join")
        REQUEST = "request", _("Organisers decide on requests")
        LINK = "link", _("Only by the invitation link")

    slug = models.SlugField(max_length=SLUG_LENGTH, unique=True, editable=False)
    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    # `skeleton_of(name)`: no two public clubs have names that look alike.
    skeleton = models.CharField(max_length=SKELETON_LENGTH, editable=False)
    about = models.TextField(max_length=ABOUT_LENGTH, blank=True)
    language = models.CharField(max_length=5, blank=True)
    # `Shield.dump()`; empty until an organiser chooses one.
    chosen_shield = models.CharField(max_length=40, blank=True)
    joining = models.CharField(max_length=10, choices=Joining.choices, default=Joining.OPEN)
    public = models.BooleanField(default=True)
    founded_at = models.DateTimeField(default=timezone.now)
    # The organiser who wrote the name and the text, and answers for them.
    worded_by = models.ForeignKey(USER, null=True, on_delete=SET_NULL, related_name="+")

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["skeleton"], condition=Q(public=True), name="public_club_names"
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("club", args=[self.slug])

    @property
    def shield(self) -> Shield:
        """The chosen shield, otherwise the one that belongs to the address."""
        return shield_of(self.chosen_shield, self.slug)


class Membership(models.Model):
    """A member of a club; every club has one founder, who hands this role over before leaving."""

    class Role(models.TextChoices):
        FOUNDER = "founder", _("founder")
        ORGANISER = "organiser", _("organiser")
        MEMBER = "member", _("member")

    club = models.ForeignKey(Club, on_delete=CASCADE, related_name="memberships")
    user = models.ForeignKey(USER, on_delete=CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="member_once"),
            models.UniqueConstraint(
                fields=["club"], condition=Q(role="founder"), name="one_founder_each"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.club_id}"

    @property
    def organises(self) -> bool:
        """Whether this member may change the club and decide who belongs to it."""
        return self.role in (self.Role.FOUNDER, self.Role.ORGANISER)


class JoinRequest(models.Model):
    """A user who asks to become a member."""

    club = models.ForeignKey(Club, on_delete=CASCADE, related_name="requests")
    user = models.ForeignKey(USER, on_delete=CASCADE, related_name="join_requests")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("request to join")
        verbose_name_plural = _("requests to join")
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="asked_once")]

    def __str__(self) -> str:
        return f"{self.user_id} to {self.club_id}"


class Expulsion(models.Model):
    """An expelled user, who cannot join again until an organiser takes this back."""

    club = models.ForeignKey(Club, on_delete=CASCADE, related_name="expulsions")
    user = models.ForeignKey(USER, on_delete=CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("expulsion")
        verbose_name_plural = _("expulsions")
        ordering = ["-at", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="expelled_once")]

    def __str__(self) -> str:
        return f"{self.user_id} from {self.club_id}"


class ClubLine(models.Model):
    """A line of a club's chat, which only members read."""

    club = models.ForeignKey(Club, on_delete=CASCADE, related_name="lines")
    author = models.ForeignKey(USER, null=True, on_delete=SET_NULL, related_name="club_lines")
    text = models.CharField(max_length=TEXT_LENGTH)
    at = models.DateTimeField(default=timezone.now)
    # Hidden from all readers by an organiser; stored for decisions on reports.
    hidden = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("club message")
        verbose_name_plural = _("club messages")
        ordering = ["id"]
        indexes = [models.Index(fields=["club", "id"])]

    def __str__(self) -> str:
        return self.text


class ClubMatch(models.Model):
    """A finished match whose players were all members, which counts on the club's ladder."""

    club = models.ForeignKey(Club, on_delete=CASCADE, related_name="matches")
    match = models.ForeignKey(Match, on_delete=CASCADE, related_name="clubs")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "match"], name="counted_once")]

    def __str__(self) -> str:
        return f"{self.match_id} in {self.club_id}"


class TableResult(models.Model):
    """The result of a game that was played in person; it counts in the club, never in ratings."""

    club = models.ForeignKey(Club, on_delete=CASCADE, related_name="table_results")
    game = models.SlugField(max_length=20, db_index=False)
    played_on = models.DateField()
    # The end of that day or, on the day itself, when it was entered: results count in this order.
    ended_at = models.DateTimeField()
    entered_by = models.ForeignKey(USER, null=True, on_delete=SET_NULL, related_name="+")
    entered_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("result of a real table")
        verbose_name_plural = _("results of real tables")
        ordering = ["-ended_at", "-pk"]
        indexes = [models.Index(fields=["club", "-ended_at"], name="table_results_of_club")]

    def __str__(self) -> str:
        return f"{self.game} in {self.club_id}"

    def get_absolute_url(self) -> str:
        return reverse("table_result", args=[self.club.slug, self.pk])


class TableSeat(models.Model):
    """A player of a game that was played in person: a member, or a guest by name."""

    result = models.ForeignKey(TableResult, on_delete=CASCADE, related_name="seats")
    user = models.ForeignKey(USER, null=True, on_delete=SET_NULL, related_name="+")
    # The name of a guest, or of a deleted account; of a member it is empty.
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    place = models.PositiveSmallIntegerField()
    score = models.IntegerField(null=True)
    # The member does not want to be named: the seat stays without them.
    objected = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("player of a real table")
        verbose_name_plural = _("players of a real table")
        ordering = ["place", "pk"]
        constraints = [models.UniqueConstraint(fields=["result", "user"], name="played_once")]

    def __str__(self) -> str:
        return f"{self.place}. of {self.result_id}"


class ClubWebhook(GroupWebhook):
    """The address of a founder's program, which gets the news of the club."""

    club = models.OneToOneField(Club, on_delete=CASCADE, related_name="webhook")


class ClubRating(models.Model):
    """A member's place on the club's ladder of a game, by matches between members only."""

    club = models.ForeignKey(Club, on_delete=CASCADE, related_name="ratings")
    user = models.ForeignKey(USER, on_delete=CASCADE, related_name="+")
    game = models.SlugField(max_length=20, db_index=False)
    value = models.IntegerField(default=START)
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-value", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "game", "user"], name="rated_once_in_club")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.club_id}: {self.value}"
