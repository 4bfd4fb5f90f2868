"""A bad name is taken away by a moderator; whoever bore it may choose a better one."""

from __future__ import annotations

import secrets
from functools import partial

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.permissions import may_moderate
from accounts.refusals import NoFreeName, require
from accounts.services import audit
from accounts.services.sanctions import require_uninvolved, required_text
from accounts.signals import renamed

TRIES = 10


def rename(by: User, user: User, why: str) -> User:
    """Give somebody a plain username and no display name, nor a line about them; NotAllowed."""
    require(may_moderate(by))
    why = required_text(why)
    require_uninvolved(by, user)
    for _try in range(TRIES):
        try:
            with transaction.atomic():
                locked = User.objects.select_for_update().get(pk=user.pk)
                before = locked.username
                locked.username = f"renamed-{secrets.randbelow(10**6):06}"
                locked.display_name = locked.about = ""
                locked.save(update_fields=["username", "display_name", "about"])
                audit.enter(by, "rename", about=locked, subject=f"was {before}", why=why)
                tell = partial(renamed.send_robust, User, user=locked)
                transaction.on_commit(tell, robust=True)
                return locked
        except IntegrityError:
            continue
    raise NoFreeName(_("No free name was found. Try again."))
