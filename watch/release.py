"""Which release of the house this is: what pages are drawn with, in a few letters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import blake2s
from pathlib import Path
from typing import cast

from django.apps import apps
from django.conf import settings

DRAWN_WITH = {".css", ".js", ".html", ".svg"}


def _of_apps() -> Iterator[Path]:
    """The folders of our apps, and of games from elsewhere, that pages are drawn from."""
    for app in apps.get_app_configs():
        if "site-packages" not in app.path or app.name in settings.EXTRA_TITLES:
            yield from (Path(app.path, "static"), Path(app.path, "templates"))


@cache
def release() -> str:
    """The same for all processes of one release, another one as soon as a page would look new."""
    digest = blake2s(digest_size=6)
    drawn_from = cast(list[Path], settings.TEMPLATES[0]["DIRS"])
    for folder in (*settings.STATICFILES_DIRS, *drawn_from, *_of_apps()):
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix in DRAWN_WITH:
                digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
