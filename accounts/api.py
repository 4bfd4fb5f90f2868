"""How programs are known to the JSON API: by an access token, and what its scopes let it do."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.bearer import brings_token, token_of
from accounts.models import AccessToken, Scope, User
from accounts.refusals import BadToken, ScopeMissing

BAD_TOKEN = _("This token is not valid, or no longer. Make a new one in your settings.")
SCHEME = "Bearer"
"""What an answer of 401 says in `WWW-Authenticate`."""


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer tavola_…`; a key that is not valid is refused, never overlooked."""

    def authenticate(self, request: Request) -> tuple[User, AccessToken] | None:
        if not brings_token(request._request):
            return None
        token = token_of(request._request)
        if token is None:
            raise BadToken(BAD_TOKEN)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return SCHEME


class HasScope(BasePermission):
    """A program may do what its token was made for; a browser, what its user may.

    Views name in `scope` what their writes need. Where none is named no token writes.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        if isinstance(request.auth, AccessToken):
            reads = request.method in SAFE_METHODS
            require_scope(request.auth, Scope.READ if reads else getattr(view, "scope", ""))
        return True


def require_scope(token: AccessToken, scope: str) -> None:
    """ScopeMissing unless the token was made for this."""
    if scope not in token.scopes:
        words = _("This token may not do that: it lacks the scope “{scope}”.")
        raise ScopeMissing(words, scope=scope or "-")
