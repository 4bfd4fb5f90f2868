"""Access tokens: made, found by their key, and revoked."""

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
from core.monitoring.rate_limit import limit_use

PREFIX = "tavola_"
"""Makes a leaked key recognisable in a log or a repository."""
KEY_BYTES = 32
DAYS = (7, 30, 90, 365)
"""The lifetimes in days that a user can choose."""
MOST = 10
"""The most tokens of one user at a time; rate limits count each token separately."""
MADE_A_DAY = 30
"""The most tokens made in a day, so that a new token is no way around a rate limit."""
NOTED_EVERY = timedelta(minutes=5)


def digest_of(key: str) -> str:
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def make(user: User, name: str, scopes: Collection[str], days: int) -> tuple[AccessToken, str]:
    """Make a token, and return it with its key, which is stored nowhere.

    Every token may read: the answers to a program's writes show what its user may see.

    Raises:
        GuestAccount: the user is a guest.
        CannotMakeToken: the values are wrong, the name is in use, or there are too many tokens.
        TooManyTokens: the user made too many today.
    """
    if user.is_guest:
        raise GuestAccount(_("Only registered players can use programs. Keep your account first."))
    if days not in DAYS or not name.strip() or not set(scopes) <= set(Scope.values):
        raise CannotMakeToken(_("A token needs a name, an expiry date and permissions. Try again."))
    refusal = TooManyTokens(_("You have created many tokens today. Try again tomorrow."))
    limit_use(f"tokens-made:{user.pk}", MADE_A_DAY, 24 * 60 * 60, refusal)
    key = PREFIX + secrets.token_urlsafe(KEY_BYTES)
    granted = [one for one in Scope.values if one in scopes or one == Scope.READ]
    now = timezone.now()
    with transaction.atomic():
        # Locked, so that simultaneous requests count each other.
        User.objects.select_for_update().get(pk=user.pk)
        AccessToken.objects.filter(user=user, name=name.strip(), expires_at__lte=now).delete()
        if AccessToken.objects.filter(user=user, expires_at__gt=now).count() >= MOST:
            words = _("You have {most} tokens, the maximum. Revoke one first.")
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
            raise CannotMakeToken(
                _("You already have a token with this name. Choose another one.")
            ) from None
    return token, key


def find(key: str) -> AccessToken | None:
    """Return the valid token of a key with its user, or None, and record its use."""
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
    """Return whether a loaded token has not expired and its account is open."""
    return not token.is_over and token.user.is_active


def is_stored(token: AccessToken) -> bool:
    """Return whether the database still has this token, neither revoked nor expired."""
    rows = AccessToken.objects.filter(pk=token.pk, expires_at__gt=timezone.now())
    return rows.filter(user__is_active=True).exists()


def tokens_of(user: User) -> list[AccessToken]:
    """Return the user's tokens, newest first; an expired one stays listed for a while."""
    return list(AccessToken.objects.filter(user=user).order_by("-created_at", "-pk"))


def revoke(user: User, token_id: int) -> str:
    """Revoke a token of this user and return its name; raise NoSuchToken."""
    token = AccessToken.objects.filter(user=user, pk=token_id).first()
    if token is None:
        raise NoSuchToken(_("This token no longer exists."))
    _end([token])
    return token.name


def revoke_all(user: User) -> None:
    """Revoke every token of this user."""
    _end(list(AccessToken.objects.filter(user=user)))


def _end(tokens: list[AccessToken]) -> None:
    keys = [token.pk for token in tokens]
    AccessToken.objects.filter(pk__in=keys).delete()
    if keys:
        tokens_ended.send_robust(AccessToken, tokens=keys)
