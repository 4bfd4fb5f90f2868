"""Pages under ASGI: one request, one thread, from the first middleware to the last.

Django's own handler changes threads twice for every middleware and makes a thread, and with it a
database connection, for every request. All our pages are synchronous: here a pool of lasting
threads answers them, with lasting connections: a JSON move took 14.2 ms of CPU with it when 17.0
with Django's own, an HTML move 12.7 when 16.0 (docs/decisions/0007-one-thread-a-request.md).
`FAST_HANDLER=off` takes Django's own.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from io import BytesIO
from time import perf_counter
from typing import Any, cast

from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import (
    FileResponse,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.urls import set_script_prefix

from games.matches import announce, moves_on_the_loop
from games.matches.announce import Outbox
from server.security import Headers
from server.socket_limits import address_of
from server.thread_turns import Turns
from watch.context import WorkContext, request_answered, request_arrived

MOVES = "/moves/"
"""How the addresses end at which moves are sent."""


class PagesHandler(ASGIHandler):
    """Django's ASGI handler with the whole of a request in one thread."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(settings.THREADS, thread_name_prefix="pages")
        self._turns = Turns(settings.THREADS_AN_ADDRESS)
        self._answer_move = moves_on_the_loop.answer
        self._longest_move = moves_on_the_loop.LONGEST
        self._headers = Headers(lambda request: HttpResponse())

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        began = perf_counter()
        try:
            body = await self.body_of(receive)
        except RequestAborted:
            return
        response = await self._move_on_the_loop(scope, body, began)
        if response is not None:
            await self.send_response(response, send)
            return
        with announce.collected() as announcements:
            async with self._turns.of(address_of(scope)):
                answering = asyncio.ensure_future(self._in_thread(self._answer, scope, body, began))
                # If this task is cancelled, the thread goes on: what it stores is announced.
                answering.add_done_callback(partial(_announce, announcements))
                response = await asyncio.shield(answering)
        if isinstance(response, StreamingHttpResponse) and response.is_async:
            await self._stream(response, receive, send)
            return
        if isinstance(response, StreamingHttpResponse):
            content = cast(Iterator[bytes], response.streaming_content)
            response.streaming_content = self._parts(response, content)
        await self.send_response(response, send)

    async def _move_on_the_loop(self, scope: Any, body: bytes, began: float) -> Any:
        """The answer to a move for which no thread is needed; None for everything else."""
        if scope["method"] != "POST" or not scope["path"].endswith(MOVES):
            return None
        if len(body) > self._longest_move:
            return None
        request, _error = self.create_request(scope, BytesIO(body))
        if request is None:
            return None
        with WorkContext("html", began=began) as work:
            request_arrived(work, request)
            response = await self._answer_move(request)
            if response is None:
                return None
            self._headers.add(response)
            request_answered(work, request, response)
        return response

    async def _in_thread(self, function: Callable[..., Any], *args: Any) -> Any:
        """The result of a function that is called in a thread, with the caller's context."""
        call = partial(copy_context().run, function, *args)
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    def _counted_response(self, request: HttpRequest, began: float) -> HttpResponseBase:
        with WorkContext("html", began=began) as work:
            request_arrived(work, request)
            response = self.get_response(request)
            request_answered(work, request, response)
        return response

    async def body_of(self, receive: Any) -> bytes:
        """The body, but of one that is too large no more than its refusal needs."""
        body = b""
        while len(body) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise RequestAborted
            body += message.get("body", b"")
            if not message.get("more_body", False):
                break
        return body

    async def _stream(self, response: StreamingHttpResponse, receive: Any, send: Any) -> None:
        """Send an answer that the event loop makes, until its end or the client's.

        Whoever takes nothing of it for a while is dropped: the server closes a connection whose
        answer was not finished.
        """

        async def send_in_time(message: Mapping[str, Any]) -> None:
            async with asyncio.timeout(settings.STREAM_SEND_SECONDS):
                await send(message)

        sending = asyncio.ensure_future(self.send_response(response, send_in_time))
        leaving = asyncio.ensure_future(_disconnected(receive))
        try:
            await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            sending.cancel()
            ended, _ = await asyncio.gather(sending, leaving, return_exceptions=True)
            await self._in_thread(response.close)
        if isinstance(ended, Exception) and not isinstance(ended, TimeoutError):
            raise ended

    async def _parts(self, response: Any, content: Iterator[bytes]) -> AsyncIterator[bytes]:
        """The parts of a streaming response, each made in a thread of the pool when it is sent."""
        try:
            while (part := await self._in_thread(next, content, None)) is not None:
                yield part
        finally:
            await self._in_thread(response.close)

    def _answer(self, scope: Any, body: bytes, began: float) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, error = self.create_request(scope, BytesIO(body))
        response = error or self._counted_response(cast(HttpRequest, request), began)
        if isinstance(response, FileResponse):
            # Static files in the embedded default: small enough to be read here.
            response = _in_memory(response)
        if not response.streaming:
            response.close()
        return response


def _announce(announcements: Outbox, _answered: asyncio.Future[Any]) -> None:
    if announcements:
        announce.deliver_soon(announcements)


async def _disconnected(receive: Any) -> None:
    """Wait until the client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _in_memory(response: Any) -> HttpResponse:
    whole = HttpResponse(b"".join(response.streaming_content), status=response.status_code)
    whole.headers = response.headers
    whole.cookies = response.cookies
    whole._resource_closers = response._resource_closers  # type: ignore[attr-defined]  # no stub
    return whole


class PlainHandler(ASGIHandler):
    """Django's own, with the same metrics and log line for each request."""

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        with WorkContext("html") as work:
            request_arrived(work, request)
            response = await super().get_response_async(request)
            request_answered(work, request, response)
        return response


def get_application() -> ASGIHandler:
    """Return the application for pages."""
    return PagesHandler() if settings.FAST_HANDLER else PlainHandler()
