"""The sprites and catalogues of games of other projects, built before the site answers."""

from __future__ import annotations

import logging
import subprocess
import sys

from django.conf import settings

logger = logging.getLogger(__name__)
PATIENCE = 120
"""Seconds after which the site starts without them."""


def build_files_outside() -> None:
    """Build what is missing or outdated (tools/build_outside.py); log what cannot be built."""
    if not (settings.EXTRA_TITLES or settings.OUTSIDE_TITLES.packages):
        return
    command = [sys.executable, "-m", "tools.build_outside", str(settings.OUTSIDE_DIR)]
    try:
        done = subprocess.run(  # noqa: S603
            command,
            cwd=settings.BASE_DIR,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        logger.error("The files of games from outside are not built: %s", error)
        return
    for line in done.stderr.splitlines() if done.returncode else ():
        logger.error("%s", line)
