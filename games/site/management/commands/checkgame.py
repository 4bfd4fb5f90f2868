"""`manage.py checkgame`: check a game against the contract and list what it lacks."""

from __future__ import annotations

import pickle
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import chain
from pathlib import Path
from random import Random

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from games.boards.drawing.emblems import known_emblems
from games.engine.bots import Bot, questions_of
from games.engine.chance import SEED_BYTES
from games.engine.contract import Move
from games.engine.core import Core
from games.engine.machine import REFERENCE, machine_speed
from games.engine.referee import LAST, LONGEST, play_at_random
from games.engine.refusals import Refusal
from games.engine.replay import replay
from games.lessons.checking import lesson_faults, texts_without_facts
from games.matches.models import Match
from games.puzzles.library import puzzles_of
from games.requirements import require
from games.site.style_check import collisions
from games.site.word_check import Counted, count_words
from games.titles import glossary
from games.titles.contract import Title
from games.titles.outside_files import build_files_outside
from games.titles.positions import prepared_figures
from games.titles.registry import broken_titles, folder_of, title_of
from games.titles.sources import class_place, foreign_imports

OK, MISSING, SLOW, NOTE, FAILED, BEGINS = "ok", "–", "slow", "note", "FAILED", "…"
INDENT = "\n" + 24 * " "
MATCHES_TIMED = 50


@dataclass(frozen=True)
class Finding:
    """One line of the report."""

    mark: str
    what: str
    details: str


class Command(BaseCommand):
    help = "Check a game against the contract, and say what it has and what it lacks."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument(
            "--pictures",
            nargs="?",
            type=Path,
            const=settings.VAR_DIR / "pictures",
            metavar="FOLDER",
            help="take pictures of each prepared position in a browser; by default in var/pictures",
        )

    def handle(self, *, slug: str, pictures: Path | None, **_: object) -> None:
        build_files_outside()
        require("pytest", *(["playwright"] if pictures else []))
        if reason := broken_titles().get(slug):
            raise CommandError(f"The game “{slug}” is left out. {reason}")
        try:
            title = title_of(slug)
        except Refusal as refusal:
            raise CommandError(refusal.reason) from refusal
        game, failed = title.game, False
        seats = f"{game.seats[0]}–{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
        self.stdout.write(f"{game.name} ({game.slug}), rules {game.rules}, {seats} seats")
        found_in_pictures = iter(()) if pictures is None else pictured(title, pictures)
        for found in chain(findings(title, folder_of(title.slug)), found_in_pictures):
            failed = failed or found.mark == FAILED
            line = f"  {found.mark:<8}{found.what:<14}{found.details}".rstrip()
            self.stdout.write(line.replace("\n", INDENT))
            self.stdout.flush()
        if failed:
            sys.exit(1)


def findings(title: Title, folder: Path) -> Iterator[Finding]:
    """Yield the findings: required parts first, then optional ones.

    Each part that takes a while is announced by a finding of its own.
    """
    # Needs pytest, as does the check of the board.
    from games.titles import checking

    counted = {code: count_words(folder, code) for code, _name in settings.LANGUAGES[1:]}
    yield Finding(BEGINS, "contract", f"random matches at {_counted(title.game.seats)} seats")
    broken = checking.faults(title.newest)
    open_ones = [str(fault) for fault in broken if not fault.secrecy]
    yield from _judged("contract", open_ones, "kept in random matches")
    secrets = [str(fault) for fault in broken if fault.secrecy]
    yield from _judged("secrecy", secrets, "no viewer learns what is hidden from them")
    package = title.newest.__module__.partition(".rules")[0]
    allowed = "the standard library and games.engine only"
    yield from _judged("imports", foreign_imports(folder / "rules", package), allowed)
    if not broken:
        # With broken rules nothing of this can be relied on, and a match may never end.
        yield from _played(title, folder, counted)
    styles = folder / "static" / "games" / title.slug / "board.css"
    yield _has("styles", styles, "plain ones")
    yield from _styles(styles, folder / "templates" / "games" / title.slug / "_board.html")
    yield _has("rules page", folder / "docs" / "rules.md", "the page says there is none")
    yield from judged_figures(title, folder)
    yield _has("spec", folder / "docs" / "spec.md", "of positions and moves, for programs")
    yield judged_core(title, folder / "core.py", f"{package}.core")
    yield from _words(title)
    for language, words in counted.items():
        yield from _translations(folder, language, words)
    yield from _glossary(folder / "locale" / glossary.FILE)


