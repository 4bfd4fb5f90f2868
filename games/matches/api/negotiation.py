"""What the JSON door answers in."""

from __future__ import annotations

from collections.abc import Iterable

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class JsonAlone(DefaultContentNegotiation):
    """Whatever somebody would like: where there is one way to answer, that is the one."""

    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        ways = list(renderers)
        if len(ways) == 1:
            return ways[0], str(ways[0].media_type)
        chosen: tuple[BaseRenderer, str] = super().select_renderer(request, ways, format_suffix)
        return chosen
