"""What Django's test client hands back: a response, with what the client adds to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from django.http import HttpResponse, StreamingHttpResponse

if TYPE_CHECKING:
    # django-stubs has the type under this name alone, and nothing of it at run time.
    from django.test.client import _MonkeyPatchedWSGIResponse

    Response: TypeAlias = _MonkeyPatchedWSGIResponse
else:
    Response = HttpResponse


def streamed(response: Response) -> bytes:
    """All of an answer that comes in pieces."""
    assert isinstance(response, StreamingHttpResponse)
    pieces = response.streaming_content
    assert isinstance(pieces, Iterator)
    return b"".join(pieces)
