"""Pages under ASGI: one thread handles a whole request, with all its middleware.

Django's own handler changes threads twice for every middleware, and starts a thread with a new
database connection for every request. All our pages are synchronous, so a pool of threads answers
them and keeps its connections (docs/decisions/0007-one-thread-a-request.md).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from io import BytesIO
from time import perf_counter
from typing import Any, ParamSpec, TypeVar, cast

from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.db import OperationalError
from django.http import (
    FileResponse,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.middleware.locale import LocaleMiddleware
from django.urls import get_resolver, set_script_prefix
from django_htmx.middleware import HtmxMiddleware

from core.asgi import Message, Receive, Scope, Send
from core.monitoring.context import WorkContext, request_answered, request_arrived
from core.server.security import Headers
from core.server.socket_limits import address_of
from core.server.store_watch import declines
from core.server.thread_turns import Turns

P = ParamSpec("P")
T = TypeVar("T")
Done = Callable[[asyncio.Future[HttpResponseBase]], None]


class PagesHandler(ASGIHandler):
    """Django's ASGI handler, but with each request in a single thread."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(settings.THREADS, thread_name_prefix="pages")
        self._turns = Turns(settings.THREADS_AN_ADDRESS)
        self.headers = Headers(lambda request: HttpResponse())
        self._decline: Any = HtmxMiddleware(cast(Any, LocaleMiddleware(decline)))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = perf_counter()
        try:
            body = await self.body_of(receive)
        except RequestAborted:
            return
        response = self._declined(scope, body, began) if declines(scope) else None
        response = response or await self.answer_on_loop(scope, body, began)
        if response is None:
            response = await self.answer_in_thread(scope, body, began)
        if isinstance(response, StreamingHttpResponse):
            if not response.is_async:
                content = cast(Iterator[bytes], response.streaming_content)
                response.streaming_content = self._parts(content)
            await self._stream(response, receive, send)
        else:
            await self.send_response(response, send)

    async def answer_on_loop(
        self, scope: Scope, body: bytes, began: float
    ) -> HttpResponseBase | None:
        """Return the response to a request that needs no thread; None for every other request."""
        return None

    async def answer_in_thread(
        self, scope: Scope, body: bytes, began: float, done: Done | None = None
    ) -> HttpResponseBase:
        """Return the response that a thread of the pool computes.

        Args:
            scope: The ASGI scope of the request.
            body: The whole body of the request.
            began: When the request arrived, by `perf_counter`.
            done: Called when the thread has finished, even if the client disconnected before.
        """
        async with self._turns.of(address_of(scope)):
            # It may have waited for requests that found out.
            if declines(scope) and (declined := self._declined(scope, body, began)) is not None:
                return declined
            answering = asyncio.ensure_future(self._in_thread(self._answer, scope, body, began))
            if done is not None:
                answering.add_done_callback(done)
            return await asyncio.shield(answering)

    def _declined(self, scope: Scope, body: bytes, began: float) -> HttpResponseBase | None:
        """Return the page or the JSON that says that the database is away."""
        request, _error = self.create_request(scope, BytesIO(body))
        if request is None:
            return None
        with WorkContext("html", began=began) as work:
            request_arrived(work, request)
            response: HttpResponse = self._decline(request)
            self.headers.add(response)
            request_answered(work, request, response)
        return response

    async def _in_thread(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in a thread of the pool, with the caller's context."""
        call = partial(copy_context().run, function, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    def _counted_response(self, request: HttpRequest, began: float) -> HttpResponseBase:
        with WorkContext("html", began=began) as work:
            request_arrived(work, request)
            response = self.get_response(request)
            request_answered(work, request, response)
        return response

    async def body_of(self, receive: Receive) -> bytes:
        """Read the body; stop as soon as it is longer than the limit, so that it is refused."""
        body = b""
        while len(body) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise RequestAborted
            body += message.get("body", b"")
            if not message.get("more_body", False):
                break
        return body

    async def _stream(self, response: StreamingHttpResponse, receive: Receive, send: Send) -> None:
        """Send a streaming response until it ends or the client disconnects.

        A client that stops reading is dropped: the server closes a connection whose response is
        unfinished.
        """

        async def send_in_time(message: Message) -> None:
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

    async def _parts(self, content: Iterator[bytes]) -> AsyncIterator[bytes]:
        """Yield the parts of a streaming response, each computed in a thread when it is due."""
        while (part := await self._in_thread(next, content, None)) is not None:
            yield part

    def _answer(self, scope: Scope, body: bytes, began: float) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, error = self.create_request(scope, BytesIO(body))
        response = error or self._counted_response(cast(HttpRequest, request), began)
        if isinstance(response, FileResponse):
            # Only static files of the embedded server, which are small.
            response = _in_memory(response)
        if not response.streaming:
            response.close()
        return response


def decline(request: HttpRequest) -> HttpResponse:
    """Answer with the site's page, or JSON, for a database that is away."""
    try:
        raise OperationalError("The database is away.")
    except OperationalError:
        # The page finds the reason as for any view that raised.
        return get_resolver().resolve_error_handler(500)(request)


async def _disconnected(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _in_memory(response: FileResponse) -> HttpResponse:
    whole = HttpResponse(b"".join(response), status=response.status_code)
    whole.headers = response.headers
    whole.cookies = response.cookies
    whole._resource_closers = response._resource_closers  # type: ignore[attr-defined]  # no stub
    return whole


class PlainHandler(ASGIHandler):
    """Django's own handler, with the same metrics and log line for each request."""

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        with WorkContext("html") as work:
            request_arrived(work, request)
            response = await super().get_response_async(request)
            request_answered(work, request, response)
        return response
