"""Empty the caches of Django, which outlive a test."""

from __future__ import annotations

from django.core.cache import caches


def clear_caches() -> None:
    for cache in caches.all():
        cache.clear()
