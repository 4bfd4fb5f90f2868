"""The pages that Lighthouse judges, and how its results are reported."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from subprocess import CalledProcessError
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from bench import lighthouse
from bench.lighthouse import Judged, Page
from bench.management.commands import bench_lighthouse
from games.titles.registry import titles

SCORES = {"performance": 99, "accessibility": 100, "best-practices": 100, "seo": 100}
MEASURED = {"first": 1200, "largest": 2000, "blocked": 50, "shifted": 0, "bytes": 150_000}


def round_of(missed: dict[str, list[str]] | None = None, **scores: int) -> dict[str, Any]:
    """Return what bench/lighthouse/audit.js writes for one round."""
    nothing: dict[str, list[str]] = {kind: [] for kind in SCORES}
    all_scores = SCORES | {name.replace("_", "-"): score for name, score in scores.items()}
    return {"scores": all_scores, "missed": nothing | (missed or {}), "measured": MEASURED}


@pytest.mark.django_db(transaction=True)
def test_judged_pages_exist_for_their_viewers() -> None:
    pages = {page.name: page for page in lighthouse.pages()}
    tables = {f"table of {title.game.name}" for title in titles()}
    others = {"landing", "lobby", "table after the end", "replay", "rules", "profile"}
    assert set(pages) == tables | others
    for page in pages.values():
        client = Client()
        client.cookies.load(page.cookies)
        answer = client.get(page.path)
        assert answer.status_code == 200, page.name
        content = answer.content.decode()
        assert ('action="/accounts/logout/"' in content) == bool(page.cookies), page.name
        assert ('class="table is-mine' in content) <= (page.name in tables), page.name
    assert 'id="replay"' in Client().get(pages["replay"].path).content.decode()


def test_score_is_median_of_rounds() -> None:
    slow = {"performance": ["total-blocking-time"]}
    rounds = [round_of(slow, performance=60), round_of(), round_of(performance=96)]
    judged = lighthouse.summary("lobby", rounds)
    assert judged.scores == SCORES | {"performance": 96}
    assert judged.met
    (line,) = lighthouse.table_lines(judged)
    assert line.split() == ["lobby", "96", "100", "100", "100", "1.2", "2.0", "50", "0.000", "150"]


@pytest.mark.parametrize(
    ("category", "score"),
    [("performance", 94), ("accessibility", 99), ("best_practices", 99), ("seo", 99)],
)
def test_page_below_budget_lists_failed_audits(category: str, score: int) -> None:
    name = category.replace("_", "-")
    rounds = [round_of({name: ["one", "other"]}, **{category: score})] * 3
    judged = lighthouse.summary("rules", rounds)
    assert not judged.met
    _line, why = lighthouse.table_lines(judged)
    assert why.strip() == f"NOT MET: {name} at least {lighthouse.BUDGETS[name]}: one, other"


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> list[Judged]:
    """Replace Lighthouse's results for each page, without starting a site."""
    said: list[Judged] = []

    def judge(pages: list[Page], rounds: int, reports: Path | None) -> Iterator[Judged]:
        yield from (one for one in said if one.name in {page.name for page in pages})

    monkeypatch.setattr(bench_lighthouse, "call_command", lambda *_args, **_options: None)
    monkeypatch.setattr(
        lighthouse, "pages", lambda: [Page(name, "/", "") for name in ("landing", "lobby")]
    )
    monkeypatch.setattr(lighthouse, "judge", judge)
    return said


def test_command_fails_if_page_is_below_budget(
    site: list[Judged], capsys: pytest.CaptureFixture[str]
) -> None:
    site += [
        lighthouse.summary("landing", [round_of()]),
        lighthouse.summary("lobby", [round_of(seo=90)]),
    ]
    with pytest.raises(CommandError, match="Below its budget: lobby"):
        call_command("bench_lighthouse", "--inside")
    assert len(capsys.readouterr().out.splitlines()) == 4, "a head, two pages and why"
    call_command("bench_lighthouse", "--inside", "--only=land*")
    with pytest.raises(CommandError, match="No page is named like 'moon'"):
        call_command("bench_lighthouse", "--inside", "--only=moon")


def test_command_reports_missing_lighthouse_or_browser(
    site: list[Judged], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise OSError("npm could not fetch Lighthouse.")

    def find_none(*_args: object) -> Iterator[Judged]:
        raise lighthouse.NoBrowser("Lighthouse needs Chromium; apt-get install chromium")

    monkeypatch.setattr(lighthouse, "judge", find_none)
    with pytest.raises(CommandError, match="apt-get install chromium"):
        call_command("bench_lighthouse", "--inside")
    monkeypatch.setattr(lighthouse, "install", fail)
    with pytest.raises(CommandError, match="could not fetch"):
        call_command("bench_lighthouse")


def test_command_ends_with_status_of_its_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[tuple[str, ...]] = []

    def run(*args: str) -> None:
        asked.append(args)
        raise CalledProcessError(1, "manage.py")

    monkeypatch.setattr(lighthouse, "install", lambda: None)
    monkeypatch.setattr(bench_lighthouse, "run_on_empty_database", run)
    reports = tmp_path / "reports"
    with pytest.raises(SystemExit, match="1"):
        call_command("bench_lighthouse", "--rounds=5", f"--reports={reports}")
    (args,) = asked
    assert {"--inside", "--only=*", "--rounds=5", f"--reports={reports}"} < set(args)
    assert reports.is_dir()


def test_lighthouse_is_installed_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    installed: list[list[str]] = []

    def npm(args: list[str], cwd: Path) -> int:
        installed.append(args)
        (cwd / "node_modules").mkdir()
        return 0

    (tmp_path / "package-lock.json").write_text("{}")
    monkeypatch.setattr(lighthouse, "HERE", tmp_path)
    monkeypatch.setattr(lighthouse, "npm", npm)
    lighthouse.install()
    lighthouse.install()
    assert len(installed) == 1


def test_failure_of_npm_is_raised(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(lighthouse, "HERE", tmp_path)
    monkeypatch.setattr(lighthouse, "npm", lambda *_args, **_options: 1)
    (tmp_path / "package-lock.json").write_text("{}")
    with pytest.raises(OSError, match="could not fetch Lighthouse"):
        lighthouse.install()
