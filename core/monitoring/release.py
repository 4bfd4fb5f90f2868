"""The release of the site: a digest of the files that pages are rendered from."""

from __future__ import annotations

from functools import cache
from hashlib import blake2s
from pathlib import Path
from typing import cast

from django.apps import apps
from django.conf import settings

SUFFIXES = {".css", ".js", ".html", ".svg"}


@cache
def release() -> str:
    """Return a digest that is the same in all processes, and changes with any of these files."""
    digest = blake2s(digest_size=6)
    folders = [*settings.STATICFILES_DIRS, *cast(list[Path], settings.TEMPLATES[0]["DIRS"])]
    outside = {*settings.EXTRA_TITLES, *settings.OUTSIDE_TITLES.packages.values()}
    for app in apps.get_app_configs():
        if "site-packages" not in app.path or app.name in outside:
            folders += [Path(app.path, "static"), Path(app.path, "templates")]
    for folder in folders:
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix in SUFFIXES:
                digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
