"""Static files: stored under hashed names, compressed and lean; served whole when they change."""

from __future__ import annotations

import os
import re
from pathlib import PurePath
from typing import Any

from django.core.files.base import ContentFile, File
from django.http import HttpRequest, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

OWN_FOLDERS = {"js", "css", "games"}
REMARKS = {
    ".js": re.compile(r"^\s*//.*\n", re.MULTILINE),
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
}
SPACES = {
    ".js": re.compile(r"^\s+", re.MULTILINE),
    ".css": re.compile(r"^\s+|(?<=[{};])\s+|\s+(?=[{};])", re.MULTILINE),
}


def lean(text: str, suffix: str) -> str:
    """Remove the indentation and the comment lines of a script or stylesheet.

    Line breaks of scripts stay, so that the code means the same. Stylesheets lose the spaces next
    to brackets and semicolons. No string of ours spans several lines, or has such spaces.
    """
    return SPACES[suffix].sub("", REMARKS[suffix].sub("", text))


class LeanStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # no types
    """The storage that the settings name; files from packages are already minified."""

    def _save(self, name: str, content: File[bytes]) -> str:
        path = PurePath(name)
        if path.parts[0] in OWN_FOLDERS and path.suffix in REMARKS:
            content.seek(0)  # It was read for its hash.
            content = ContentFile(lean(content.read().decode(), path.suffix).encode())
        return str(super()._save(name, content))


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # no types
    """WhiteNoise, which also serves files that changed since the site started.

    It looks at all files when it starts, and would answer with their length of then: browsers
    refuse such an answer.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._seen: dict[str, tuple[int, int]] = {}
        """The time and size of a file when it was read, by URL."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not self.autorefresh and request.path_info in self.files:
            self._look_again(request.path_info)
        response: HttpResponseBase = super().__call__(request)
        return response

    def _look_again(self, url: str) -> None:
        """Read the size and time of a file again if it changed; forget a file that is gone."""
        # The pattern of the uncompressed file is empty.
        path = next(path for coded, path, _ in self.files[url].alternatives if not coded.pattern)
        try:
            stat = os.stat(path)
        except OSError:
            self.files.pop(url, None)
            return
        now = (stat.st_mtime_ns, stat.st_size)
        if self._seen.get(url) != now:
            self.files[url] = self.get_static_file(path, url)
            self._seen[url] = now
