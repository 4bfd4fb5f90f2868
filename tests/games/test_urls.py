"""No request path matches the URL patterns of two features."""

from importlib import import_module
from importlib.util import find_spec

import pytest
from django.conf import settings

from tests.safety.routes import pages

NUMBERS = {
    "line_id",
    "seat",
    "number",
    "step",
    "notice_id",
    "device_id",
    "announcement_id",
    "reason_id",
}
WORDS = ("kabale", "today", "me", "find", "records", "quick", "following", "matches")
MODULES = [
    import_module(f"games.{name}.urls")
    for name in settings.FEATURES
    if find_spec(f"games.{name}.urls")
]


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize(("name", "below"), [("urlpatterns", ""), ("api_urlpatterns", "api/v1/")])
def test_path_matches_patterns_of_one_feature(name: str, below: str, word: str) -> None:
    for route in pages().values():
        if not route.pattern.startswith(below):
            continue
        known = {key: 1 if key in NUMBERS else word for key in route.wants}
        path = route.address(**known).removeprefix("/").removeprefix(below)
        matching = [
            module.__name__
            for module in MODULES
            if any(pattern.resolve(path) for pattern in getattr(module, name, ()))
        ]
        assert len(matching) <= 1, (path, matching)
