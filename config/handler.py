"""Pages under ASGI: one request, one thread, from the first middleware to the last.

Django's own handler changes threads twice for every middleware and makes a thread, and with it a
database connection, for every request. All our pages are synchronous: here a pool of lasting
threads answers them, with lasting connections (docs/decisions: "One thread a request"). Moves of
an embedded house need not even that (`config/at_once.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from io import BytesIO
from time import perf_counter
from typing import Any

from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.db import connection
from django.http import FileResponse, HttpRequest, HttpResponse
from django.urls import set_script_prefix

from config import at_once
from games import announce
from watch.requests import Watched


class PagesHandler(ASGIHandler):
    """Django's ASGI handler with the whole of a request in one thread."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(settings.THREADS, thread_name_prefix="pages")
        self._deliveries: set[asyncio.Task[None]] = set()
        self._store_is_a_file = connection.vendor == "sqlite"

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        began = perf_counter()
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with announce.collected() as announcements:
            answer, response = partial(self._answer, scope, body, began), None
            if self._store_is_a_file and at_once.is_move(scope):
                response = at_once.answered(answer)
            if response is None:
                response = await self._in_thread(answer)
        if announcements:
            delivery = asyncio.ensure_future(announce.deliver(announcements))
            self._deliveries.add(delivery)
            delivery.add_done_callback(self._deliveries.discard)
        if response.streaming:
            response.streaming_content = self._parts(response, iter(response.streaming_content))
        await self.send_response(response, send)

    async def _in_thread(self, do: Callable[..., Any], *given: Any) -> Any:
        """What `do` returns; in its thread it finds the context of who asked."""
        do = partial(copy_context().run, do, *given)
        return await asyncio.get_running_loop().run_in_executor(self._threads, do)

    def _watched(self, request: HttpRequest, began: float) -> HttpResponse:
        with Watched(began) as watched:
            watched.arrived(request)
            response = self.get_response(request)
            watched.answered(request, response)
        return response

    async def read_body(self, body_receive: Any) -> bytes:
        """The body, but no more of it than a refusal needs."""
        body = b""
        while len(body) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            message = await body_receive()
            if message["type"] == "http.disconnect":
                raise RequestAborted
            body += message.get("body", b"")
            if not message.get("more_body", False):
                break
        return body

    async def _parts(self, response: Any, content: Iterator[bytes]) -> AsyncIterator[bytes]:
        """What is long is made part by part while it is sent, each in a thread of the pool."""
        try:
            while (part := await self._in_thread(next, content, None)) is not None:
                yield part
        finally:
            await self._in_thread(response.close)

    def _answer(self, scope: Any, body: bytes, began: float) -> HttpResponse:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, error = self.create_request(scope, BytesIO(body))
        response = error if request is None else self._watched(request, began)
        if isinstance(response, FileResponse):
            # Static files in the embedded default: small enough to be read here.
            response = _whole(response)
        if not response.streaming:
            response.close()
        return response


def _whole(response: Any) -> HttpResponse:
    whole = HttpResponse(b"".join(response.streaming_content), status=response.status_code)
    whole.headers = response.headers
    whole.cookies = response.cookies
    whole._resource_closers = response._resource_closers
    return whole


def get_application() -> PagesHandler:
    """The application for pages, with Django set up."""
    import django

    django.setup(set_prefix=False)
    return PagesHandler()
