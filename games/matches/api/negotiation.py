"""Which format the JSON API answers in."""

from collections.abc import Iterable

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class JsonAlone(DefaultContentNegotiation):
    """Ignores what the client accepts where there is only one format to answer in."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first, *others = renderers
        if not others:
            return first, str(first.media_type)
        return super().select_renderer(request, [first, *others], format_suffix)  # type: ignore[no-any-return]