def _played(title: Title, folder: Path, counted: Mapping[str, Counted]) -> Iterator[Finding]:
    """Check what needs rules that hold: other processes, the speed, the bots and the board."""
    from games.site.board_check import board_faults
    from games.titles import checking

    yield Finding(BEGINS, "replays", "the same records in other processes")
    yield from _judged("replays", checking.hash_faults(title.newest), "the same in every process")
    yield _speed(title)
    yield Finding(BEGINS, "bots", "one match of each level against itself")
    yield from _judged("bots", bot_faults(title), ", ".join(bot.level for bot in title.bots))
    if title.lessons:
        yield Finding(BEGINS, "lessons", "each played in every way it allows")
        wrong = [fault for one in title.lessons for fault in lesson_faults(title.slug, one)]
        if wrong:
            title = replace(title, lessons=())
        yield from _judged("lessons", wrong, "each way leads to the end, each claim is true")
        yield from _unchecked(title)
    languages = [settings.LANGUAGE_CODE, *(code for code in counted if counted[code].translated)]
    yield Finding(BEGINS, "board", f"for every viewer and lesson, in {', '.join(languages)}")
    board = "drawn from the view and the legal moves" if title.board is None else "its own"
    wrong = _board_at_fault(title, folder) or board_faults(title, folder, languages)
    yield from _judged("board", wrong, board)


def _unchecked(title: Title) -> Iterator[Finding]:
    """Report texts of lessons whose numbers no fact checks."""
    for lesson in title.lessons:
        bare = texts_without_facts(title.slug, lesson)
        if bare:
            said = f"texts with numbers that no fact checks: {len(bare)}, such as “{bare[0]}”"
            yield Finding(MISSING, "facts", f"{lesson.slug}: {said}")


def pictured(title: Title, folder: Path) -> Iterator[Finding]:
    """Take pictures of each prepared position, and yield what is wrong with its page."""
    from games.site.browser import NoBrowser, opened_browser
    from games.site.pictures import pictures_of

    yield Finding(BEGINS, "pictures", "each position on a phone and a desk, light and dark")
    try:
        # A table's page asks for lines of the chat and the like, even if there are none.
        Match.objects.exists()
    except DatabaseError:
        yield Finding(FAILED, "pictures", "the database has no tables yet: manage.py migrate")
        return
    count, wrong = 0, dict[str, list[str]]()
    try:
        with opened_browser() as browser:
            for taken in pictures_of(title, folder, browser):
                count += len(taken.pictures)
                for fault in taken.faults:
                    wrong.setdefault(fault, []).append(f"{taken.name} ({taken.size})")
    except (NoBrowser, Refusal, OSError) as error:
        yield Finding(FAILED, "pictures", f"{error}")
        return
    faults = [f"{fault}\n{', '.join(places)}" for fault, places in wrong.items()]
    yield from _judged("pictures", faults, "nothing is wider than the page, no script fails")
    if count:
        yield Finding(OK, "pictures", f"{count} in {folder}")


def _counted(seats: range) -> str:
    return f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else str(seats[0])


def _judged(what: str, faults: list[str], well: str) -> Iterator[Finding]:
    if not faults:
        yield Finding(OK, what, well)
    for fault in faults:
        yield Finding(FAILED, what, fault)


def _styles(sheet: Path, template: Path) -> Iterator[Finding]:
    """Report selectors of a board's style sheet that also change parts of the site."""
    if sheet.exists() and template.exists():
        for clash in collisions(sheet, template):
            yield Finding(NOTE, "styles", clash)


def _has(what: str, path: Path, without: str) -> Finding:
    if path.exists():
        return Finding(OK, what, path.name)
    return Finding(MISSING, what, f"no {'/'.join(path.parts[-2:])}: {without}")


def _speed(title: Title) -> Finding:
    """Measure random matches with the fewest seats, and this machine just before.

    Only reported, as other programs may run at the same time; `make bench` measures the budget.
    """
    seats, machine = title.game.seats[0], machine_speed()
    speed = play_at_random(title.newest, MATCHES_TIMED, seats, {}, "speed")["moves_per_second"]
    wanted = round(title.budget.moves_per_second * machine / REFERENCE)
    mark = OK if speed >= wanted else SLOW
    details = f"{speed:,} moves a second; {wanted:,} are wanted of this machine just now"
    return Finding(mark, "speed", details)


def bot_faults(title: Title) -> list[str]:
    """Let every level play one match against itself; return what went wrong."""
    return [fault for bot in title.bots if (fault := _bot_fault(title, bot))]


def _bot_fault(title: Title, bot: Bot) -> str:
    if isinstance(bot, type):
        name = bot.__name__
        return f"{name} is a class: name a bot in `bots`, such as {name}()\n{class_place(bot)}"
    if bot.slow and not _can_be_sent(bot):
        return f"“{bot.level}” is slow, and cannot be pickled for a process of its own"
    rng, seats = Random(bot.level), title.game.seats[0]
    agreed = title.game.read_options({}, seats)
    seed = rng.randbytes(SEED_BYTES)
    where = f"\n{class_place(type(bot))}, seed {seed.hex()}"
    last = deque[Move](maxlen=LAST)
    for number, (_position, asked, play) in enumerate(
        questions_of(title.newest, seats, agreed, seed), start=1
    ):
        move = bot.choose(asked, rng)
        last.append(move)
        if move not in asked.moves:
            return f"“{bot.level}” chooses a move that is not legal: {move}{where}, move {number}"
        if number > LONGEST:
            why = f"no end after {LONGEST:,} moves at {seats} seats"
            return f"“{bot.level}”: {why}; last moves: {', '.join(map(str, last))}{where}"
        play(move)
    return ""


