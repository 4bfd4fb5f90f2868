"""The view of the OpenAPI schema, which is generated once per process."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request

from games.matches.api import security as security  # registers itself with the generator

JSON_SCHEMA = "application/vnd.oai.openapi+json"
_generating = Lock()


def schema(language: str, media_type: str) -> bytes:
    """Return the rendered schema; one thread at a time, as the generator is not thread-safe."""
    with _generating:
        return rendered_schema(language, media_type)


@lru_cache(16)
def rendered_schema(language: str, media_type: str) -> bytes:
    """Render the schema in one of the site's languages and one of the view's formats."""
    renderer = next(one for one in SchemaView.renderer_classes if one.media_type == media_type)
    with translation.override(language):
        generator: Any = SchemaGenerator
        written = renderer().render(generator().get_schema(public=True), renderer_context={})
    return written if isinstance(written, bytes) else written.encode()


class SchemaView(SpectacularAPIView):
    """The view of the schema, which is the same for every caller until the next release."""

    # Whether a token is valid changes nothing here.
    authentication_classes = []

    def _get_schema_response(self, request: Request) -> HttpResponse:
        language = translation.get_language()
        known = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        renderer = request.accepted_renderer
        media_type = str(renderer.media_type)
        response = HttpResponse(schema(known, media_type), media_type)
        response["Content-Disposition"] = f'inline; filename="Tavola.{renderer.format}"'
        return response
