"""Pages under ASGI: one request, one thread, from the first middleware to the last.

Django's own handler changes threads twice for every middleware and makes a thread, and with it a
database connection, for every request. All our pages are synchronous: here a pool of lasting
threads answers them, with lasting connections (docs/decisions: "One thread a request").
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse
from django.urls import set_script_prefix

THREADS = int(os.environ.get("TAVOLA_THREADS", "8"))


class PagesHandler(ASGIHandler):
    """Django's ASGI handler with the whole of a request in one thread of a pool."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        pool = ThreadPoolExecutor(THREADS, thread_name_prefix="pages")
        self._answer_in_thread = sync_to_async(self._answer, thread_sensitive=False, executor=pool)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        response = await self._answer_in_thread(scope, body)
        await self.send_response(response, send)

    def _answer(self, scope: Any, body: Any) -> HttpResponse:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, error = self.create_request(scope, body)
        response = error if request is None else self.get_response(request)
        if response.streaming:
            # Static files in the embedded default: small enough to be read here.
            response = _whole(response)
        response.close()
        body.close()
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
