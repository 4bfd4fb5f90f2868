"""A game is named in its own folder, in its tests and in prose: nowhere else."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from games.titles.registry import titles
from tests.helpers.requirements import GIT, require

ROOT = Path(__file__).resolve().parents[1]
PROSE = ("docs/", "README.md", "pyproject.toml", "games/titles/scaffold/")
"""Pages for people, the project's description; and the scaffold of a game, which names itself."""

OTHERS = (".png", ".po", "package-lock.json")
"""Pictures, translations, and what others have named their packages."""


def test_nothing_outside_its_folder_names_a_game() -> None:
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
    assert found == [], "what is a game's own belongs into its folder, or into its title.py"


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines() if path.is_file() else []
