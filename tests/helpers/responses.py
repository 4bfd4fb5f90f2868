"""The responses of Django's test client."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from django.http import HttpResponse, StreamingHttpResponse

if TYPE_CHECKING:
    # django-stubs has the type only under this name, and it does not exist at run time.
    from django.test.client import _MonkeyPatchedWSGIResponse

    Response: TypeAlias = _MonkeyPatchedWSGIResponse
else:
    Response = HttpResponse


def streamed(response: Response) -> bytes:
    """Return the whole body of a streaming response."""
    assert isinstance(response, StreamingHttpResponse)
    pieces = response.streaming_content
    assert isinstance(pieces, Iterator)
    return b"".join(pieces)
