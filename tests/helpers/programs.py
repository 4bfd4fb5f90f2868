"""A program that talks to the JSON API by a token, as one from outside would."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.test import Client

from accounts.models import User
from tests.helpers.responses import Response
from tests.helpers.tokens import bearer, key_for

ROOT = "/api/v1/"


class Program:
    """Whoever has this token, or nobody."""

    def __init__(self, user: User | None = None, *scopes: str) -> None:
        headers = {} if user is None else bearer(key_for(user, *scopes))
        self._client = Client(headers=headers, enforce_csrf_checks=True)

    def ask(
        self, method: str, path: str, body: Any = None, query: str = "", **headers: str
    ) -> Response:
        """The answer; underscores in the names of headers are hyphens."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        send: Callable[..., Response] = getattr(self._client, method)
        address = f"{ROOT}{path}{'?' if query else ''}{query}"
        if method == "get":
            return send(address, headers=named)
        return send(address, {} if body is None else body, "application/json", headers=named)

    def get(self, path: str, query: str = "", **headers: str) -> Response:
        return self.ask("get", path, None, query, **headers)

    def read(self, path: str, query: str = "") -> Any:
        """What an address tells, which must be there."""
        answer = self.get(path, query)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def post(self, path: str, body: Any = None, **headers: str) -> Response:
        return self.ask("post", path, body, **headers)

    def does(self, path: str, body: Any = None, method: str = "post", status: int = 200) -> Any:
        """What comes of a write, which must be allowed."""
        answer = self.ask(method, path, body)
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None


def refusal(answer: Response) -> tuple[int, str]:
    """Status and code of an answer in the one shape of all errors."""
    assert answer["Content-Type"].startswith("application/json"), answer.headers
    error = answer.json()["error"]
    assert set(error) == {"code", "reason"}
    assert error["reason"]
    return answer.status_code, error["code"]
