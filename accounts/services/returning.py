"""People who come back: a sanction is not over because its account was deleted.

Of an account that is gone while a sanction holds, a keyed hash of its confirmed address is left
until the sanction ends. Whoever confirms that address anew is under the same sanctions again.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.models import Case, Sanction, User
from accounts.services import audit, sanctions

Kind = Sanction.Kind


def hash_of(address: str) -> str:
    """An address as only this house, with its key, can recognise it."""
    return salted_hmac("accounts.left", address.strip().lower(), algorithm="sha256").hexdigest()


def recognise(user: User, address: str, *, confirmed: bool) -> None:
    """Whether this address was that of a sanctioned account that is gone, and what follows.

    Nothing that the person could see, while the address is not confirmed: a stranger might have
    typed it. Moderators find a note.
    """
    if not address:
        return
    with transaction.atomic():
        known = User.objects.select_for_update().filter(address_hash=hash_of(address))
        gone = known.exclude(pk=user.pk).order_by("pk").first()
        if gone is None:
            return
        if confirmed:
            _carry_over(gone, user)
        else:
            words = _("This account’s address, not confirmed, is that of {name}, deleted.")
            _note(user, words.format(name=gone.username))


def _carry_over(gone: User, user: User) -> None:
    """The record goes over to the new account, sanctions in force and all."""
    name = gone.username
    Case.objects.filter(about=gone).update(about=user)
    Sanction.objects.filter(user=gone).update(user=user)
    gone.delete()
    sanctions.refresh(user)
    audit.enter(None, "known-again", about=user, subject=f"was {name}")
    for sanction in user.sanctions.all():
        if sanction.in_force:
            sanctions.notify_sanctioned(sanction)


def _note(user: User, words: str) -> None:
    Sanction.objects.get_or_create(user=user, kind=Kind.NOTE, reason=words)
