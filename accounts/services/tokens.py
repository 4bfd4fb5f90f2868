"""Access tokens: made, found by their key, and ended."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import timedelta
from hashlib import sha256

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop as _

from accounts.models import AccessToken, Scope, User
from accounts.refusals import CannotMakeToken, GuestAccount, NoSuchToken, TooManyTokens
from accounts.signals import tokens_ended
from watch.rate_limit import is_beyond

PREFIX = "tavola_"
"""By which a key that leaked is recognised, in a log or in somebody's repository."""
KEY_BYTES = 32
DAYS = (7, 30, 90, 365)
"""For how many days a token may be made."""
MOST = 10
"""Tokens that somebody has at once; each is counted by itself where requests are limited."""
MADE_A_DAY = 30
"""So many are made in a day: a new token is no way around a limit."""
NOTED_EVERY = timedelta(minutes=5)


def digest_of(key: str) -> str:
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def make(user: User, name: str, scopes: Collection[str], days: int) -> tuple[AccessToken, str]:
    """A new token and its key, which is stored nowhere.

    Every token may read: what a program does it is answered with what it may see. CannotMakeToken,
    GuestAccount, TooManyTokens.
    """
    if user.is_guest:
        raise GuestAccount(_("Programs are for lasting accounts. Keep yours first."))
    if days not in DAYS or not name.strip() or not set(scopes) <= set(Scope.values):
        raise CannotMakeToken(_("A token has a name, an end, and what it may do. Try again."))
    if is_beyond(f"tokens-made:{user.pk}", MADE_A_DAY, 24 * 60 * 60):
        raise TooManyTokens(_("You have made many tokens today. Go on tomorrow."))
    key = PREFIX + secrets.token_urlsafe(KEY_BYTES)
    granted = [one for one in Scope.values if one in scopes or one == Scope.READ]
    now = timezone.now()
    with transaction.atomic():
        # Locked: of several requests at once each counts those before it.
        User.objects.select_for_update().get(pk=user.pk)
        AccessToken.objects.filter(user=user, name=name.strip(), expires_at__lte=now).delete()
        if AccessToken.objects.filter(user=user, expires_at__gt=now).count() >= MOST:
            words = _("You have {most} tokens, as many as one account may have. Revoke one first.")
            raise CannotMakeToken(words, most=MOST)
        try:
            with transaction.atomic():
                token = AccessToken.objects.create(
                    user=user,
                    name=name.strip(),
                    digest=digest_of(key),
                    scopes=granted,
                    created_at=now,
                    expires_at=now + timedelta(days=days),
                )
        except IntegrityError:
            raise CannotMakeToken(_("You have a token of this name. Choose another one.")) from None
    return token, key


def find(key: str) -> AccessToken | None:
    """The token of a key with its user, if it is valid and the account open; its use is noted."""
    if not key.startswith(PREFIX):
        return None
    token = AccessToken.objects.select_related("user").filter(digest=digest_of(key)).first()
    if token is None or not goes_on(token):
        return None
    now = timezone.now()
    if token.last_used_at is None or token.last_used_at < now - NOTED_EVERY:
        older = Q(last_used_at=None) | Q(last_used_at__lt=now - NOTED_EVERY)
        AccessToken.objects.filter(older, pk=token.pk).update(last_used_at=now)
    return token


def goes_on(token: AccessToken) -> bool:
    """Whether a token, as it was read, has not ended by itself, and its account is open."""
    return not token.is_over and token.user.is_active


def is_stored(token: AccessToken) -> bool:
    """Whether a token that was read once has not been revoked since, and is not over."""
    rows = AccessToken.objects.filter(pk=token.pk, expires_at__gt=timezone.now())
    return rows.filter(user__is_active=True).exists()


def tokens_of(user: User) -> list[AccessToken]:
    """Somebody's tokens, the newest first; one that is over stays listed for a while."""
    return list(AccessToken.objects.filter(user=user).order_by("-created_at", "-pk"))


def revoke(user: User, token_id: int) -> str:
    """End a token of this user at once, and return its name; NoSuchToken."""
    token = AccessToken.objects.filter(user=user, pk=token_id).first()
    if token is None:
        raise NoSuchToken(_("There is no such token any more."))
    _end([token])
    return token.name


def revoke_all(user: User) -> None:
    """End every token of this user."""
    _end(list(AccessToken.objects.filter(user=user)))


def _end(tokens: list[AccessToken]) -> None:
    keys = [token.pk for token in tokens]
    AccessToken.objects.filter(pk__in=keys).delete()
    if keys:
        tokens_ended.send_robust(AccessToken, tokens=keys)
