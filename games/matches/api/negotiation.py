"""The parser of the JSON API, and the format of its answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import IO

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.engine.contract import Json
from games.matches import client_json


class BoundedJsonParser(JSONParser):
    """A parser that refuses what `client_json` does, with BadBody."""

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, object] | None = None,
    ) -> Json:
        parsed: Json = client_json.parse(stream.read())
        return parsed


class JsonOnly(DefaultContentNegotiation):
    """Negotiation that ignores the client's `Accept` header: refusals are JSON in any case."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        only = next(iter(renderers))
        return only, str(only.media_type)
