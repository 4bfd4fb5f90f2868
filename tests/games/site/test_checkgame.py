"""`manage.py checkgame` finds each mistake that authors of games make, and says where it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, Self

import polib
import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

from games.engine.bots import Question
from games.engine.contract import Move
from games.engine.testing.tables import Table, tables_of
from games.site import browser
from games.site.board_check import board_faults
from games.site.management.commands import checkgame
from games.site.management.commands.checkgame import bot_faults
from games.site.word_check import count_words, names_in
from games.titles import checking, registry
from games.titles.checking import hash_faults
from games.titles.condottiere.rules.moves import PASS
from games.titles.contract import Title
from games.titles.registry import folder_of, newest, slugs, title_of, titles
from games.titles.sources import foreign_imports
from tests.games.engine.tricks import Tricks
from tests.helpers.imports import importable
from tests.helpers.pondering.bots import Ponderer, Unsendable
from tests.helpers.pondering.title import TITLE
from tests.helpers.unsorted.title import Unsorted

SEED = re.compile(r"seed [0-9a-f]{64}")
BOARD = """
from django.utils.translation import gettext_lazy as _
from games.boards.board import Board, BoardTable
from games.boards.lines import PlainLine
from {package}.rules.position import {name}


class SixteenTable(BoardTable):
    def waiting(self):
        return _("Waiting.")


class SixteenBoard(Board):
    game = {name}.game
    table = SixteenTable
    line_writers = {{
        "took": PlainLine(
            lambda facts, names: {{"name": names[facts["seat"]]}}, _("{{name}} takes the trick.")
        ),
    }}
