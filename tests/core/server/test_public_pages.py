"""Public pages neither read nor set cookies, and contain no secret."""

from __future__ import annotations

import gzip

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from core.server.compression import CompressedPages
from core.server.public_pages import WithoutCookies

PAGE = "<p>" + "The same for everybody. " * 40


def view(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(PAGE, headers={"X-Cookies": ",".join(request.COOKIES)})
    response.set_cookie("seen", "yes")
    return response


@pytest.mark.parametrize(
    ("path", "came", "went"),
    [
        ("/embed/matches/a/", "", []),
        ("/matches/a/", "sessionid", ["seen"]),
        ("/embed", "sessionid", ["seen"]),
    ],
)
def test_cookies_are_removed_only_from_public_pages(path: str, came: str, went: list[str]) -> None:
    request = RequestFactory().get(path, HTTP_COOKIE="sessionid=secret")
    response = WithoutCookies(view)(request)
    assert response["X-Cookies"] == came
    assert list(response.cookies) == went


@pytest.mark.parametrize(("path", "small"), [("/embed/matches/a/", True), ("/matches/a/", False)])
def test_public_page_is_compressed_for_foreign_sites(path: str, small: bool) -> None:
    request = RequestFactory().get(
        path, HTTP_ACCEPT_ENCODING="gzip", HTTP_SEC_FETCH_SITE="cross-site"
    )
    response = CompressedPages(view)(request)
    assert isinstance(response, HttpResponse)
    assert (response.get("Content-Encoding") == "gzip") is small
    content = gzip.decompress(response.content) if small else response.content
    assert content.decode() == PAGE
