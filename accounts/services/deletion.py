"""Deletion of accounts: requested, cancelled, or carried out after some days; and of guests.

Apps declare in their `privacy.py` what else goes with an account (`accounts.personal_data`).

Deleting an account does not end a sanction. While one holds, a keyed hash of the confirmed address
is stored; a user who confirms that address again gets the same sanctions.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.models import Case, Sanction, User
from accounts.models.names import release_names
from accounts.personal_data import personal_data
from accounts.refusals import GuestAccount
from accounts.services import audit, emails, guests, reports, sanctions
from accounts.services.reserved_names import DELETED_PLAYER
from accounts.services.sessions import sign_out_everywhere
from accounts.signals import deletion_cancelled, deletion_requested
from core.locks import GUESTS, claimed

logger = logging.getLogger(__name__)
BATCH = 20
VERDICT = "The account was deleted."
DELETED_GUEST = "Guest"


def is_sanction_outlasting(user: User) -> bool:
    """Return whether a sanction will apply to a user who returns with the same address."""
    return any(sanction.outlasts_account for sanction in user.sanctions.all())


def request_deletion(user: User) -> datetime:
    """Schedule the account's deletion and return its time.

    A second request does not move the time.

    Raises:
        GuestAccount: a guest's account is deleted anyway.
    """
    if user.is_guest:
        raise GuestAccount(_("Guest accounts are deleted automatically."))
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=user.pk)
        if locked.closes_at is None:
            locked.closes_at = timezone.now() + timedelta(days=settings.CLOSING_DAYS)
            locked.save(update_fields=["closes_at"])
            emails.send_mail(locked, "closing", closes_at=locked.closes_at)
            send = partial(deletion_requested.send_robust, User, user=locked)
            transaction.on_commit(send, robust=True)
        user.closes_at = locked.closes_at
        return locked.closes_at


def cancel_deletion(user: User) -> None:
    """Keep the account, unless it is deactivated already."""
    open_accounts = User.objects.filter(pk=user.pk, is_active=True, closes_at__isnull=False)
    if open_accounts.update(closes_at=None):
        transaction.on_commit(partial(deletion_cancelled.send_robust, User, user=user), robust=True)
    user.closes_at = None


def due() -> list[User]:
    """Return the accounts to delete now, longest due first, at most a batch."""
    overdue = User.objects.filter(closes_at__lte=timezone.now())
    return list(overdue.order_by("closes_at")[:BATCH])


def delete_due_accounts() -> int:
    """Delete the accounts that are due for deletion; return how many."""
    return _each(delete_account, due())


def delete_expired_guests() -> int:
    """Delete the guests whose accounts have expired; return how many."""
    return _each(delete_guest, guests.expired(timezone.now()))


def _each(delete: Callable[[User], bool], users: Iterable[User]) -> int:
    deleted = 0
    for user in users:
        try:
            deleted += delete(user)
        except Exception:
            # One failure must not stop the others; the next round tries again.
            logger.exception("An account could not be deleted (%s).", user.pk)
    return deleted


def delete_account(user: User) -> bool:
    """Delete an account; return False if the deletion was cancelled.

    The steps are small and may be repeated, since matches continue in the meantime: after a
    failure the next round completes them.
    """
    if not deactivate(user):
        return False
    erase_elsewhere(user, DELETED_PLAYER)
    erase(user)
    return True


def delete_guest(guest: User) -> bool:
    """Delete a guest; return False if it has not expired, or if another worker deletes it."""
    with claimed(GUESTS, guest.pk) as mine:
        if not mine or not guests.is_expired(guest, timezone.now()):
            return False
        erase_elsewhere(guest, DELETED_GUEST)
        guest.delete()
        return True


def erase_elsewhere(user: User, name: str) -> None:
    """Erase what other apps have of a user, those on top first, and show `name` in their place."""
    for data in reversed(personal_data):
        if data.erase is not None:
            data.erase(user, name)


def deactivate(user: User) -> bool:
    """Close the account to sign-ins; return False if the deletion was cancelled."""
    with transaction.atomic():
        locked = User.objects.select_for_update().filter(pk=user.pk).first()
        if locked is None or locked.closes_at is None or locked.closes_at > timezone.now():
            return False
        locked.is_active = False
        locked.save(update_fields=["is_active"])
        sign_out_everywhere(locked)
        return True


def erase(user: User) -> None:
    """Delete all personal data; a record of moderation stays, without the name.

    It may be repeated.
    """
    with transaction.atomic():
        locked = User.objects.select_for_update().filter(pk=user.pk).first()
        if locked is None or locked.closes_at is None:
            return
        user = locked
        emails.send_mail(user, "closed")
        recorded = user.cases.exists() or user.sanctions.exists()
        log = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User))
        log.filter(object_id=str(user.pk)).update(object_repr=f"deleted-{user.pk}")
        release_names(user.pk)
        if not recorded:
            user.delete()
            return
        address = emails.verified_email(user)
        _erase_related(user)
        user.username = f"deleted-{user.pk}"
        user.display_name = user.about = user.email = user.language = ""
        user.chosen_shield = user.time_zone = ""
        user.british_dates = False
        user.is_active = user.is_staff = user.is_superuser = False
        user.last_login = user.closes_at = None
        user.gone_at = timezone.now()
        user.set_unusable_password()
        user.address_hash = hash_of(address) if address and is_sanction_outlasting(user) else ""
        user.save()
        closed = {"status": Case.Status.CLOSED, "closed_at": user.gone_at, "verdict": VERDICT}
        for case in user.cases.filter(status=Case.Status.OPEN):
            reports.change(case, None, "close-gone", VERDICT, **closed)


def _erase_related(user: User) -> None:
    """Delete the rows that point at the account, or set their columns to null."""
    retained = {column for data in personal_data for column in data.retained}
    for relation in User._meta.related_objects:
        field: Any = relation.field
        model: Any = relation.related_model
        if f"{model._meta.label_lower}.{field.name}" in retained:
            continue
        if field.many_to_many:
            # The other side stays, such as a case about another account.
            getattr(user, str(relation.get_accessor_name())).clear()
            continue
        rows = model._base_manager.filter(**{field.name: user})
        if field.remote_field.on_delete is models.SET_NULL:
            rows.update(**{field.name: None})
        else:
            rows.delete()
    user.groups.clear()
    user.user_permissions.clear()


def hash_of(address: str) -> str:
    """Return a keyed hash, by which only this site can recognise an address."""
    return salted_hmac("accounts.left", address.strip().lower(), algorithm="sha256").hexdigest()


def recognise(user: User, address: str, *, confirmed: bool) -> None:
    """Apply the sanctions of a deleted account with the same address, if there is one.

    While the address is unconfirmed, moderators get a note and the user sees nothing: any stranger
    may have typed that address.
    """
    if not address:
        return
    with transaction.atomic():
        known = User.objects.select_for_update().filter(address_hash=hash_of(address))
        deleted = known.exclude(pk=user.pk).order_by("pk").first()
        if deleted is None:
            return
        if confirmed:
            _transfer_record(deleted, user)
            return
        words = gettext("This account’s unconfirmed address is that of the deleted account {name}.")
        Sanction.objects.get_or_create(
            user=user, kind=Sanction.Kind.NOTE, reason=words.format(name=deleted.username)
        )


def _transfer_record(deleted: User, user: User) -> None:
    """Move cases and sanctions to the new account, and delete the rest of the old one."""
    name = deleted.username
    Case.objects.filter(about=deleted).update(about=user)
    Sanction.objects.filter(user=deleted).update(user=user)
    deleted.delete()
    sanctions.refresh(user)
    audit.log(None, "known-again", about=user, subject=f"was {name}")
    for sanction in user.sanctions.all():
        if sanction.in_force:
            sanctions.send_sanctioned(sanction)
