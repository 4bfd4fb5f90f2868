"""Accounts of bots: converted permanently, and run by an owner who answers for them."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.permissions import Answer, may_play
from accounts.refusals import CannotBecomeBot, require
from accounts.services import audit, tokens
from core.registry import Registry

MOST = 5
"""The most bots that one account may run."""
bot_checks: Registry[Callable[[User], Answer]] = Registry("bot checks")
"""Checks that other packages add for an account that is to become a bot's."""


def become(user: User, owner_key: str) -> User:
    """Make this account a bot's permanently, and return its owner.

    `owner_key` is a token of the owner's account, which shows that the owner agrees. The token
    stays valid.

    Raises:
        NotAllowed: a sanction or another package's check forbids it.
        CannotBecomeBot: the key is no token, or one of the accounts is unsuitable.
    """
    require(may_play(user))
    token = tokens.find(owner_key.strip())
    if token is None:
        raise CannotBecomeBot(
            _("This isn’t a valid token. Create one with the account that runs the bot.")
        )
    with transaction.atomic():
        # Locked in one order: the second of two simultaneous requests sees the first one's result.
        pair = User.objects.select_for_update().filter(pk__in=[user.pk, token.user_id])
        locked = {one.pk: one for one in pair.order_by("pk")}
        bot, owner = locked[user.pk], locked[token.user_id]
        _require_may_become(bot)
        _require_may_run(owner, bot)
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


def _require_may_run(owner: User, bot: User) -> None:
    require(may_play(owner))
    if owner.pk == bot.pk:
        words = _("That token belongs to this account. Use one from the account that runs the bot.")
        raise CannotBecomeBot(words)
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


def with_bots(user: User) -> list[User]:
    """Return an account and the bots that it runs."""
    return [user, *user.bots.order_by("pk")]
