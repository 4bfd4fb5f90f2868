"""What every answer of the site must contain, and must not contain."""

from __future__ import annotations

import re

from tests.helpers.pages import Page
from tests.helpers.responses import Response

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}
REFERRERS = ("same-origin", "no-referrer")
LOADED = ("default-src 'self'", "script-src 'self'", "object-src 'none'", "base-uri 'none'")
FRAMED = ("form-action 'self'", "frame-ancestors 'none'")
PUBLIC = "/embed/"
"""Pages that other sites may embed, which are the same for every visitor."""
LOADED_THERE = ("default-src 'none'", "script-src 'self'", "base-uri 'none'")
SUSPECT = [
    re.compile(one)
    for one in (
        r"""style(?<=[\s"'/]style)\s*=""",
        r"""on(?<=[\s"'/]on)[a-z]+\s*=""",
        r"""<style""",
        r"""<script[^>]*>\s*[^<\s]""",
        r"""javascript:""",
        r"""data:""",
        r"""src(?<=[\s"'/]src)\s*=\s*["']?\s*(https?:)?//""",
        r"""action(?<=[\s"'/]action)\s*=\s*["']?\s*(https?:)?//""",
        r"""<(?=link|iframe|use)[^>]+href\s*=\s*["']?\s*(https?:)?//""",
    )
]
"""What a page with something inline or from elsewhere has; only such a page is parsed, slowly.

Each begins with the text to search for: a search for a choice of texts is much slower.
"""
FRAMED_THERE = ("form-action 'none'", "frame-ancestors *")


def look_over(response: Response, where: str) -> None:
    """Assert that an answer is no server error, has all headers, and nothing inline."""
    assert response.status_code < 500, f"{where}: {response.status_code}"
    # Answers of middleware, before a view is called, may not be embedded.
    public = response.wsgi_request.path.startswith(PUBLIC) and "X-Frame-Options" not in response
    for name, value in HEADERS.items():
        wanted = None if public and name == "X-Frame-Options" else value
        assert response.get(name) == wanted, f"{where}: {name} is {response.get(name)!r}"
    assert response.get("Referrer-Policy") in REFERRERS, where
    for denied in ("camera=()", "microphone=()", "geolocation=()"):
        assert denied in response.get("Permissions-Policy", ""), f"{where}: {denied}"
    policy = response.get("Content-Security-Policy", "")
    assert "unsafe" not in policy, f"{where}: {policy}"
    for rule in (*LOADED_THERE, *FRAMED_THERE) if public else (*LOADED, *FRAMED):
        assert rule in policy, f"{where}: no {rule} in {policy!r}"
    assert not (public and response.cookies), f"{where}: {response.cookies}"
    for cookie in response.cookies.values():
        assert cookie["samesite"] in ("Lax", "Strict"), f"{where}: {cookie.key}"
        assert cookie["httponly"] or not cookie.value, f"{where}: {cookie.key} is for scripts"
    if response.get("Content-Type", "").startswith("text/html"):
        text = response.content.decode(response.charset)
        if is_suspect(text):
            inline = [fault for fault in Page(text).faults if _is_unsafe(fault)]
            assert not inline, f"{where}: {inline}"


def is_suspect(text: str) -> bool:
    text = text.lower()
    return any(one.search(text) for one in SUSPECT)


def _is_unsafe(fault: str) -> bool:
    return fault.startswith(("an inline", "a script inside", "another host or a script"))
