"""The endpoints of a move: forms with and without htmx, a button with the whole move, and JSON."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from django.test import Client

from games.engine.contract import Json
from tests.helpers.responses import Response

HTMX = {"HX-Request": "true"}


@dataclass(frozen=True)
class Endpoint:
    name: str
    json: bool = False
    api: bool = False
    htmx: bool = False
    button: bool = False

    def address(self, match_id: str) -> str:
        return f"{'/api/v1' if self.api else ''}/matches/{match_id}/moves/"

    def move(self, client: Client, match_id: str, move: Json, token: Any) -> Response:
        address, body = self.address(match_id), {**move}
        if token is not None:
            body["turn_token"] = token
        if self.json:
            return client.post(address, body, content_type="application/json")
        if self.button:
            form = {"move": json.dumps(move), **({} if token is None else {"turn_token": token})}
        else:
            form = {name: _written(value) for name, value in body.items()}
        return client.post(address, form, headers=HTMX if self.htmx else {})

    def send(self, client: Client, match_id: str, body: bytes | str) -> Response:
        """Send a raw body with the endpoint's content type."""
        kind = "application/json" if self.json else "application/x-www-form-urlencoded"
        headers = HTMX if self.htmx else {}
        return client.post(self.address(match_id), body, content_type=kind, headers=headers)

    def refusal(self, response: Response) -> tuple[int, str, str]:
        """Return status, code and sentence of a refusal."""
        if self.json:
            assert response["Content-Type"] == "application/json"
            error = response.json()["error"]
            assert set(error) == {"code", "reason"}
            return response.status_code, error["code"], error["reason"]
        return response.status_code, *_refusal_in(response.content.decode())

    def has_table(self, response: Response) -> bool:
        if self.json:
            return "table" in response.json()
        return 'id="table"' in response.content.decode()

    def token_in(self, response: Response) -> str | None:
        """Return the token of the question in the answer's table."""
        if self.json:
            answer: Json = response.json()
            token: str | None = answer.get("table", answer)["turn_token"]
            return token
        found = re.search(r'name="turn_token" value="(\w+)"', response.content.decode())
        return found[1] if found else None


ENDPOINTS = [
    Endpoint("form"),
    Endpoint("htmx", htmx=True),
    Endpoint("button", button=True),
    Endpoint("json", json=True),
    Endpoint("api", json=True, api=True),
]


def _written(value: Any) -> str:
    plain = isinstance(value, str) and value.isprintable()
    return value if plain else json.dumps(value)


def _refusal_in(html: str) -> tuple[str, str]:
    found = re.search(r'data-code="([\w-]+)"[^>]*>(.*?)</p>', html, re.S)
    assert found, "no refusal on the page"
    text = re.sub(r"<h1>.*?</h1>|<[^>]*>", " ", found[2], flags=re.S)
    return found[1], " ".join(text.split())


def without_tokens(html: str) -> str:
    """Remove from a page the tokens that differ between requests."""
    return re.sub(r'(csrfmiddlewaretoken" value="|CSRFToken": ")\w{64}', r"\1", html)
