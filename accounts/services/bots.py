"""Accounts of bots: converted permanently, and run by an owner who answers for them."""

from __future__ import annotations

from collections.abc import Callable

from django.core import signing
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.permissions import Answer, may_play
from accounts.refusals import CannotBecomeBot, require
from accounts.services import audit
from core.registry import Registry

MOST = 5
"""The most bots that one account may run."""
CODE_MINUTES = 15
SALT = "accounts.bots"
bot_checks: Registry[Callable[[User], Answer]] = Registry("bot checks")
"""Checks that other packages add for an account that is to become a bot's."""


def make_code(owner: User) -> str:
    """Return a code with which one account becomes a bot of this owner, within `CODE_MINUTES`.

    Nothing is stored: the code names the owner's newest bot, so that the next one ends it, and the
    round of sessions, so that signing out everywhere does.

    Raises:
        NotAllowed: a sanction forbids it.
        CannotBecomeBot: this account runs no more bots, or none at all.
    """
    _require_may_own(owner)
    return signing.dumps([owner.pk, *_state_of(owner)], salt=SALT, compress=False)


def become(user: User, code: str) -> User:
    """Make this account a bot's permanently, and return its owner, who made the code.

    Raises:
        NotAllowed: a sanction or another package's check forbids it.
        CannotBecomeBot: the code is wrong, was used or is too old, or one of the accounts is
            unsuitable.
    """
    require(may_play(user))
    bad_code = CannotBecomeBot(
        _("This code is wrong, was used, or is too old. Get a new one with your own account.")
    )
    try:
        owner_id, *state = signing.loads(code.strip(), salt=SALT, max_age=CODE_MINUTES * 60)
    except signing.BadSignature:
        raise bad_code from None
    with transaction.atomic():
        # Locked in one order: the second of two simultaneous requests sees the first one's result.
        pair = User.objects.select_for_update().filter(pk__in=[user.pk, owner_id])
        locked = {one.pk: one for one in pair.order_by("pk")}
        if owner_id not in locked:
            raise bad_code
        bot, owner = locked[user.pk], locked[owner_id]
        _require_may_become(bot)
        _require_may_run(owner, bot)
        if state != _state_of(owner):
            raise bad_code
        bot.bot_since, bot.run_by = timezone.now(), owner
        bot.save(update_fields=["bot_since", "run_by"])
        audit.log(None, "bot-account", about=bot, subject=f"run by {owner.username}")
    user.bot_since, user.run_by = bot.bot_since, owner
    return owner


def _require_may_become(bot: User) -> None:
    if bot.is_bot:
        raise CannotBecomeBot(_("This is already a bot account."))
    if bot.is_guest or bot.is_staff or bot.groups.exists():
        raise CannotBecomeBot(_("Guests and staff can’t become bots. Use a new account."))
    if bot.bots.exists():
        raise CannotBecomeBot(_("This account runs bots. Use another one for the bot."))
    for check in bot_checks:
        require(check(bot))


def _state_of(owner: User) -> list[object]:
    """Return what a code is bound to; it changes with each bot of the owner."""
    newest = owner.bots.order_by("-bot_since", "-pk").values_list("pk", "bot_since").first()
    since = newest[1] if newest is not None else None
    return [owner.session_round, newest and newest[0], since and since.isoformat()]


def _require_may_run(owner: User, bot: User) -> None:
    if owner.pk == bot.pk:
        words = _("This code belongs to this account. Get one with the account that runs the bot.")
        raise CannotBecomeBot(words)
    _require_may_own(owner)


def _require_may_own(owner: User) -> None:
    require(may_play(owner))
    if owner.is_bot or owner.is_guest:
        raise CannotBecomeBot(_("Only a registered player can run a bot."))
    if owner.bots.count() >= MOST:
        raise CannotBecomeBot(_("One account can run at most {most} bots."), most=MOST)


def run_by_same(one: User, other: User) -> bool:
    """Return whether two accounts have one owner, or one of them runs the other."""
    return (one.run_by_id or one.pk) == (other.run_by_id or other.pk)


def answering_for(user: User) -> User:
    """Return the account that answers for this one: a bot's owner, else itself."""
    return user if user.run_by is None else user.run_by


def bots_of(user: User) -> list[User]:
    """Return the bots that an account runs."""
    return list(user.bots.order_by("pk"))


def with_bots(user: User) -> list[User]:
    """Return an account and the bots that it runs."""
    return [user, *bots_of(user)]
