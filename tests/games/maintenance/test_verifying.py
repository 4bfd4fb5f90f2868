"""Verification replays every match: same, differs or broken."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.maintenance import stores
from games.matches.models import Match
from games.matches.services import commands
from tests.helpers.matches import committed, fresh, people, started, user_at

Damage = Callable[[str], None]
FINISHED = "(SELECT id FROM matches_match WHERE game = 'kharnage' AND status = 'finished')"
RUNNING = "(SELECT id FROM matches_match WHERE game = 'condottiere' AND status = 'running')"


@pytest.fixture
def damage(store: str, monkeypatch: pytest.MonkeyPatch) -> Damage:
    """Change the verified site directly."""
    monkeypatch.setattr(stores, "site_settings", lambda: stores.settings_of(store))

    def run(sql: str) -> None:
        with closing(sqlite3.connect(store)) as database:
            database.executescript(sql)

    return run


def verified(*words: str, jobs: int = 1, **options: Any) -> tuple[int, str, str]:
    """Run the command, and return its exit status, output and summary."""
    out, err = StringIO(), StringIO()
    status = 0
    try:
        call_command("verify_matches", *words, jobs=jobs, stdout=out, stderr=err, **options)
    except SystemExit as end:
        status = int(str(end.code))
    return status, out.getvalue(), err.getvalue()


def test_verification_is_same_with_any_number_of_jobs(damage: Damage) -> None:
    status, output, summary = verified()
    assert (status, output) == (0, "")
    assert summary.startswith("11 matches: 11 same, 0 differs, 0 broken")
    one, two = (verified(json=True, jobs=jobs)[1].splitlines() for jobs in (1, 2))
    assert one == two
    assert len({json.loads(line)["digest"] for line in one}) == 11


@pytest.mark.parametrize(
    ("sql", "reason"),
    [
        (f"DELETE FROM matches_event WHERE match_id IN {FINISHED} AND number = 7", "Events are"),
        (f"UPDATE matches_match SET last_number = 9999 WHERE id IN {FINISHED}", "Events are"),
        (f"UPDATE matches_matchsecret SET seed = '' WHERE match_id IN {FINISHED}", "Its seed is"),
        (f"UPDATE matches_match SET rules = 7 WHERE id IN {FINISHED}", "There is no kharnage of"),
        (
            f"UPDATE matches_event SET data = '{{}}' WHERE match_id IN {FINISHED} AND number = 1",
            "broken: bad-move: A move must name its type.",
        ),
    ],
)
def test_failed_replay_is_reported_as_broken(damage: Damage, sql: str, reason: str) -> None:
    damage(sql)
    status, answered, summary = verified()
    assert status == 1
    assert reason in answered
    assert "10 same, 0 differs, 1 broken" in summary


def test_missing_game_is_reported_without_failure(damage: Damage) -> None:
    damage(f"UPDATE matches_match SET game = 'hoopoe' WHERE id IN {FINISHED}")
    status, answered, summary = verified()
    assert status == 0
    assert "missing: There is no hoopoe here." in answered
    assert "1 are of games that are not installed here." in summary


@pytest.mark.parametrize(
    ("sql", "reason"),
    [
        (
            f"UPDATE matches_match SET digest = '00' WHERE id IN {FINISHED}",
            "It differs from its stored digest",
        ),
        (
            f"UPDATE matches_match SET digest = '', outcome = '{{}}' WHERE id IN {FINISHED}",
            "Its outcome differs",
        ),
        (f"UPDATE matches_player SET place = 3 WHERE match_id IN {FINISHED}", "Its places"),
        (
            f"UPDATE matches_player SET asked_at = 0 WHERE match_id IN {RUNNING}",
            "The seats that are asked are not the seats to move",
        ),
        (
            "UPDATE matches_match SET status = 'finished', outcome = '{}' WHERE game = 'kabale'"
            " AND status = 'running'",
            "but its replay has no end",
        ),
    ],
)
def test_altered_match_is_reported_as_different(damage: Damage, sql: str, reason: str) -> None:
    damage(sql)
    status, answered, summary = verified()
    assert status == 1
    assert reason in answered
    assert "0 broken" in summary


def test_verification_is_compared_with_earlier_run(damage: Damage, tmp_path: Path) -> None:
    first = tmp_path / "first"
    assert verified(results=first)[0] == 0
    assert verified(against=first)[0] == 0
    damage(
        "UPDATE matches_match SET digest = '';"
        "UPDATE matches_matchsecret SET seed = replace(seed, '1', '2') WHERE match_id IN "
        "(SELECT id FROM matches_match WHERE game = 'babel' AND status = 'aborted')"
        f" OR match_id IN {RUNNING}"
    )
    status, output, summary = verified(against=first)
    assert status == 1
    assert "It differs after event" in output
    assert "have no digest yet" in summary


def test_interrupted_verification_is_continued(damage: Damage, tmp_path: Path) -> None:
    results = tmp_path / "results"
    assert verified(results=results)[0] == 0
    whole = results.read_text("utf-8").splitlines(keepends=True)
    results.write_text("".join(whole[:9]) + whole[9][:40])
    ended = sum(json.loads(line)["status"] != "running" for line in whole[:9])
    assert ended
    _status, _told, summary = verified(results=results, resume=True)
    assert summary.startswith(f"{11 - ended} matches: {11 - ended} same")
    assert f"{ended} more were the same in the earlier run." in summary
    last = {json.loads(line)["match"]: line for line in results.read_text("utf-8").splitlines()}
    assert len(last) == 11


def test_verification_is_limited_to_sample_or_given_matches(damage: Damage, tmp_path: Path) -> None:
    assert verified(sample=3)[2].startswith("3 matches: 3 same")
    assert verified(sample=99)[2].startswith("11 matches: 11 same")
    ids = [json.loads(line)["match"] for line in verified(json=True)[1].splitlines()]
    assert verified(*ids[:2])[2].startswith("2 matches: 2 same")
    for wrong in ({"resume": True}, {"against": tmp_path / "gone"}):
        with pytest.raises(CommandError):
            verified(**wrong)
    with pytest.raises(CommandError, match=r"Not found, or never dealt: extra, nosuchmatch\.$"):
        verified("extra", ids[0], "nosuchmatch")
    (tmp_path / "text").write_text("no results\n")
    with pytest.raises(CommandError, match="no results"):
        verified(against=tmp_path / "text")


def test_verification_fills_missing_digests(own_database: str) -> None:
    match = started(*people("Anna", "Berta"))
    with committed():
        commands.resign(user_at(match, 0), match.id)
    digest = fresh(match).digest
    assert len(digest) == 64
    Match.objects.update(digest="")
    assert "1 have no digest yet; --fill writes it." in verified()[2]
    assert "no digest" not in verified(fill=True)[2]
    assert fresh(match).digest == digest
