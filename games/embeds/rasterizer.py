"""Turn SVG pictures into PNG: cached, one at a time in each server, and limited by address.

The cache's key is a hash of the SVG, so that entries never go out of date.
"""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from math import inf
from pathlib import Path
from threading import BoundedSemaphore

from django.conf import settings
from django.utils.translation import gettext_noop as _

from core.monitoring.rate_limit import limit_use
from games.boards.drawing.letters import font_files
from games.embeds.refusals import PicturesBusy
from games.matches.cache import LruCache

logger = logging.getLogger(__name__)
PROGRAM = Path(__file__).with_name("raster_process.py")
CACHED_PICTURES = 96
"""The number of PNGs in the cache."""
AT_ONCE = 1
PATIENCE, LONGEST = 8.0, 15.0
"""The seconds for which a request waits for its turn, and that a drawing may take."""
BUSY = _("Too many pictures are being requested. Try again in a few seconds.")
_pictures: LruCache[str, bytes] = LruCache(CACHED_PICTURES, inf)
_drawing = BoundedSemaphore(AT_ONCE)


def digest_of(svg: str) -> str:
    """Return the key of a picture: a hash of its SVG."""
    return blake2b(svg.encode(), digest_size=16).hexdigest()


def png_of(svg: str, address: str) -> bytes:
    """Return a picture as PNG, from the cache if it is there.

    Args:
        svg: The picture.
        address: The client's network address, which limits how many pictures it gets drawn.

    Raises:
        PicturesBusy: The client asks for too many pictures, or the server is busy with others.
    """
    name = digest_of(svg)
    known = _pictures.get(name)
    if known is not None:
        return known
    key = f"pictures:{address.replace(' ', '')}"
    limit_use(key, settings.PICTURES_A_MINUTE, 60, PicturesBusy(BUSY))
    with _turn():
        # Another request may have drawn the same picture in the meantime.
        known = _pictures.get(name) or draw(svg)
    _pictures.set(name, known)
    return known


@contextmanager
def _turn() -> Iterator[None]:
    if not _drawing.acquire(timeout=PATIENCE):
        raise PicturesBusy(BUSY)
    try:
        yield
    finally:
        _drawing.release()


def draw(svg: str) -> bytes:
    """Draw a picture in a process of its own; PicturesBusy if that takes too long."""
    command = [sys.executable, "-I", str(PROGRAM), *map(str, font_files())]
    try:
        done = subprocess.run(  # noqa: S603  (our own program; the picture is its input)
            command, input=svg.encode(), capture_output=True, timeout=LONGEST, check=True
        )
    except subprocess.TimeoutExpired as late:
        logger.warning("A picture took too long to be drawn.")
        raise PicturesBusy(BUSY) from late
    return done.stdout
