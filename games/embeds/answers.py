"""Pictures as answers to requests."""

from __future__ import annotations

from allauth.core.internal.ratelimit import get_ip
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from games.embeds.rasterizer import digest_of, png_of

PNG, SVG = "image/png", "image/svg+xml"
LASTING = "public, max-age=86400"
"""For what is not expected to change: a day only, since a player may change their name later."""
FLEETING = "public, no-cache"


def picture_answer(request: HttpRequest, svg: str, kind: str, *, lasting: bool) -> HttpResponse:
    """Return a picture, or a 304 if the client has it already.

    Args:
        request: The request.
        svg: The picture.
        kind: The media type to answer with.
        lasting: Whether the client may keep it without asking again.
    """
    etag = f'"{digest_of(svg)}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        content = svg.encode() if kind == SVG else png_of(svg, str(get_ip(request)))
        response = HttpResponse(content, content_type=kind)
    response["ETag"] = etag
    response["Cache-Control"] = LASTING if lasting else FLEETING
    return response
