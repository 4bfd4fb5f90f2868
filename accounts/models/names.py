"""Names in use: one row for each look, so that no two users' names look alike.

Usernames and display names share one space. `User.save` maintains the rows; the database decides
which user was first, whatever code path stores the name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.services.lookalikes import skeleton_of
from accounts.services.name_parts import rows_of

SKELETON_LENGTH = 128
OLDER = "#"
"""Separates a skeleton from its user's number, if the name is older than the rule that no two names
look alike: these users keep their usernames."""
HELD = timedelta(days=90)
"""How long a name that was given up stays closed to other users."""
GENERATED = ("guest", "deleted", "renamed")
"""Beginnings of names that the site assigns: no user can choose one, so none is held."""
UNSEARCHED = ("guest", "deleted")
"""Beginnings of names of accounts that no search finds."""
HELD_EACH = 3
"""At most this number of given-up names is held for a user, so that no user hoards names."""
USER = settings.AUTH_USER_MODEL


class NameTaken(IntegrityError):
    """Another user has a name that looks like this one, or had it recently."""


class NameClaim(models.Model):
    """The look of a user's name: username, display name, or both."""

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="names")
    skeleton = models.CharField(max_length=SKELETON_LENGTH, unique=True)

    class Meta:
        verbose_name = _("name in use")
        verbose_name_plural = _("names in use")

    def __str__(self) -> str:
        return self.skeleton


class NamePart(models.Model):
    """Three letters of a name, by which any part of it is found, also with typos."""

    # The index of the constraint serves it too.
    claim = models.ForeignKey(
        NameClaim, on_delete=models.CASCADE, related_name="parts", db_index=False
    )
    # `name_parts.number_of` of the letters.
    part = models.BigIntegerField()
    # The length of the name, or of its word, that this is a part of.
    length = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("part of a name")
        verbose_name_plural = _("parts of names")
        constraints = [
            models.UniqueConstraint(fields=["claim", "part", "length"], name="part_once_a_name")
        ]
        indexes = [models.Index(fields=["part", "length", "claim"], name="names_by_parts")]

    def __str__(self) -> str:
        return f"{self.part} of {self.claim_id}"


class HeldName(models.Model):
    """A name given up recently, held so that no user can pose as its former owner.

    Only a keyed hash is stored, since the account may be deleted. The former owner may take it
    again, unless a moderator took it away.
    """

    user = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="held_names")
    skeleton_hash = models.CharField(max_length=64, unique=True)
    until = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = _("reserved name")
        verbose_name_plural = _("reserved names")

    def __str__(self) -> str:
        return f"held until {self.until:%Y-%m-%d}"


def hash_of_name(skeleton: str) -> str:
    """Return a keyed hash, by which only this site recognises a name."""
    return salted_hmac("accounts.names", skeleton, algorithm="sha256").hexdigest()


def is_name_taken(name: str, owner: int | None = None) -> bool:
    """Return whether a name looks like one that a user other than `owner` has, or had recently."""
    skeleton = skeleton_of(name)
    claims = NameClaim.objects.filter(skeleton=skeleton)
    held = HeldName.objects.filter(skeleton_hash=hash_of_name(skeleton), until__gt=timezone.now())
    if owner is not None:
        claims, held = claims.exclude(user=owner), held.exclude(user=owner)
    if not claims.exists():
        return held.exists()
    own = f"{skeleton}{OLDER}{owner}"
    return not NameClaim.objects.filter(skeleton=own).exists()


def claim_names(owner: int, names: Iterable[str]) -> None:
    """Claim a user's current names, store the parts they are found by, and hold those given up.

    Call it in the transaction that stores the names.

    Args:
        owner: The user's primary key.
        names: The user's names; an empty one is ignored.

    Raises:
        NameTaken: another user has, or recently had, a name that looks the same.
    """
    claims = NameClaim.objects.filter(user=owner)
    borne = {claim.skeleton.partition(OLDER)[0]: claim for claim in claims}
    spelled: dict[str, list[str]] = {}
    for name in filter(None, names):
        spelled.setdefault(skeleton_of(name), []).append(name)
    wanted = spelled.keys()
    given_up = borne.keys() - wanted
    for skeleton in given_up:
        borne[skeleton].delete()
    _hold(owner, given_up)
    new = wanted - borne.keys()
    if new:
        borne.update(_claim_new(owner, new))
    for skeleton, alike in spelled.items():
        if not skeleton.startswith(UNSEARCHED):
            _store_parts(borne[skeleton], alike)


def _claim_new(owner: int, new: Collection[str]) -> dict[str, NameClaim]:
    """Claim names for a user; raise NameTaken."""
    hashes = [hash_of_name(skeleton) for skeleton in new]
    held = HeldName.objects.filter(skeleton_hash__in=hashes)
    if held.filter(until__gt=timezone.now()).exclude(user=owner).exists():
        raise NameTaken("A name that looks like this one was given up recently.")
    held.delete()
    try:
        with transaction.atomic():
            return {
                skeleton: NameClaim.objects.create(user_id=owner, skeleton=skeleton)
                for skeleton in sorted(new)
            }
    except IntegrityError as error:
        raise NameTaken("Another user has a name that looks like this one.") from error


def _store_parts(claim: NameClaim, names: Iterable[str]) -> None:
    """Make the stored parts of a claim those of the names that it stands for."""
    wanted = rows_of(names)
    stored = {(row.part, row.length): row.pk for row in NamePart.objects.filter(claim=claim)}
    gone = [pk for row, pk in stored.items() if row not in wanted]
    if gone:
        NamePart.objects.filter(pk__in=gone).delete()
    NamePart.objects.bulk_create(
        [NamePart(claim=claim, part=part, length=n) for part, n in sorted(wanted - stored.keys())],
        ignore_conflicts=True,
    )


def release_names(owner: int) -> None:
    """Take a user's names away; for a time no user gets them, this one included."""
    claims = NameClaim.objects.filter(user=owner)
    skeletons = {claim.skeleton.partition(OLDER)[0] for claim in claims}
    claims.delete()
    _hold(None, skeletons)


def _hold(owner: int | None, skeletons: set[str]) -> None:
    """Hold names that were given up; only `owner`, if there is one, may take them again."""
    until = timezone.now() + HELD
    chosen = {skeleton for skeleton in skeletons if not skeleton.startswith(GENERATED)}
    if not chosen:
        return
    HeldName.objects.bulk_create(
        [HeldName(skeleton_hash=hash_of_name(one), user_id=owner, until=until) for one in chosen],
        update_conflicts=True,
        update_fields=["user", "until"],
        unique_fields=["skeleton_hash"],
    )
    if owner is not None:
        newest = HeldName.objects.filter(user=owner).order_by("-until", "-pk")
        dropped = newest.values_list("pk", flat=True)[HELD_EACH:]
        HeldName.objects.filter(pk__in=list(dropped)).delete()
