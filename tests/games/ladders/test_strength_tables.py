"""The tables of bots in docs/bots.md agree with the counted games, which one command adds to."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.engine.bots import Bot, Easy
from games.engine.strength import Counted
from games.titles.management.commands import count_levels
from games.titles.registry import all_games, bot_levels, folder_of, title_of

SLUGS = [game.slug for game in all_games()]
DOCUMENTED = count_levels.DOCS.read_text("utf-8")
MEASURED = [slug for slug in SLUGS if title_of(slug).counted or f": {slug} -->" in DOCUMENTED]
"""A new game has no tables until its levels are counted."""


@pytest.mark.parametrize("slug", MEASURED)
def test_docs_and_module_agree_with_counted_games(slug: str) -> None:
    counted, text = title_of(slug).counted, DOCUMENTED
    measured = count_levels.measured_in(folder_of(slug))
    for name, table in (
        (f"levels: {slug}", count_levels.table_of(slug, counted)),
        (f"styles: {slug}", count_levels.styles_table_of(measured)),
    ):
        assert f"<!-- {name} -->" in text
        assert count_levels.with_table(text, name, table) == text
    module = folder_of(slug) / "bots" / "counted.py"
    assert module.read_text("utf-8") == count_levels.module_of(slug, counted)


@pytest.mark.parametrize("slug", MEASURED)
def test_every_style_is_in_the_league(slug: str) -> None:
    league = count_levels.measured_in(folder_of(slug))["league"]
    assert [bot["level"] for bot in league] == count_levels.styles_of(slug)


@pytest.mark.parametrize("slug", SLUGS)
def test_new_level_is_counted_against_next_one_at_every_table(slug: str) -> None:
    new = {"novice", "casual"}.intersection(bot_levels(slug))
    missing = count_levels.uncounted(slug, title_of(slug).counted)
    assert not [pair for pair in missing if new.intersection(pair[1:])]


@pytest.mark.parametrize("slug", SLUGS)
def test_level_is_stronger_than_next_weaker_one(slug: str) -> None:
    offered = set(count_levels.pairs(slug))
    for one in title_of(slug).counted:
        if (one.seats, one.level, one.against) in offered:
            assert one.wins / one.games > 1 / one.seats, one


def test_command_counts_missing_pairs_and_writes_both_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs, folder = tmp_path / "bots.md", tmp_path / "title"
    (folder / "bots").mkdir(parents=True)
    docs.write_text("Before\n<!-- levels: kharnage -->\nold\n<!-- end -->\nAfter\n", "utf-8")
    monkeypatch.setattr(count_levels, "DOCS", docs)
    monkeypatch.setattr(count_levels, "folder_of", lambda _slug: folder)
    known = (Counted("hard", "normal", 2, 10, 7), Counted("hard", "normal", 3, 9, 4))
    missing = [(2, "casual", "easy"), (3, "casual", "easy")]
    monkeypatch.setattr(count_levels, "uncounted", lambda *_: missing)
    monkeypatch.setattr(count_levels, "title_of", lambda _slug: type("T", (), {"counted": known}))
    call_command("count_levels", "kharnage", at_two=2, at_more=2, dump=tmp_path / "games")
    module = (folder / "bots" / "counted.py").read_text("utf-8")
    assert module.index('Counted("casual", "easy", seats=2, games=2') < module.index("seats=3")
    assert module.count("Counted(") == 4
    assert "seats=3, games=3" in module, "every bot sits in every chair"
    text = docs.read_text("utf-8")
    assert text.startswith("Before\n")
    assert text.endswith("<!-- end -->\nAfter\n")
    assert text.count("| `casual` | `easy` |") == 2
    assert "old" not in text
    assert len(list((tmp_path / "games" / "kharnage" / "2-casual-easy").glob("*.json"))) == 2


def quick_bot(_slug: str, name: str) -> Bot:
    bot = Easy()
    bot.level = name.partition(":")[0]
    bot.slow = bot.level == "hard"
    return bot


def test_command_measures_styles_and_best_responses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = tmp_path / "bots.md"
    (tmp_path / "bots").mkdir()
    docs.write_text("Before\n<!-- styles: kharnage -->\nold\n<!-- end -->\nAfter\n", "utf-8")
    monkeypatch.setattr(count_levels, "DOCS", docs)
    monkeypatch.setattr(count_levels, "folder_of", lambda _slug: tmp_path)
    monkeypatch.setattr(count_levels, "named_bot", quick_bot)
    monkeypatch.setattr(count_levels, "BestResponse", lambda known, _judge: known)
    own = {"slow": 2, "dump": tmp_path / "games"}
    call_command("count_levels", "kharnage", league=4, **own)
    call_command("count_levels", "kharnage", exploit=2, only="easy", **own)
    call_command("count_levels", "kharnage", exploit=4, only="normal", **own)
    measured = count_levels.measured_in(tmp_path)
    names = ["easy", "novice", "casual", "normal", "normal:bold", "normal:careful", "hard"]
    assert [bot["level"] for bot in measured["league"]] == names
    assert [bot["games"] for bot in measured["league"]] == [22] * 6 + [12], "2 with a slow bot"
    games = {level: one["games"] for level, one in measured["exploited"].items()}
    assert games == {"easy": 2, "normal": 4}
    lines = docs.read_text("utf-8").splitlines()
    found = {line.split("`")[1]: line for line in lines if line.startswith("| `")}
    assert sorted(found) == sorted(names)
    assert found["normal"].startswith("| `normal` | 1500 | fixed | 22 |")
    assert " of 4, " in found["normal"]
    assert found["normal:bold"].endswith("|  |  |")
    assert len(list((tmp_path / "games" / "kharnage" / "league").iterdir())) == 21


def test_unknown_game_is_refused() -> None:
    with pytest.raises(CommandError, match="no game “chess”"):
        call_command("count_levels", "chess")
