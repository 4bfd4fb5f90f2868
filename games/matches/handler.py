"""The HTTP application: moves on the event loop, every other request in a thread."""

from __future__ import annotations

import asyncio
from functools import partial
from io import BytesIO

from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpResponseBase

from core.asgi import Scope
from core.monitoring.context import WorkContext, request_answered, request_arrived
from core.server.handler import Done, PagesHandler, PlainHandler
from games.matches import moves_on_the_loop, publish
from games.matches.publish import Outbox


class MatchesHandler(PagesHandler):
    """A handler that answers moves without a thread, and sends the messages of threads."""

    async def answer_on_loop(
        self, scope: Scope, body: bytes, began: float
    ) -> HttpResponseBase | None:
        if not moves_on_the_loop.may_be_move(scope, body):
            return None
        request, _error = self.create_request(scope, BytesIO(body))
        if request is None:
            return None
        with WorkContext("html", began=began) as work:
            request_arrived(work, request)
            response = await moves_on_the_loop.answer(request)
            if response is None:
                return None
            self.headers.add(response)
            request_answered(work, request, response)
        return response

    async def answer_in_thread(
        self, scope: Scope, body: bytes, began: float, done: Done | None = None
    ) -> HttpResponseBase:
        with publish.collected() as outbox:
            return await super().answer_in_thread(scope, body, began, partial(_publish, outbox))


def _publish(outbox: Outbox, _answered: asyncio.Future[HttpResponseBase]) -> None:
    if outbox:
        publish.deliver_soon(outbox)


def get_application() -> ASGIHandler:
    """Return the application for pages; with `FAST_HANDLER=off` it is Django's own handler."""
    return MatchesHandler() if settings.FAST_HANDLER else PlainHandler()
