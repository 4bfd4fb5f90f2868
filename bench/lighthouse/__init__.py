"""What Lighthouse says of the pages people see first, on its phone setting.

It opens each page in a browser of its own and works out how long that would take on a slow phone
with a slow connection, from what the page asks for and how long its scripts compute here. A busy
machine computes slowly, so each page is judged several times; the median counts.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median_low
from typing import Any, NamedTuple

from django.urls import reverse

from bench.node import NODE, fetch
from bench.seeding import cookies_of, finished_match, running_matches, waiting_table
from bench.servers import hashed_files, server
from games.titles.registry import titles

NAME = "Lighthouse"
HERE = Path(__file__).parent
PROGRAMS = ("chromium", "chromium-browser")
BUDGETS = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}


class NoBrowser(Exception):
    """There is no Chromium on this machine."""


class Page(NamedTuple):
    """A page that is judged: its name, where it is, and the cookies of who looks, "" for nobody."""

    name: str
    path: str
    cookies: str


class Judged(NamedTuple):
    """What a page got, median by median; and what took points away, in any round."""

    name: str
    scores: dict[str, int]
    missed: dict[str, list[str]]
    measured: dict[str, float]

    @property
    def met(self) -> bool:
        return all(self.scores.get(category, 0) >= least for category, least in BUDGETS.items())


def install() -> None:
    """Fetch it, if it is not here yet; OSError."""
    fetch(HERE, NAME)


def pages() -> list[Page]:
    """Every page that is judged, with what is needed for it in the database."""
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
    """Let Lighthouse look at pages of a server of its own; NoBrowser.

    `reports`: a folder for the whole report of each page.
    """
    chrome = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if chrome is None:
        raise NoBrowser("Lighthouse needs Chromium; apt-get install chromium")
    with hashed_files(), server() as (address, _pid):
        for page in chosen:
            report = "" if reports is None else str(reports.absolute() / f"{page.name}.json")
            asked = _asked(page, f"http://{address}", report)
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


def _asked(page: Page, site: str, report: str) -> dict[str, Any]:
    pairs = [pair.split("=", 1) for pair in page.cookies.split("; ") if pair]
    cookies = [{"name": name, "value": value, "url": site} for name, value in pairs]
    return {"url": f"{site}{page.path}", "cookies": cookies, "report": report}


def summary(name: str, rounds: Sequence[dict[str, Any]]) -> Judged:
    """One page from its rounds, as bench/lighthouse/audit.js writes them."""
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
    """A line for a page, and one for each category that misses its budget."""
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
