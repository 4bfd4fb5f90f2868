"""The view of the OpenAPI schema, which is generated once per process."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework import serializers
from rest_framework.request import Request

from games.engine.contract import Json
from games.matches.api import security as security  # registers itself with the generator
from games.matches.api.base import ApiView

JSON_SCHEMA = "application/vnd.oai.openapi+json"
RENDERERS = {one.media_type: one for one in SpectacularAPIView.renderer_classes}
"""The formats of the schema by content type, the one first that a client gets without a choice."""
_generating = Lock()


def schema(media_type: str) -> bytes:
    """Return the rendered schema; one thread at a time, as the generator is not thread-safe."""
    with _generating:
        return rendered_schema(media_type)


@lru_cache(16)
def rendered_schema(media_type: str) -> bytes:
    """Render the schema in one of its formats, in English: words name some of its types."""
    with translation.override(settings.LANGUAGE_CODE):
        generator: Any = SchemaGenerator
        known = generator().get_schema(public=True)
        written = RENDERERS[media_type]().render(known, renderer_context={})
    return written if isinstance(written, bytes) else written.encode()


class SchemaQuery(serializers.Serializer[Json]):
    format = serializers.ChoiceField(["yaml", "json"], required=False)


class SchemaView(ApiView):
    """The view of the schema, which is the same for every caller until the next release."""

    # Whether a token is valid changes nothing here.
    authentication_classes = []
    query = SchemaQuery

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        asked = self.asked_for(request).get("format")
        known = [name for name, one in RENDERERS.items() if asked in (None, one.format)]
        media_type = request._request.get_preferred_type(known) or known[0]
        name = f"Tavola.{RENDERERS[media_type].format}"
        return HttpResponse(
            schema(media_type),
            media_type,
            headers={"Content-Disposition": f'inline; filename="{name}"', "Vary": "Accept"},
        )
