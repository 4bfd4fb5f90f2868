"""The URLs of all features, each from its own `urls.py`.

There `urlpatterns` has the pages, `api_urlpatterns` the JSON API below `/api/v1/`, and
`websocket_urlpatterns` the WebSockets. No two features have patterns that match the same path.
"""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from django.conf import settings
from django.urls import URLPattern


def _patterns(name: str) -> Iterator[URLPattern]:
    for feature in settings.FEATURES:
        if find_spec(f"games.{feature}.urls"):
            yield from getattr(import_module(f"games.{feature}.urls"), name, ())


urlpatterns = [*_patterns("urlpatterns")]
api_urlpatterns = [*_patterns("api_urlpatterns")]
websocket_urlpatterns = [*_patterns("websocket_urlpatterns")]
