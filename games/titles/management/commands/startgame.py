"""`manage.py startgame`: write a small complete game that can be played at once."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.titles.registry import titles

SCAFFOLD = Path(__file__).resolve().parents[2] / "scaffold"
COMMON, BOARD = "common", "board"
"""The folders of the scaffold with the files of all kinds of games, and with their boards."""
KINDS = {
    "cards": "cards and a hidden hand, which is the default",
    "dice": "dice instead of cards",
    "map": "a map with regions",
    "simultaneous": "cards that all players lay at the same time",
}
BEGINNINGS = {
    "dice": {"dealing": "The dice are being rolled.", "dealt": "The dice are rolled."},
    "map": {"dealing": "The map is being laid out.", "dealt": "The map is laid out."},
}
"""What the site says at the start of a match, for kinds of games without cards."""
ENDING = "-tpl"
"""Suffix of the scaffold's files, so that they are not taken for code."""
SLUG = re.compile(r"[a-z][a-z0-9]{1,29}")
NAMES = re.compile(r"^(?:(?:from \S+ )?import|class) ([\w, ]+)", re.MULTILINE)
"""Finds the names that a file of the scaffold imports, and those of its classes."""

HERE = """
{name} is ready to play: `make play`, or `manage.py serve`.

    {folder}/rules/position.py   the play: change it first
    {folder}/title.py            what the site shows about it
    {tests}/         a test for each sentence of the rules

Then, after every step (`make setup-dev` installs pytest):

    python manage.py playgame {slug}
    .venv/bin/pytest {tests}
    python manage.py checkgame {slug}
"""
ELSEWHERE = """
{name} is ready. It runs wherever Python finds it and the settings name it:

    python manage.py playgame {slug} --from {into}
    export PYTHONPATH={into} EXTRA_TITLES={slug}
    python manage.py serve
    python manage.py checkgame {slug}
    .venv/bin/pytest -c pyproject.toml {tests}

{folder}/rules/position.py is the play: change it first. `make setup-dev` installs pytest.
"""


class Command(BaseCommand):
    help = "Write a small complete game with its tests, to be changed into your own."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="its name in URLs and code: lower-case letters and digits")
        parser.add_argument("--name", default="", help="its name on screen")
        parser.add_argument("--into", type=Path, help="a folder outside of this repository")
        kinds = parser.add_mutually_exclusive_group()
        for kind, words in KINDS.items():
            kinds.add_argument(
                f"--{kind}", action="store_const", const=kind, dest="kind", help=f"with {words}"
            )
        parser.add_argument("--board", action="store_true", help="with a board of its own")

    def handle(
        self,
        *,
        slug: str,
        name: str,
        into: Path | None,
        kind: str | None,
        board: bool,
        **_: object,
    ) -> None:
        name = name or slug.capitalize()
        self._refuse(slug, name, into)
        if into is None:
            folder = settings.BASE_DIR / "games" / "titles" / slug
            tests = settings.BASE_DIR / "tests" / "games" / "titles" / slug
            package, message = f"games.titles.{slug}", HERE
        else:
            folder, package, message = into.resolve() / slug, slug, ELSEWHERE
            tests = folder / "tests"
        if folder.exists() or tests.exists():
            raise CommandError(f"{folder if folder.exists() else tests} is there already.")
        words = {"slug": slug, "name": name, "class": slug.capitalize(), "package": package}
        words["quoted"] = json.dumps(name, ensure_ascii=False)
        said = BEGINNINGS.get(kind or "", {})
        words["beginning"] = "".join(f'\n    {key}="{text}",' for key, text in said.items())
        write(files_of(kind or "cards", board=board), folder, tests, words)
        where = {key: _short(path) for key, path in (("folder", folder), ("tests", tests))}
        self.stdout.write(message.format(slug=slug, name=name, into=folder.parent, **where).strip())

    def _refuse(self, slug: str, name: str, into: Path | None) -> None:
        if not SLUG.fullmatch(slug):
            raise CommandError("A slug has 2 to 30 lower-case letters and digits, a letter first.")
        if slug in {title.slug for title in titles()}:
            raise CommandError(f"There is a game “{slug}” already.")
        if find_spec(slug if into else f"games.titles.{slug}") is not None:
            raise CommandError(f"Python has a module “{slug}” already.")
        used = (slug, slug.capitalize())
        if any(map(iskeyword, used)) or not names_of_scaffold().isdisjoint(used):
            raise CommandError(f"The code needs the word “{slug}” itself. Choose another slug.")
        if not name.isprintable():
            raise CommandError("A name is one line of plain words.")


def names_of_scaffold() -> set[str]:
    """Return the names that a new game may not have: its code imports or defines them."""
    files = (path.read_text("utf-8") for path in SCAFFOLD.rglob(f"*{ENDING}"))
    found = (names for text in files for names in NAMES.findall(text))
    return {name for names in found for name in names.split(", ")}


def files_of(kind: str, *, board: bool = False) -> dict[Path, Path]:
    """Return the files of the scaffold for a kind of game, by their place in the game."""
    parts = [SCAFFOLD / COMMON, SCAFFOLD / kind]
    if board:
        parts += [SCAFFOLD / BOARD / COMMON, SCAFFOLD / BOARD / kind]
    return {path.relative_to(part): path for part in parts for path in part.rglob(f"*{ENDING}")}


def write(files: dict[Path, Path], folder: Path, tests: Path, words: dict[str, str]) -> None:
    """Write the game and its tests; replace {{…}}, and SLUG in paths, by the words."""
    for place, path in files.items():
        relative = Path(*(words["slug"] if part == "SLUG" else part for part in place.parts))
        home = tests if relative.parts[0] == "tests" else folder / relative.parent
        home.mkdir(parents=True, exist_ok=True)
        text = path.read_text("utf-8")
        for key, word in words.items():
            text = text.replace("{{" + key + "}}", word)
        (home / path.name.removesuffix(ENDING)).write_text(text, "utf-8")


def _short(path: Path) -> str:
    """Return the path as typed from the root of the repository."""
    inside = path.is_relative_to(settings.BASE_DIR)
    return str(path.relative_to(settings.BASE_DIR) if inside else path)
