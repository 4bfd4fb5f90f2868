"""A program that uses the JSON API with a token."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.test import Client

from accounts.models import User
from tests.helpers.responses import Response
from tests.helpers.tokens import bearer, key_for

ROOT = "/api/v1/"


class Program:
    """A client with a token of this user, or without a token."""

    def __init__(self, user: User | None = None, *scopes: str) -> None:
        headers = {} if user is None else bearer(key_for(user, *scopes))
        self._client = Client(headers=headers, enforce_csrf_checks=True)

    def ask(
        self, method: str, path: str, body: Any = None, query: str = "", **headers: str
    ) -> Response:
        """Send a request, and return the answer; underscores in header names become hyphens."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        send: Callable[..., Response] = getattr(self._client, method)
        address = f"{ROOT}{path}{'?' if query else ''}{query}"
        if method == "get":
            return send(address, headers=named)
        return send(address, {} if body is None else body, "application/json", headers=named)

    def get(self, path: str, query: str = "", **headers: str) -> Response:
        return self.ask("get", path, None, query, **headers)

    def read(self, path: str, query: str = "") -> Any:
        """Return the JSON of an address, which must answer with 200."""
        answer = self.get(path, query)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def post(self, path: str, body: Any = None, **headers: str) -> Response:
        return self.ask("post", path, body, **headers)

    def does(self, path: str, body: Any = None, method: str = "post", status: int = 200) -> Any:
        """Send a write that must succeed, and return the answer's JSON."""
        answer = self.ask(method, path, body)
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None


def refusal(answer: Response) -> tuple[int, str]:
    """Return status and code of an error, after checking its format."""
    assert answer["Content-Type"].startswith("application/json"), answer.headers
    error = answer.json()["error"]
    assert set(error) == {"code", "reason"}
    assert error["reason"]
    return answer.status_code, error["code"]
