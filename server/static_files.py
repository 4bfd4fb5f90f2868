"""Static files as a site sends them: hashed names, compressed, without what people read."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Any

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

OWN_FOLDERS = {"js", "css", "games"}
REMARKS = {
    ".js": re.compile(r"^\s*//.*\n", re.MULTILINE),
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
}
INDENTS = re.compile(r"^\s+", re.MULTILINE)


def lean(text: str, suffix: str) -> str:
    """A script or stylesheet of ours without remarks that have a line of their own, and indents.

    Lines stay lines, so that nothing reads differently; no text of ours goes over several lines.
    """
    return INDENTS.sub("", REMARKS[suffix].sub("", text))


class LeanStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Files from packages stay as they are: somebody else has made them small."""

    def _save(self, name: str, content: File[Any]) -> str:
        path = PurePath(name)
        if path.parts[0] in OWN_FOLDERS and path.suffix in REMARKS:
            content.seek(0)  # It was read for its hash.
            content = ContentFile(lean(content.read().decode(), path.suffix).encode())
        return str(super()._save(name, content))
