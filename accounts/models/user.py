"""The people of the house."""

from collections.abc import Iterator
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.db import models
from django.db.models.functions import Upper
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.services.lookalikes import look_of
from accounts.services.names import (
    ABOUT_MAX,
    DISPLAY_NAME_MAX,
    USERNAME_MAX,
    validate_username,
)
from fastpath.statements import Prepared, QuickRows


class UserManager(DjangoUserManager["User"]):
    def get(self, *args: Any, **kwargs: Any) -> "User":
        """Whoever sends a request is looked up by primary key at each one."""
        if not args and kwargs.keys() == {"pk"}:
            found = user_by_pk.first(kwargs["pk"])
            if found is None:
                raise self.model.DoesNotExist("There is no such user.")
            return found
        return super().get(*args, **kwargs)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(username__iexact=username)

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        return (email or "").strip().lower()


class User(QuickRows, AbstractUser):
    """A person with a lasting account.

    `username` is the handle: unique whatever its capitals, in addresses. `display_name` is what
    others read. Which e-mail addresses are verified, and that no two people share one, is kept by
    allauth's EmailAddress; `email` is the one in use, and not unique: were it so, signing up
    would tell a stranger who has an account here.
    """

    username = models.CharField(
        _("username"),
        max_length=USERNAME_MAX,
        unique=True,
        validators=[validate_username],
        error_messages={"unique": _("This username is taken. Choose another one.")},
    )
    email = models.EmailField(_("e-mail address"), blank=True, db_index=True)
    display_name = models.CharField(_("display name"), max_length=DISPLAY_NAME_MAX, blank=True)
    about = models.CharField(_("about me"), max_length=ABOUT_MAX, blank=True)
    language = models.CharField(_("language"), max_length=5, blank=True)
    # A guest has no e-mail address and no password, and is gone some time after this moment.
    guest_until = models.DateTimeField(null=True, editable=False, db_index=True)
    # Whether any sanction may be in force, so that most people are asked about without a query.
    sanctioned = models.BooleanField(default=False, editable=False)
    # What the username looks like: nobody else takes one that passes for it.
    look = models.CharField(max_length=USERNAME_MAX, blank=True, editable=False, db_index=True)
    # The owner wants this account gone, at this moment; until then it can be kept.
    closes_at = models.DateTimeField(null=True, editable=False, db_index=True)
    # Since when only the record of sanctions and reports is left here, for as long as those are
    # kept; and a keyed hash of the address, by which whoever is banned is known again.
    gone_at = models.DateTimeField(null=True, editable=False)
    address_hash = models.CharField(max_length=64, blank=True, editable=False, db_index=True)
    # Part of every session's fingerprint: one more, and every session of this user is over.
    session_round = models.PositiveIntegerField(default=0, editable=False)

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    objects: ClassVar[UserManager] = UserManager()

    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        permissions: ClassVar = [("host", "Holds evenings: opens many tables, seats people there")]
        constraints = [
            # Upper, not Lower: PostgreSQL looks `iexact` up by UPPER, and finds this index.
            models.UniqueConstraint(
                Upper("username"),
                name="username_whatever_its_capitals",
                violation_error_message=_("This username is taken. Choose another one."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.look = look_of(self.username)
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "look"}
        super().save(*args, **kwargs)

    @property
    def name(self) -> str:
        """What others read: the display name, or the handle."""
        return self.display_name or self.username

    @property
    def is_guest(self) -> bool:
        """Whether this account lasts for a day only."""
        return self.guest_until is not None

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("people:profile", args=[self.username])

    def get_session_auth_hash(self) -> str:
        return f"{super().get_session_auth_hash()}.{self.session_round}"

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        for fingerprint in super().get_session_auth_fallback_hash():
            yield f"{fingerprint}.{self.session_round}"


user_by_pk = Prepared(lambda any_pk: User.objects.filter(pk=any_pk), 0)


def shown_name(user: User) -> str:
    """allauth's messages and mails call people what others read."""
    return user.name
