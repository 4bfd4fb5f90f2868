"""`manage.py checkgame`: check a game against the contract and list what it lacks."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import override

from games.boards.drawing.emblems import known_emblems
from games.engine.bots import Bot, questions
from games.engine.referee import play_at_random
from games.engine.refusals import Refusal
from games.engine.replay import replay
from games.requirements import require
from games.titles.contract import Title
from games.titles.positions import prepared_figures
from games.titles.registry import folder_of, title_of

if TYPE_CHECKING:
    from games.engine.contract import Position
    from games.titles.checking import Fault

OK, MISSING, SLOW, FAILED = "ok", "–", "slow", "FAILED"
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

    def handle(self, *, slug: str, **_: object) -> None:
        require("pytest")
        try:
            title = title_of(slug)
        except Refusal as refusal:
            raise CommandError(refusal.reason) from refusal
        game, failed = title.game, False
        seats = f"{game.seats[0]}–{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
        self.stdout.write(f"{game.name} ({game.slug}), rules {game.rules}, {seats} seats")
        for found in findings(title, folder_of(title.slug)):
            failed = failed or found.mark == FAILED
            line = f"  {found.mark:<8}{found.what:<14}{found.details}"
            self.stdout.write(line.rstrip())
        if failed:
            sys.exit(1)


def findings(title: Title, folder: Path) -> Iterator[Finding]:
    """Yield the findings: required parts first, then optional ones."""

    broken = faults(title.newest)
    open_ones = [str(fault) for fault in broken if not fault.secrecy]
    yield from _judged("contract", open_ones, "kept in random matches")
    secrets = [str(fault) for fault in broken if fault.secrecy]
    yield from _judged("secrecy", secrets, "no viewer learns what is hidden from them")
    yield from _judged("replays", _not_replayed(title, broken), "the same in every process")
    yield _speed(title)
    yield from _judged("bots", _bots_at_fault(title), ", ".join(bot.level for bot in title.bots))
    board = "drawn from the view and the legal moves" if title.board is None else "its own"
    yield from _judged("board", _board_at_fault(title, folder), board)
    styles = folder / "static" / "games" / title.slug / "board.css"
    yield _has("styles", styles, "plain ones")
    yield _has("rules page", folder / "docs" / "rules.md", "the page says there is none")
    yield from judged_figures(title, folder)
    yield _has("spec", folder / "docs" / "spec.md", "of positions and moves, for programs")
    yield from _words(title)
    yield from _translations(title, folder)


def faults(rules: type[Position]) -> list[Fault]:
    """Return what is wrong with the rules. Needs pytest."""
    from games.titles import checking

    return checking.faults(rules)


def _not_replayed(title: Title, broken: list[Fault]) -> list[str]:
    """Return the games that differ between processes; not looked for with broken rules."""
    from games.titles import checking

    return [] if broken else checking.hash_faults(title.newest)


def _judged(what: str, faults: list[str], well: str) -> Iterator[Finding]:
    if not faults:
        yield Finding(OK, what, well)
    for fault in faults:
        yield Finding(FAILED, what, fault)


def _has(what: str, path: Path, without: str) -> Finding:
    if path.exists():
        return Finding(OK, what, path.name)
    return Finding(MISSING, what, f"no {'/'.join(path.parts[-2:])}: {without}")


def _speed(title: Title) -> Finding:
    """Measure random matches with the fewest seats; only reported, as it depends on the machine.

    `make bench` measures against the budget.
    """
    seats = title.game.seats[0]
    speed = play_at_random(title.newest, MATCHES_TIMED, seats, {}, "speed")["moves_per_second"]
    wanted = title.budget.moves_per_second
    mark = OK if speed >= wanted else SLOW
    return Finding(mark, "speed", f"{speed:,} moves a second; {wanted:,} are wanted")


def _bots_at_fault(title: Title) -> list[str]:
    """Let every level play one match against itself; return what went wrong."""
    faults = []
    for bot in title.bots:
        if bot.slow and not _can_be_sent(bot):
            faults.append(f"“{bot.level}” is slow, and cannot be pickled for a process of its own")
            continue
        rng, seats = Random(bot.level), title.game.seats[0]
        agreed = title.game.read_options({}, seats)
        for _position, question, play in questions(title.newest, seats, agreed, rng):
            move = bot.choose(question, rng)
            if move not in question.moves:
                faults.append(f"“{bot.level}” chooses a move that is not legal")
                break
            play(move)
    return faults


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
        "lessons": (bool(title.lessons), "TITLE.lessons; players read the rules"),
        "achievements": (bool(title.achievements), "TITLE.achievements; profiles show only places"),
        "credit": (bool(title.credit), "TITLE.credit, who made the game"),
        "emblem": (title.slug in known_emblems(), "the first in emblems.txt; cards are shown"),
    }
    for what, (there, how) in lacking.items():
        yield Finding(OK if there else MISSING, what, "" if there else f"none: {how}")


def _translations(title: Title, folder: Path) -> Iterator[Finding]:
    """Check translations of the title and its rules page for every other language."""
    for language, _name in settings.LANGUAGES[1:]:
        lacking = []
        if any(_is_english(words, language) for words in _words_of(title)):
            lacking.append("words of the title")
        if not (folder / "docs" / f"rules.{language}.md").exists():
            lacking.append(f"docs/rules.{language}.md")
        details = f"no {', no '.join(lacking)}" if lacking else ""
        yield Finding(MISSING if lacking else OK, f"in {language}", details)


def _words_of(title: Title) -> list[object]:
    words: list[object] = [title.pitch] if title.pitch else []
    for option in title.options.values():
        words += [option.name, *([option.help] if option.help else [])]
    return words


def _is_english(words: object, language: str) -> bool:
    """Return whether a text is not translated: a plain string, or the same in both languages."""
    if isinstance(words, str):
        return True
    with override(settings.LANGUAGE_CODE):
        english = str(words)
    with override(language):
        return str(words) == english
