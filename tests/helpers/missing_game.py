"""A game that is no longer installed, although there are matches of it."""

from __future__ import annotations

from functools import cache

import pytest

from accounts.services import reserved_names
from games.matches.api import schema_view
from games.matches.cache import clear_all
from games.site.views import api_docs
from games.titles import registry

OF_ALL_GAMES = (
    *((registry, "_rules_by_version"), (schema_view, "rendered_schema")),
    (api_docs, "documentation"),
)
"""What a process reads once about all of its games: modules, and the names of functions."""


def remove(monkeypatch: pytest.MonkeyPatch, slug: str) -> None:
    """Take a game from the site, as when its app is taken from EXTRA_TITLES."""
    left = {known: found for known, found in registry._found().items() if known != slug}
    monkeypatch.setattr(registry, "_found", lambda: left)
    # Caches of its own, so that the next test finds all games again.
    for module, name in OF_ALL_GAMES:
        monkeypatch.setattr(module, name, cache(getattr(module, name).__wrapped__))
    forget()


def forget() -> None:
    """As a process that has just started."""
    for cached in (
        *(registry.styles_of_titles, registry._rules_by_version, registry.bot_names),
        reserved_names._of_other_packages,
    ):
        cached.cache_clear()
    clear_all()
