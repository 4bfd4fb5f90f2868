"""Accounts, their blocks, and their privacy settings."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, Permission
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.db import models, transaction
from django.db.models.functions import Upper
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from accounts.models.names import claim_names
from accounts.services.names import (
    ABOUT_MAX,
    BOT_MARK,
    DISPLAY_NAME_MAX,
    USERNAME_MAX,
    validate_username,
)
from accounts.shields import Shield, shield_of
from core.languages.local_time import ZONE_LENGTH, validate_zone


class UserManager(DjangoUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username__iexact=username)

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        return (email or "").strip().lower()


class User(AbstractUser):
    """An account of a user, or of a guest for a day.

    `username` is the handle in addresses, unique in any case. `display_name` is what others read.
    No two users' names look alike (`NameClaim`). allauth's EmailAddress stores which e-mail
    addresses are verified, and that no two users share one; `email` is the one in use. It is not
    unique: otherwise signing up would show a stranger which addresses have an account here.
    """

    username = models.CharField(
        _("username"),
        max_length=USERNAME_MAX,
        unique=True,
        validators=[validate_username],
        error_messages={"unique": _("This username is taken. Choose another one.")},
    )
    email = models.EmailField(_("email address"), blank=True, db_index=True)
    display_name = models.CharField(_("display name"), max_length=DISPLAY_NAME_MAX, blank=True)
    about = models.CharField(_("about me"), max_length=ABOUT_MAX, blank=True)
    # Of pages and emails. Taken from the first page until the user chooses one.
    language = models.CharField(_("language"), max_length=5, blank=True)
    # An IANA name, taken from the browser until the user chooses one.
    time_zone = models.CharField(
        _("time zone"), max_length=ZONE_LENGTH, blank=True, validators=[validate_zone]
    )
    # Whether the browser asks for English as in Britain, for dates in mails.
    british_dates = models.BooleanField(default=False, editable=False)
    # `Shield.dump()`; empty until the user chooses one.
    chosen_shield = models.CharField(_("shield"), max_length=40, blank=True)
    # A guest has no e-mail address and no password, and is deleted some time after this moment.
    guest_until = models.DateTimeField(null=True, editable=False, db_index=True)
    # Whether any sanction may be in force: without it permissions are checked without a query.
    sanctioned = models.BooleanField(default=False, editable=False)
    # When the account will be deleted at its owner's request; until then the owner can cancel.
    closes_at = models.DateTimeField(null=True, editable=False, db_index=True)
    # When the account was deleted: only the record of sanctions and reports is left, as long as
    # those are stored, and a keyed hash of the address, which recognises the person if sanctioned.
    gone_at = models.DateTimeField(null=True, editable=False)
    address_hash = models.CharField(max_length=64, blank=True, editable=False, db_index=True)
    # When the account became a bot's, permanently, and its owner; null once the owner is deleted.
    bot_since = models.DateTimeField(null=True, editable=False)
    run_by = models.ForeignKey(
        "self", null=True, editable=False, on_delete=models.SET_NULL, related_name="bots"
    )
    # Part of every session's hash: an increase ends all of this user's sessions.
    session_round = models.PositiveIntegerField(default=0, editable=False)

    first_name = None  # type: ignore[assignment]  # without this column
    last_name = None  # type: ignore[assignment]  # without this column

    objects: ClassVar[UserManager] = UserManager()

    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        permissions: ClassVar = [
            ("host", "Runs game nights: opens many tables, gives players seats there")
        ]
        constraints = [
            # Upper, not Lower: PostgreSQL's `iexact` compares UPPER, and uses this index.
            models.UniqueConstraint(
                Upper("username"),
                name="username_whatever_its_capitals",
                violation_error_message=_("This username is taken. Choose another one."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store the account and claim its names.

        Raises:
            NameTaken: another user has a name that looks the same.
            IntegrityError: another user has this username.
        """
        fields = kwargs.get("update_fields")
        if fields is not None and not {"username", "display_name"}.intersection(fields):
            super().save(*args, **kwargs)
            return
        with transaction.atomic():
            super().save(*args, **kwargs)
            claim_names(self.pk, (self.username, self.display_name))

    @cached_property
    def _perm_cache(self) -> set[str]:
        """Return the permissions of the user and their groups, read with one query.

        Every page needs them. Django's backend takes two queries if it does not find them here.
        """
        if self.is_superuser:
            found = Permission.objects.order_by()
        else:
            by_group = Permission.objects.filter(group__user=self)
            found = self.user_permissions.order_by().union(by_group.order_by())
        names = found.values_list("content_type__app_label", "codename")
        return {f"{app}.{codename}" for app, codename in names}

    @property
    def name(self) -> str:
        """The name that others read: display name or handle, with the bot mark if it is a bot.

        The mark is part of the name, so that every place that names a bot shows it.
        """
        name = self.display_name or self.username
        return marked_as_bot(name) if self.is_bot else name

    @property
    def handle(self) -> str:
        """The @username to show next to a name that differs from it; else empty."""
        return handle_if_other(self.name, self.username)

    @property
    def shield(self) -> Shield:
        """The chosen shield, otherwise the one that belongs to the username."""
        return shield_of(self.chosen_shield, self.username)

    @property
    def is_guest(self) -> bool:
        """Whether this account is for a day only."""
        return self.guest_until is not None

    @property
    def is_bot(self) -> bool:
        """Whether a user's program plays with this account; the site's own bots have none."""
        return self.bot_since is not None

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("people:profile", args=[self.username])

    def get_session_auth_hash(self) -> str:
        return f"{super().get_session_auth_hash()}.{self.session_round}"

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        for session_hash in super().get_session_auth_fallback_hash():
            yield f"{session_hash}.{self.session_round}"


