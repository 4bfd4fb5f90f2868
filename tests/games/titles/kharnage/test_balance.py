"""`manage.py kharnage_balance` and `manage.py check_cards`."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.titles.kharnage.rules.cardset import built_in_text
from tests.games.titles.kharnage.rules.tables import toy_cards


def output(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_balance_report_counts_wins(seats: int) -> None:
    report = output("kharnage_balance", "--games", "6", "--seats", str(seats), "--seed", "3")
    assert f"6 games, {seats} seats" in report
    for word in ("human", "seat 0", "goblin-220", "a round", "strength 5-7", "reserve empty"):
        assert word in report


def test_balance_report_is_deterministic_by_seed() -> None:
    arguments = ("kharnage_balance", "--games", "4", "--seed", "9")
    assert output(*arguments) == output(*arguments)


def test_balance_report_accepts_card_set_file(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text(built_in_text(), "utf-8")
    games = ("kharnage_balance", "--games", "2")
    assert output(*games, "--cards", str(file)) == output(*games)
    with pytest.raises(CommandError):
        output(*games, "--cards", str(tmp_path / "none.json"))


def test_check_cards_reports_complete_built_in_set() -> None:
    assert "This is a whole set." in output("check_cards")


def test_check_cards_remarks_on_small_set_and_refuses_invalid_one(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text(json.dumps(toy_cards()), "utf-8")
    assert "remark: human" in output("check_cards", str(file))
    file.write_text("{}", "utf-8")
    with pytest.raises(CommandError):
        output("check_cards", str(file))
    file.write_text("no json", "utf-8")
    with pytest.raises(CommandError):
        output("check_cards", str(file))
