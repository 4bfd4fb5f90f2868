"""Only its own folder, tests and prose name a game."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from games.titles.registry import titles
from tests.helpers.requirements import GIT, require

ROOT = Path(__file__).resolve().parents[1]
PROSE = ("docs/", "README.md", "CHANGELOG.md", "pyproject.toml", "games/titles/scaffold/")
"""Pages for people, the project's description; and the scaffold of a game, which names itself."""

OTHERS = (".png", ".po", "package-lock.json")
"""Pictures, translations, and what others have named their packages."""


def test_game_is_not_named_outside_its_folder() -> None:
    slugs = [title.slug for title in titles()]
    own = tuple(f"games/titles/{slug}/" for slug in slugs)
    listed = [require(GIT), "ls-files", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    named = re.compile("|".join(slugs), re.IGNORECASE)
    found = [
        f"{file}:{number}: {line.strip()[:100]}"
        for file in files.splitlines()
        if not file.startswith((*own, *PROSE, "tests/")) and not file.endswith(OTHERS)
        for number, line in enumerate(_lines(ROOT / file), start=1)
        if named.search(line)
    ]
    assert found == [], "move these lines to the game's folder or its title.py"


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines() if path.is_file() else []