"""
TEMPLATE = """{% load i18n tavola %}
<section id="board">{{ board.ask }}{% translate "Trick" %}</section>
"""
Games = Callable[[str], tuple[Title, Path]]
OUTCOME = "Outcome(tuple(self.tricks), places_by(self.tricks), "


@dataclass(frozen=True)
class Mistake:
    """A change of a file of the scaffold, and what `checkgame` must say of it."""

    file: str
    right: str
    wrong: str
    said: str
    where: str


RULES = {
    "open": Mistake(
        "rules/position.py",
        ", frozenset((loser,))",
        "",
        "“drew-own.card” is",
        "position.py:",
    ),
    "bidder": Mistake(
        "rules/position.py",
        '"card": move.card})]',
        '"card": move.card, "left": sum(self.hands[seat])})]',
        "“played.left” is",
        "position.py:",
    ),
    "rolled": Mistake(
        "rules/position.py",
        "            effects += self._take()\n",
        "            effects += self._take()\n"
        "            self.stack = chance.shuffle(self.stack)\n"
        "            effects.append(Effect('rolled', {'next': self.stack[-1:]}))\n",
        "“rolled.next",
        "position.py:",
    ),
    "naked": Mistake(
        "rules/hidden.py",
        "seen_by(seat, position.hands)",
        "[hand.copy() for hand in position.hands]",
        "“hands.",
        "hidden.py:",
    ),
    "peeking": Mistake(
        "rules/hidden.py",
        "    rng.shuffle(unseen)",
        "    rng.shuffle(unseen)\n    position.turn = 0",
        "“turn” is",
        "hidden.py:",
    ),
    "unread": Mistake(
        "rules/position.py",
        "return [PLAY[card] for card in self.hands[seat]]",
        "return [Play(card + 90) for card in self.hands[seat]]",
        "ValueError: list.remove(x)",
        "position.py:",
    ),
    "gambling": Mistake(
        "rules/position.py",
        "cards = chance.shuffle(CARDS)",
        "cards = Random().sample(CARDS, len(CARDS))",
        # Two hands without a seed may begin with the same card.
        "“hands.0.",
        "position.py:",
    ),
    "shuffling": Mistake(
        "rules/position.py",
        "        self.tricks[winner] += 1",
        "        self.tricks[winner] += 1\n        Random().shuffle(self.stack)",
        "draw all luck from `chance`",
        "position.py:",
    ),
    "shallow": Mistake(
        "rules/position.py",
        "    def view(self",
        "    def clone(self) -> Self:\n"
        "        other = type(self).__new__(type(self))\n"
        "        for name in ('seats', 'options', 'ended', *self.dump()):\n"
        "            setattr(other, name, getattr(self, name))\n"
        "        return other\n\n"
        "    def view(self",
        "“dump.",
        "position.py:",
    ),
    "shared": Mistake(
        "rules/position.py",
        "        self.tricks[winner] += 1",
        "        many = hidden.view.__dict__.setdefault('many', [])\n"
        "        many.append(1)\n        self.tricks[len(many) % self.seats] += 1",
        "“tricks.",
        "position.py:",
    ),
    "firsts": Mistake(
        "rules/position.py",
        OUTCOME,
        "Outcome(tuple(self.tricks), (2,) * self.seats, ",
        "no such places: (2, 2)",
        "position.py:",
    ),
    "seatless": Mistake(
        "rules/position.py", OUTCOME, "Outcome((1,), (1,), ", "1 scores at 2 seats", "position.py:"
    ),
    "endless": Mistake(
        "rules/position.py",
        "        self.out += [played.card for played in self.trick]\n        self.trick = []",
        "        for played in self.trick:\n"
        "            self.hands[played.seat].append(played.card)\n"
        "        self.trick = []",
        "no end after 10,000 moves at 2 seats; last moves: seat",
        "position.py:",
    ),
    "private": Mistake(
        "rules/hidden.py",
        "    return {",
        "    position.hands[seat]\n    return {",
        "TypeError: list indices",
        "hidden.py:",
    ),
}
INSTALLED = slugs()
"""The games of the site, without those with mistakes that `games` installs."""
BOARDS = {
    "spectators": Mistake(
        "board.py",
        '_("Waiting.")',
        'str(self.view["hands"][self.table.seat])',
        "TypeError: list indices",
        "board.py:",
    ),
    "untagged": Mistake(
        "_board.html", "</section>", "{% fly %}</section>", "Invalid block tag", "_board.html:2"
    ),
    "missing": Mistake(
        "_board.html",
        "</section>",
        '{% if board.never %}{% include "games/none/_hand.html" %}{% endif %}</section>',
        "there is no template games/none/_hand.html",
        "_board.html:2",
    ),
    "mistyped": Mistake(
        "_board.html",
        "</section>",
        """{% for move in table.moves %}<button form="move-form" name="move"
           value='{"type": "plai", "card": {{ move.card }}}'></button>{% endfor %}</section>""",
        "the page offers a move “plai” that the rules do not read: There is no move “plai”.",
        "seat 0 of 2 seats",
    ),
    "unchosen": Mistake(
        "_board.html",
        "</section>",
        """<input type="radio" name="card" form="move-form" value="99">
           <button form="move-form" name="move" value='{"type": "play"}'></button></section>""",
        "the page offers a move “play” that the rules do not read: ",
        "2 seats",
    ),
    "typeless": Mistake(
        "_board.html",
        "</section>",
        """<button form="move-form" name="move" value='{"card": 1}'></button></section>""",
        "a button of the page sends a move without a “type”",
        "2 seats",
    ),
}


def write(folder: Path, slug: str, mistake: Mistake, *, board: bool) -> None:
    """Write a game of the scaffold with a mistake."""
    call_command("startgame", slug, name="Sixteen Kings", into=folder, stdout=StringIO())
    own = folder / slug
    if board:
        (own / "board.py").write_text(BOARD.format(package=slug, name=slug.title()), "utf-8")
        title = (own / "title.py").read_text("utf-8")
        title = title.replace(
            "TITLE = Title(",
            f"from {slug}.board import SixteenBoard\n\nTITLE = Title(board=SixteenBoard, ",
        )
        (own / "title.py").write_text(title, "utf-8")
        templates = own / "templates" / "games" / slug
        templates.mkdir(parents=True)
        (templates / "_board.html").write_text(TEMPLATE, "utf-8")
    found = next(own.rglob(mistake.file))
    text = found.read_text("utf-8")
    assert mistake.right in text
    found.write_text(text.replace(mistake.right, mistake.wrong), "utf-8")


def in_german(own: Path) -> None:
    """Translate one of the game's words wrongly, and compile it."""
    catalogue = polib.POFile()
    catalogue.metadata = {"Content-Type": "text/plain; charset=utf-8", "Language": "de"}
    catalogue.append(polib.POEntry(msgid="{name} takes the trick.", msgstr="{nam} sticht."))
    path = own / "locale" / "de" / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True)
    catalogue.save_as_mofile(str(path))


