"""How programs are known, as the schema says it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import SAFE_METHODS

from accounts.api import SCHEME, TokenAuthentication
from accounts.models import Scope


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": SCHEME.lower()}


class ScopedSchema(AutoSchema):
    """The schema of an endpoint, with the scope that a token needs there.

    What it is for is declared with it: the docstrings of views are for those who change them.
    """

    def get_description(self) -> str:  # type: ignore[override]  # as the library calls it
        return ""

    def get_auth(self) -> list[dict[str, Any]]:
        reads = self.method in SAFE_METHODS
        scope = Scope.READ if reads else getattr(self.view, "scope", "")
        known = [
            {name: [str(scope)] if name == TokenScheme.name else roles}
            for one in super().get_auth()
            for name, roles in one.items()
        ]
        for_everybody = reads and not getattr(self.view, "signed_in", False)
        return [*known, {}] if for_everybody else known
