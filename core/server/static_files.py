"""Storage for static files: hashed names, compressed, without comments and indentation."""

from __future__ import annotations

import re
from pathlib import PurePath

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

OWN_FOLDERS = {"js", "css", "games"}
REMARKS = {
    ".js": re.compile(r"^\s*//.*\n", re.MULTILINE),
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
}
INDENTS = re.compile(r"^\s+", re.MULTILINE)


def lean(text: str, suffix: str) -> str:
    """Remove the indentation and the comment lines of a script or stylesheet.

    Line breaks stay, so that the code means the same. No string of ours spans several lines.
    """
    return INDENTS.sub("", REMARKS[suffix].sub("", text))


class LeanStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # no types
    """The storage that the settings name; files from packages are already minified."""

    def _save(self, name: str, content: File[bytes]) -> str:
        path = PurePath(name)
        if path.parts[0] in OWN_FOLDERS and path.suffix in REMARKS:
            content.seek(0)  # It was read for its hash.
            content = ContentFile(lean(content.read().decode(), path.suffix).encode())
        return str(super()._save(name, content))