def _can_be_sent(bot: Bot) -> bool:
    try:
        pickle.dumps(bot)
    except Exception:
        return False
    return True


def _board_at_fault(title: Title, folder: Path) -> list[str]:
    """Check that a board and its template exist together."""
    template = folder / "templates" / "games" / title.slug / "_board.html"
    if title.board is not None and not template.exists():
        return [f"TITLE.board is there, {template.relative_to(folder)} is not"]
    if title.board is None and template.exists():
        return [f"{template.relative_to(folder)} is there, TITLE.board is not"]
    return []


def judged_figures(title: Title, folder: Path) -> Iterator[Finding]:
    """Check the figures of the rules page: their moves are legal and their templates exist."""
    templates = folder / "templates" / "games" / title.slug / "figures"
    try:
        figures = prepared_figures(title.slug)
    except Refusal as refusal:
        yield Finding(FAILED, "figures", refusal.reason)
        return
    wrong = []
    for name, figure in figures.items():
        if replay(figure.position.record).refusal is not None:
            wrong.append(f"figures/{name}.json has a move that is not legal")
        if not (templates / f"_{figure.part}.html").exists():
            wrong.append(f"figures/{name}.json: there is no template figures/_{figure.part}.html")
    if figures:
        yield from _judged("figures", wrong, f"{len(figures)} on the rules page")
    else:
        yield Finding(MISSING, "figures", "no figures: the rules page has only text")


def judged_core(title: Title, path: Path, module: str) -> Finding:
    """Compare the rules and bots that programs get with those of the site."""
    if not path.exists():
        return _has("core", path, "the package tavola-games does not have the game")
    try:
        core: Core = import_module(module).CORE
    except Exception as error:
        return Finding(FAILED, "core", f"core.py raises {type(error).__name__}: {error}")
    if core.rules != title.rules:
        return Finding(NOTE, "core", "CORE and TITLE have other rules: rules=CORE.rules")
    levels, known = ([bot.level for bot in one.bots] for one in (title, core))
    if levels != known:
        differ = f"CORE has the bots {', '.join(known)}, TITLE has {', '.join(levels)}"
        return Finding(NOTE, "core", f"{differ}: bots=CORE.bots")
    return Finding(OK, "core", path.name)


def _words(title: Title) -> Iterator[Finding]:
    """Check the texts that the lobby shows."""
    lacking = {
        "pitch": (bool(title.pitch), "TITLE.pitch, one sentence"),
        "minutes": (bool(title.minutes), "TITLE.minutes, as in “30–60”"),
        "card preview": (
            bool(title.card_preview()),
            "TITLE.card_preview, a few cards; card backs are shown",
        ),
        "bot names": (bool(title.bot_names), "TITLE.bot_names; those of other games are used"),
        "characters": (bool(title.characters), "TITLE.characters; bots of a level play alike"),
        "counted": (bool(title.counted), "TITLE.counted, from count_levels; levels have no rating"),
        "puzzles": (bool(puzzles_of(title.slug)), "puzzles.jsonl, from select_puzzles"),
        "lessons": (bool(title.lessons), "TITLE.lessons; players read the rules"),
        "achievements": (bool(title.achievements), "TITLE.achievements; profiles show only places"),
        "credit": (bool(title.credit), "TITLE.credit, who made the game"),
        "emblem": (title.slug in known_emblems(), "the first in emblems.txt; cards are shown"),
    }
    for what, (there, how) in lacking.items():
        yield Finding(OK if there else MISSING, what, "" if there else f"none: {how}")


def _glossary(path: Path) -> Iterator[Finding]:
    """Check the catalogues of a title against its glossary; without catalogues it needs none."""
    if path.exists():
        yield from _judged(
            "glossary", glossary.glossary_faults(path), "one translation for each term"
        )
    elif any(path.parent.glob("*/LC_MESSAGES/django.po")):
        yield _has("glossary", path, "a term may have several translations")


def _translations(folder: Path, language: str, words: Counted) -> Iterator[Finding]:
    """Check the words of a title in another language, and its rules page."""
    what, rules = f"in {language}", f"docs/rules.{language}.md"
    for fault in words.faults:
        yield Finding(FAILED, what, fault)
    missing = "" if (folder / rules).exists() else f", no {rules}"
    whole = words.translated == words.words and not missing
    words_there = f"{words.translated} of {words.words} translated"
    details = (words_there if words.words else "no words are marked for translation") + missing
    yield Finding(OK if whole else MISSING, what, details)
