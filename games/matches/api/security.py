"""The schema's description of what all endpoints share: tokens, query parameters and ETags."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from rest_framework.permissions import SAFE_METHODS

from accounts.api import SCHEME, TokenAuthentication
from accounts.models import Scope
from games.engine.contract import Json

JSON = "application/json"
ETAG = {
    "ETag": {
        "description": "To send as `If-None-Match` with the next request.",
        "schema": {"type": "string"},
    }
}
IF_NONE_MATCH = {
    "in": "header",
    "name": "If-None-Match",
    "description": "The `ETag` of the answer that you have: 304 if it is still the same.",
    "schema": {"type": "string"},
}

LINK_KEY = {
    "in": "query",
    "name": "key",
    "description": "The key of the invitation link, for a private table at which you do not sit.",
    "schema": {"type": "string"},
}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # no types
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {"type": "http", "scheme": SCHEME.lower()}


class ScopedSchema(AutoSchema):
    """The schema of an endpoint, with its query parameters and the scope that a token needs there.

    Descriptions are declared with `operation`; docstrings of views are for developers.
    """

    def get_operation(self, *args: Any) -> Json | None:
        """Return the operation with what `ApiView` adds: keys of private tables, ETags of reads."""
        operation: Json | None = super().get_operation(*args)
        if operation is None:
            return None
        if "{match_id}" in self.path:
            operation.setdefault("parameters", []).append(LINK_KEY)
        if self.method in SAFE_METHODS:
            answers = operation["responses"]
            if JSON in answers["200"].get("content", {}):
                answers["200"]["headers"] = ETAG
                answers["304"] = {"description": "Unchanged", "headers": ETAG}
                operation.setdefault("parameters", []).append(IF_NONE_MATCH)
        return operation

    def _get_request_body(self, direction: str = "request") -> Json | None:
        """Describe the body of a DELETE too: the library describes none."""
        method, self.method = self.method, "POST" if self.method == "DELETE" else self.method
        describe: Any = super()._get_request_body
        try:
            body: Json | None = describe(direction)
        finally:
            self.method = method
        return body

    def get_override_parameters(self) -> list[Any]:
        query = getattr(self.view, "query", None)
        return [query] if query is not None and self.method in SAFE_METHODS else []

    def get_description(self) -> str:  # type: ignore[override]  # as the library calls it
        return ""

    def get_auth(self) -> list[dict[str, list[str]]]:
        reads = self.method in SAFE_METHODS
        scope = getattr(self.view, "read_scope" if reads else "scope", Scope.READ if reads else "")
        known = [
            {name: [str(scope)] if name == TokenScheme.name else roles}
            for one in super().get_auth()
            for name, roles in one.items()
        ]
        for_everybody = reads and not getattr(self.view, "signed_in", False)
        return [*known, {}] if for_everybody else known
