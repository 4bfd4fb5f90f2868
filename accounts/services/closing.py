"""Accounts that end: asked for, kept after all, or gone for good after some days."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from accounts.models import Case, Sanction, User
from accounts.refusals import GuestAccount
from accounts.services import audit, letters
from accounts.services.emails import verified_email
from accounts.services.returning import hash_of
from accounts.services.sessions import sign_out_everywhere
from accounts.signals import closing

AT_ONCE = 20
GONE_VERDICT = "The account was deleted."
KEPT = {(Case, "about"), (Sanction, "user")}
"""What outlives an account, as long as `accounts.services.retention` says."""


def days() -> int:
    """How many days an account can still be kept after its owner asked for its end."""
    return int(settings.CLOSING_DAYS)


def holds_beyond(user: User) -> bool:
    """Whether a sanction will hold for whoever comes back under the same address."""
    return any(sanction.outlasts_account for sanction in user.sanctions.all())


def ask(user: User) -> datetime:
    """From now on the account ends in some days, and can be kept till then; GuestAccount."""
    if user.is_guest:
        raise GuestAccount(_("A guest’s account goes by itself."))
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=user.pk)
        if locked.closes_at is None:
            locked.closes_at = timezone.now() + timedelta(days=days())
            locked.save(update_fields=["closes_at"])
            letters.write(locked, "closing", closes_at=locked.closes_at)
            transaction.on_commit(lambda: _tell(locked), robust=True)
        user.closes_at = locked.closes_at
        return locked.closes_at


def keep(user: User) -> None:
    """The account stays after all; twice is once."""
    User.objects.filter(pk=user.pk, is_active=True).update(closes_at=None)
    user.closes_at = None


def due() -> list[User]:
    """Accounts whose days are over, some at a time."""
    over = User.objects.filter(closes_at__lte=timezone.now())
    return list(over.order_by("closes_at")[:AT_ONCE])


def lock_up(user: User) -> bool:
    """Nobody gets into the account any more; False where it was kept in the last moment."""
    with transaction.atomic():
        locked = User.objects.select_for_update().filter(pk=user.pk).first()
        if locked is None or locked.closes_at is None or locked.closes_at > timezone.now():
            return False
        locked.is_active = False
        locked.save(update_fields=["is_active"])
        sign_out_everywhere(locked)
        return True


def forget(user: User) -> None:
    """Take away all that is personal; who has a record keeps it, under a name that is nobody's.

    A ban would mean little if deleting the account ended it: see `returning`. Twice is once.
    """
    with transaction.atomic():
        locked = User.objects.select_for_update().filter(pk=user.pk).first()
        if locked is None or locked.closes_at is None:
            return
        user = locked
        letters.write(user, "closed")
        address = verified_email(user)
        recorded = user.cases.exists() or user.sanctions.exists()
        log = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User))
        log.filter(object_id=str(user.pk)).update(object_repr=f"deleted-{user.pk}")
        _take_away(user)
        if not recorded:
            user.delete()
            return
        _blank(user)
        user.address_hash = hash_of(address) if address and holds_beyond(user) else ""
        user.save()
        _close_cases(user)


def _take_away(user: User) -> None:
    """Whatever names the account: deleted with it, or without a name from now on."""
    for relation in User._meta.related_objects:
        field: Any = relation.field
        model: Any = relation.related_model
        if (model, field.name) in KEPT:
            continue
        rows = model._base_manager.filter(**{field.name: user})
        if field.remote_field.on_delete is models.SET_NULL:
            rows.update(**{field.name: None})
        else:
            rows.delete()
    user.groups.clear()
    user.user_permissions.clear()


def _blank(user: User) -> None:
    user.username = f"deleted-{user.pk}"
    user.display_name = user.about = user.email = user.language = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = user.closes_at = None
    user.gone_at = timezone.now()
    user.set_unusable_password()


def _close_cases(user: User) -> None:
    """What was still open about somebody who is gone is decided by that."""
    for case in user.cases.filter(status=Case.Status.OPEN):
        case.status, case.closed_at, case.verdict = Case.Status.CLOSED, user.gone_at, GONE_VERDICT
        case.save(update_fields=["status", "closed_at", "verdict"])
        audit.enter(None, "close-gone", about=user, subject=f"case {case.pk}", why=GONE_VERDICT)


def _tell(user: User) -> None:
    closing.send_robust(User, user=user)
