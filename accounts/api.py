"""Authentication of programs in the JSON API: access tokens and their scopes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext_noop as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from accounts.bearer import brings_token, token_of
from accounts.models import AccessToken, Scope, User
from accounts.refusals import BadToken, ScopeMissing

if TYPE_CHECKING:
    from rest_framework.views import APIView  # whose settings import this module

BAD_TOKEN = _(
    "This token is invalid or has expired. Create a new one under Settings › Programs ({address})."
)
NO_TOKEN = _(
    "Send a token in the header “Authorization”, as “Bearer tavola_…”."
    " You create one under Settings › Programs ({address})."
)
SCHEME = "Bearer"
"""The value of `WWW-Authenticate` in a 401 response."""


def bad_token() -> BadToken:
    """Return the refusal of a token that is invalid or has ended."""
    return BadToken(BAD_TOKEN, address=reverse("people:tokens"))


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer tavola_…`; an invalid key is refused, not ignored."""

    def authenticate(self, request: Request) -> tuple[User, AccessToken] | None:
        if not brings_token(request._request):
            return None
        token = token_of(request._request)
        if token is None:
            raise bad_token()
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return SCHEME


class HasScope(BasePermission):
    """Allows a program what its token's scopes allow, and a browser what its user may do.

    A view names in `scope` what its writes need. Without a name no token may write. Reads need
    `read_scope`, if the view has one.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        if isinstance(request.auth, AccessToken):
            reads = request.method in SAFE_METHODS
            needed = (
                getattr(view, "read_scope", Scope.READ) if reads else getattr(view, "scope", "")
            )
            require_scope(request.auth, needed)
        return True


def require_scope(token: AccessToken, scope: str) -> None:
    """Raise ScopeMissing unless the token has the scope."""
    if scope not in token.scopes:
        words = _("This token can’t do that: it lacks the scope “{scope}”.")
        raise ScopeMissing(words, scope=scope or "-")