def marked_as_bot(name: str) -> str:
    """Return a name with the bot mark, shortened to the length of users' names.

    Users' names cannot contain the mark.
    """
    most = DISPLAY_NAME_MAX - len(BOT_MARK) - 1
    short = name if len(name) <= most else f"{name[: most - 1]}…"
    return f"{short} {BOT_MARK}"


def handle_if_other(name: str, username: str) -> str:
    """Return the username as shown next to another name of the same user, or ""."""
    return f"@{username}" if username and username != name else ""


def shown_name(user: User) -> str:
    """Return the name for allauth's messages and mails."""
    return user.name


class Block(models.Model):
    """`owner` does not want to meet `other`, who is never informed of it."""

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    other = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocked_by")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [
            models.UniqueConstraint(fields=["owner", "other"], name="blocked_once"),
            models.CheckConstraint(
                condition=~models.Q(owner=models.F("other")), name="nobody_blocks_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.owner_id} blocks {self.other_id}"


class Audience(models.TextChoices):
    EVERYBODY = "all", _("Everyone")
    MEMBERS = "members", _("Members")
    NOBODY = "nobody", _("Only you")


class Circle(models.TextChoices):
    """The users who may see a user's presence; anonymous visitors never do."""

    MEMBERS = "members", _("Members")
    FRIENDS = "friends", _("Friends")
    NOBODY = "nobody", _("Only you")


class Privacy(models.Model):
    """A user's choices of who may see their matches and presence.

    Without a row the defaults apply.
    """

    user = models.OneToOneField(
        User, primary_key=True, on_delete=models.CASCADE, related_name="privacy"
    )
    ratings = models.CharField(
        _("Ratings"), max_length=8, choices=Audience.choices, default=Audience.EVERYBODY
    )
    matches = models.CharField(
        _("Matches"), max_length=8, choices=Audience.choices, default=Audience.EVERYBODY
    )
    reliability = models.CharField(
        _("Reliability"), max_length=8, choices=Audience.choices, default=Audience.EVERYBODY
    )
    # The next two never show more than `online` does.
    online = models.CharField(
        _("When you’re online"), max_length=8, choices=Circle.choices, default=Circle.MEMBERS
    )
    playing = models.CharField(
        _("What you play"), max_length=8, choices=Circle.choices, default=Circle.MEMBERS
    )
    watching = models.CharField(
        _("What you watch"), max_length=8, choices=Circle.choices, default=Circle.FRIENDS
    )

    class Meta:
        verbose_name = _("privacy")
        verbose_name_plural = _("privacy")

    def __str__(self) -> str:
        return f"privacy of {self.user_id}"
