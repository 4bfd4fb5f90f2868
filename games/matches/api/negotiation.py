"""What the JSON API reads, and what it answers in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class BoundedJsonParser(JSONParser):
    """JSON that is nested too deeply for Python is no JSON, wherever the body is first read.

    The check for cross-site requests reads it too, before any view could catch the error.
    """

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError("JSON parse error - nested too deeply") from None


class JsonAlone(DefaultContentNegotiation):
    """Ignores what the client accepts where there is only one format to answer in."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first, *others = renderers
        if not others:
            return first, str(first.media_type)
        return super().select_renderer(request, [first, *others], format_suffix)  # type: ignore[no-any-return]
