"""The metrics and log of a request: labels with few values, and an id."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import resolve
from prometheus_client import REGISTRY
from pytest_django import Settings

from core.monitoring.context import WorkContext, current, refused, request_answered, request_arrived

LABELS = ("route", "method", "status")


def answered(path: str, method: str = "GET", status: int = 200, **more: Any) -> HttpResponse:
    request = RequestFactory().generic(method, path, **more)
    if status != 404:
        request.resolver_match = resolve(path)
    with WorkContext("html") as work:
        request_arrived(work, request)
        response = HttpResponse(status=status)
        request_answered(work, request, response)
    assert current.get() is None, "it is over"
    return response


def counted(*labels: str) -> float:
    found = REGISTRY.get_sample_value(
        "tavola_requests_total", dict(zip(LABELS, labels, strict=True))
    )
    return found or 0.0


def test_request_metrics_have_no_label_from_path_or_method() -> None:
    before = counted("none", "other", "404"), counted("match", "GET", "200")
    answered("/anna@example.org/", "BREW", 404)
    answered("/berta@example.org/", "STEAL", 404)
    answered("/matches/abc/")
    answered("/matches/def/")
    assert (counted("none", "other", "404"), counted("match", "GET", "200")) == (
        before[0] + 2,
        before[1] + 2,
    )


@pytest.mark.parametrize(
    ("proxies", "given", "kept"),
    [(1, "abcdef-1234", True), (1, "a b", False), (1, "x" * 65, False), (0, "abcdef-1234", False)],
)
def test_request_id_is_taken_only_from_trusted_proxy(
    settings: Settings, proxies: int, given: str, kept: bool
) -> None:
    settings.TRUSTED_PROXIES = proxies
    answer = answered("/matches/abc/", HTTP_X_REQUEST_ID=given)
    assert (answer.headers["X-Request-ID"] == given) == kept
    assert len(answer.headers["X-Request-ID"]) >= 11


def test_refusal_without_request_is_counted() -> None:
    name = "tavola_refusals_total"
    before = REGISTRY.get_sample_value(name, {"code": "stale"}) or 0.0
    refused("stale")
    assert REGISTRY.get_sample_value(name, {"code": "stale"}) == before + 1
