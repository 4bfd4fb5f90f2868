"""Accounts of bots: made so once and for good, by whoever runs them, who answers for them."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.permissions import Answer, may_play
from accounts.refusals import CannotBecomeBot, require
from accounts.services import audit, tokens

MOST = 5
"""So many bots one account runs at most."""
bot_checks: list[Callable[[User], Answer]] = []
"""What other packages ask of an account that is to become a bot's: (user) → whether it may."""


def become(user: User, owner_key: str) -> User:
    """Make this account a bot's, for good, and return who runs it; NotAllowed, CannotBecomeBot.

    `owner_key`: a token of the owner's own account, which shows that they agree. It stays theirs.
    """
    require(may_play(user))
    token = tokens.find(owner_key.strip())
    if token is None:
        raise CannotBecomeBot(_("This is no token. Make one with the account that runs the bot."))
    with transaction.atomic():
        # Locked in one order: of two requests at once the second sees what the first did.
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
        raise CannotBecomeBot(_("This is a bot’s account already."))
    if bot.is_guest or bot.is_staff or bot.groups.exists():
        raise CannotBecomeBot(_("Guests, and whoever works here, are people. Take a new account."))
    if bot.bots.exists():
        raise CannotBecomeBot(_("This account runs bots. Take another one for the bot."))
    for check in bot_checks:
        require(check(bot))


def _require_may_run(owner: User, bot: User) -> None:
    require(may_play(owner))
    if owner.pk == bot.pk:
        words = _("That is a token of this very account. Take one of the account that runs it.")
        raise CannotBecomeBot(words)
    if owner.is_bot or owner.is_guest:
        raise CannotBecomeBot(_("A bot is run by somebody with a lasting account."))
    if owner.bots.count() >= MOST:
        raise CannotBecomeBot(_("One account runs {most} bots at most."), most=MOST)


def run_by_same(one: User, other: User) -> bool:
    """Whether two accounts have one owner, or one of them runs the other."""
    return (one.run_by_id or one.pk) == (other.run_by_id or other.pk)


def answering_for(user: User) -> User:
    """Who answers for what an account does: of a bot, whoever runs it."""
    return user if user.run_by is None else user.run_by


def with_bots(user: User) -> list[User]:
    """An account, and the bots that it runs."""
    return [user, *user.bots.order_by("pk")]
