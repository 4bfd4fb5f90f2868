"""What is told of a request once it is answered: figures, and one line."""

from __future__ import annotations

import logging
import re
from time import perf_counter

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from watch import metrics
from watch.context import Doing, current, ms, new_id

logger = logging.getLogger("tavola.request")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
GIVEN_ID = re.compile(r"[A-Za-z0-9-]{8,64}")


class Watched:
    """A request from its arrival to its answer: `with Watched(began) as watched: …`."""

    def __init__(self, began: float) -> None:
        self._doing = Doing("html", began=began)

    def __enter__(self) -> Watched:
        self._token = current.set(self._doing)
        return self

    def __exit__(self, *_what: object) -> None:
        current.reset(self._token)

    def arrived(self, request: HttpRequest) -> None:
        """What is known of it before anybody has looked at it."""
        doing = self._doing
        given = request.META.get("HTTP_X_REQUEST_ID", "") if settings.TRUSTED_PROXIES else ""
        doing.id = given if GIVEN_ID.fullmatch(given) else new_id()
        if request.content_type == "application/json" or request.path_info.startswith("/api/"):
            doing.door = "json"

    def answered(self, request: HttpRequest, response: HttpResponseBase) -> None:
        """Count it, write its line, and tell whoever asked by which id it is found."""
        doing = self._doing
        found = request.resolver_match
        route = found.view_name if found is not None else "none"
        method = request.method if request.method in METHODS else "other"
        if found is not None and not doing.match and response.status_code != 404:
            doing.match = str(found.kwargs.get("match_id", ""))[:40]
        response.headers["X-Request-ID"] = doing.id
        seconds = perf_counter() - doing.began
        metrics.REQUESTS.labels(route, method, response.status_code).inc()
        metrics.REQUEST_SECONDS.labels(doing.door).observe(seconds)
        if doing.event is not None:
            metrics.MOVE_SECONDS.labels(doing.door).observe(seconds)
        if logger.isEnabledFor(logging.INFO):
            facts = {
                "route": route,
                "method": method,
                "status": response.status_code,
                "ms": ms(seconds),
                **doing.facts(),
            }
            logger.info("request", extra={"facts": facts})
