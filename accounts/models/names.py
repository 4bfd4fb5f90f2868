"""Who bears which name: one row for each look, so that no two people's names look alike.

Usernames and display names are one space. `User.save` keeps the rows; the database decides who was
first, whatever way a name comes in.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.services.lookalikes import skeleton_of

if TYPE_CHECKING:
    from accounts.models.user import User

SKELETON_LENGTH = 128
OLDER = "#"
"""Parts a skeleton from the number of its bearer, where the name was there before names were held
apart: such people keep their usernames."""
HELD = timedelta(days=90)
"""How long nobody else gets a name that was given up."""
GENERATED = ("guest", "deleted", "renamed")
"""How names begin that the site gives: nobody may choose one, so none is held."""
HELD_EACH = 3
"""So many given-up names are held for one person: nobody hoards names by changing theirs."""


class NameTaken(IntegrityError):
    """Somebody else bears a name that looks like this one, or did so lately."""


class NameClaim(models.Model):
    """The look of a name that somebody bears: username, display name, or both."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="names"
    )
    skeleton = models.CharField(max_length=SKELETON_LENGTH, unique=True)

    class Meta:
        verbose_name = _("name in use")
        verbose_name_plural = _("names in use")

    def __str__(self) -> str:
        return self.skeleton


class HeldName(models.Model):
    """A name that was given up lately: nobody slips into the place of whoever bore it.

    Only a keyed hash is stored, since the account may be deleted. The former bearer may take it
    again, unless a moderator took it away.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="held_names"
    )
    skeleton_hash = models.CharField(max_length=64, unique=True)
    until = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("name that is held")
        verbose_name_plural = _("names that are held")

    def __str__(self) -> str:
        return f"held until {self.until:%Y-%m-%d}"


def hash_of_name(skeleton: str) -> str:
    """A keyed hash, by which only this site recognises a name."""
    return salted_hmac("accounts.names", skeleton, algorithm="sha256").hexdigest()


def names_of(user: User) -> set[str]:
    """The skeletons of somebody's names."""
    return {skeleton_of(name) for name in (user.username, user.display_name) if name}


def is_name_taken(name: str, owner: int | None = None) -> bool:
    """Whether a name looks like one of somebody else than its owner, or did so lately."""
    skeleton = skeleton_of(name)
    claims = NameClaim.objects.filter(skeleton=skeleton)
    held = HeldName.objects.filter(skeleton_hash=hash_of_name(skeleton), until__gt=timezone.now())
    if owner is not None:
        claims, held = claims.exclude(user=owner), held.exclude(user=owner)
    if not claims.exists():
        return held.exists()
    own = f"{skeleton}{OLDER}{owner}"
    return not NameClaim.objects.filter(skeleton=own).exists()


def claim_names(user: User) -> None:
    """Store that somebody bears their present names, and hold those they gave up; NameTaken.

    Within the transaction that stores the names.
    """
    borne = {claim.skeleton.partition(OLDER)[0]: claim for claim in user.names.all()}
    wanted = names_of(user)
    given_up = borne.keys() - wanted
    for skeleton in given_up:
        borne[skeleton].delete()
    hold(user, given_up)
    new = wanted - borne.keys()
    if not new:
        return
    hashes = [hash_of_name(skeleton) for skeleton in new]
    held = HeldName.objects.filter(skeleton_hash__in=hashes)
    if held.filter(until__gt=timezone.now()).exclude(user=user.pk).exists():
        raise NameTaken("Somebody gave up a name that looks like this one not long ago.")
    held.delete()
    try:
        with transaction.atomic():
            for skeleton in sorted(new):
                NameClaim.objects.create(user=user, skeleton=skeleton)
    except IntegrityError as error:
        raise NameTaken("Somebody has a name that looks like this one.") from error


def release_names(user: User) -> None:
    """Take somebody's names from them; nobody gets these for a time, they themselves neither."""
    skeletons = {claim.skeleton.partition(OLDER)[0] for claim in user.names.all()}
    user.names.all().delete()
    hold(user, skeletons, for_user=False)


def hold(user: User, skeletons: set[str], *, for_user: bool = True) -> None:
    """Hold names that somebody gave up; `for_user`: they may take them again."""
    until = timezone.now() + HELD
    bearer = user if for_user else None
    chosen = {skeleton for skeleton in skeletons if not skeleton.startswith(GENERATED)}
    if not chosen:
        return
    HeldName.objects.bulk_create(
        [HeldName(skeleton_hash=hash_of_name(one), user=bearer, until=until) for one in chosen],
        update_conflicts=True,
        update_fields=["user", "until"],
        unique_fields=["skeleton_hash"],
    )
    if for_user:
        newest = HeldName.objects.filter(user=user).order_by("-until", "-pk")
        dropped = newest.values_list("pk", flat=True)[HELD_EACH:]
        HeldName.objects.filter(pk__in=list(dropped)).delete()