@pytest.fixture(scope="module")
def games(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Games]:
    """Install a game with each mistake; return them by name."""
    folder = tmp_path_factory.mktemp("mistakes")
    whole = Mistake("title.py", "TITLE", "TITLE", "", "")
    for slug, mistake in {**RULES, **BOARDS, "german": whole}.items():
        write(folder, slug, mistake, board=slug not in RULES)
    in_german(folder / "german")
    with importable(folder):
        installed = [*settings.INSTALLED_APPS, *RULES, *BOARDS, "german"]
        # The paths are the same; naming them reads the catalogues again.
        paths = list(settings.LOCALE_PATHS)
        registry._looked_up.cache_clear()
        registry._rules_by_version.cache_clear()
        with override_settings(INSTALLED_APPS=installed, LOCALE_PATHS=paths):
            yield lambda slug: (registry.title_of(slug), registry.folder_of(slug))
    registry._looked_up.cache_clear()
    registry._rules_by_version.cache_clear()


@pytest.mark.parametrize("name", RULES)
def test_mistake_in_rules_is_named_with_key_line_and_seed(
    name: str, games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_table(*rules: object) -> list[Table]:
        return tables_of(*rules)[:1]  # type: ignore[arg-type]  # types of positions

    monkeypatch.setattr(checking, "tables_of", one_table)
    mistake, (title, _folder) = RULES[name], games(name)
    found = [str(fault) for fault in checking.faults(title.newest)]
    named = [one for one in found if mistake.said in one and mistake.where in one]
    assert named, "\n".join(found)
    assert any(SEED.search(one) for one in named), named


@pytest.mark.parametrize("name", BOARDS)
def test_mistake_on_board_is_found_before_players_see_it(name: str, games: Games) -> None:
    mistake, (title, folder) = BOARDS[name], games(name)
    (fault,) = board_faults(title, folder, ["en"])
    assert mistake.said in fault
    assert mistake.where in fault


def test_wrong_placeholder_is_found_in_catalogue_and_on_board(
    games: Games,
) -> None:
    title, folder = games("german")
    counted = count_words(folder, "de")
    assert (counted.translated, counted.words) == (4, 12)
    (fault,) = counted.faults
    assert fault.startswith("“{nam} sticht.” has “nam”, which the English does not have")
    assert fault.endswith("board.py:18)")
    assert board_faults(title, folder, ["en"]) == []
    (fault,) = board_faults(title, folder, ["en", "de"])
    assert fault.startswith("KeyError: 'nam'")
    assert "in de, " in fault


def test_names_are_read_from_both_kinds_of_placeholders() -> None:
    assert names_in("{name} has %(count)s cards") == {"name", "count"}
    assert names_in("{name has") == {"a brace"}


def test_report_announces_parts_and_exits_with_1_on_failure(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = checking.Fault(False, "all is well", "two seats", "all is lost", "here.py:1, seed 00")
    monkeypatch.setattr(checking, "faults", lambda _rules: [wrong])
    out = StringIO()
    with pytest.raises(SystemExit, match="1"):
        call_command("checkgame", "german", stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[1] == "  …       contract      random matches at 2 to 4 seats"
    assert lines[2] == "  FAILED  contract      not so: all is well (two seats): all is lost"
    assert lines[3] == " " * 24 + "here.py:1, seed 00"
    assert "  –       in de         4 of 12 translated, no docs/rules.de.md" in lines
    assert "  –       puzzles       none: puzzles.jsonl, from select_puzzles" in lines


def test_speed_is_compared_with_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkgame, "machine_speed", lambda: 1.0)
    assert checkgame._speed(titles()[0]).mark == checkgame.OK
    monkeypatch.setattr(checkgame, "machine_speed", lambda: 1e12)
    assert checkgame._speed(titles()[0]).mark == checkgame.SLOW


@pytest.mark.parametrize("slug", INSTALLED)
def test_boards_of_this_site_are_drawn_without_errors(slug: str) -> None:
    title, folder = registry.title_of(slug), registry.folder_of(slug)
    assert board_faults(title, folder, ["en"]) == []


def test_core_that_differs_from_title_is_noted() -> None:
    title = title_of("babel")
    path = folder_of("babel") / "core.py"
    judged = partial(checkgame.judged_core, path=path, module="games.titles.babel.core")
    assert judged(title).mark == checkgame.OK
    for other in (replace(title, bots=title.bots[:2]), replace(title, rules=(Tricks,))):
        assert judged(other).mark == checkgame.NOTE
    assert (
        "TITLE has easy, novice: bots=CORE.bots"
        in judged(replace(title, bots=title.bots[:2])).details
    )
    assert judged(title, module="games.nowhere").details.startswith("core.py raises ModuleNotFound")
    assert judged(title, path=path.with_name("none.py")).mark == checkgame.MISSING


def test_slow_bot_that_cannot_be_pickled_is_reported() -> None:
    sent, kept = Ponderer("deep", 1), Unsendable()
    assert bot_faults(replace(TITLE, bots=(sent,))) == []
    (fault,) = bot_faults(replace(TITLE, bots=(sent, kept)))
    assert fault.startswith("“failing” is slow, and cannot be pickled")


class ResamplesForever(Tricks):
    """Other cards are drawn until they fit, which they never do."""

    __slots__ = ()

    def resample(self, seat: int | None, rng: Random) -> Self:
        while True:
            with suppress(Exception):
                self.check()


def test_rules_that_never_return_fail_the_check_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "tables_of", lambda rules: tables_of(rules)[:1])
    monkeypatch.setattr(checking, "LONGEST_TEST", 0.5)
    *_open, fault = checking.faults(ResamplesForever)
    assert fault.why == "no end after 0.5 seconds of computing"
    assert "test_checkgame.py:" in fault.where


class Cheat(Ponderer):
    """A bot with a move of its own invention."""

    slow = False

    def choose(self, question: Question, rng: Random) -> Move:
        return PASS


def test_illegal_move_of_bot_is_named_with_line_and_seed() -> None:
    (fault,) = bot_faults(replace(TITLE, bots=(Cheat("sly", 1),)))
    assert "“sly” chooses a move that is not legal: Pass" in fault
    assert "test_checkgame.py:" in fault
    assert SEED.search(fault)


@pytest.mark.parametrize("slug", INSTALLED)
def test_rules_of_this_site_import_only_engine(slug: str) -> None:
    folder = registry.folder_of(slug)
    assert foreign_imports(folder / "rules", newest(slug).__module__.partition(".rules")[0]) == []


def test_foreign_import_of_rules_is_named_with_its_line(tmp_path: Path) -> None:
    lines = ("import random, django.utils", "from games.engine.chance import Chance")
    more = ("from .moves import Play", "from mine.rules import words", "from games import boards")
    (tmp_path / "position.py").write_text("\n".join(lines + more), "utf-8")
    first, second = foreign_imports(tmp_path, "mine")
    assert first.endswith("/position.py:1 imports django.utils")
    assert second.endswith("/position.py:5 imports games")


def test_class_in_place_of_bot_is_named() -> None:
    bots: Any = (Cheat,)
    (fault,) = bot_faults(replace(TITLE, bots=bots))
    assert fault.startswith("Cheat is a class: name a bot in `bots`, such as Cheat()\n")
    assert "test_checkgame.py:" in fault


def test_only_rule_that_asks_order_of_set_is_replayed_otherwise_with_other_hash_seed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("EXTRA_TITLES", "tests.helpers.unsorted")
    monkeypatch.setattr(checking, "MOST_TABLES", 3)
    (fault, *more) = hash_faults(Unsorted, *map(newest, INSTALLED))
    assert all("(in unsorted.1-2seats)" in one for one in more)
    # The random game depends on the order as well, and with it which of the moves differs first.
    assert re.match(r"the order of a set decides legal\.\d+\b", fault)
    assert "unsorted.1-2seats" in fault
    assert "title.py:" in fault
    assert SEED.search(fault)


def test_missing_browser_is_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, db: None, tmp_path: Path
) -> None:
    monkeypatch.setattr(browser, "PROGRAMS", ("no-such-program",))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    *_begun, found = checkgame.pictured(titles()[0], tmp_path)
    assert (found.mark, found.what) == (checkgame.FAILED, "pictures")
    assert found.details.endswith("isn’t installed: apt-get install chromium")
