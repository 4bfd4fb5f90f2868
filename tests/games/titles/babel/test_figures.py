"""The figures of Babel's rules: captions agree with the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import pytest

from games.site.figures import draw_figure
from games.titles.babel.rules.cards import SITES
from games.titles.babel.rules.moves import HALVE, Build, Power
from games.titles.babel.rules.position import Babel
from games.titles.positions import prepared_figures
from tests.games.titles.babel.rules.tables import at
from tests.helpers.captions import NUMBER, assert_says, captions, shown

Facts = Callable[[Babel], Iterable[int]]
SUM = re.compile(r"\d+(?:\s\+\s\d+)+")


def here(position: Babel) -> list[int]:
    """How high both temples are where seat 0 has its stone."""
    return [position.height(seat, position.stones[0]) for seat in (0, 1)]


def hands(position: Babel) -> list[int]:
    return [len(hand) for hand in position.hands]


def coming(position: Babel) -> list[int]:
    """Return the temple cards that all have seen, the next one first."""
    return position.temple_deck[-position.known :][::-1]


COUNTED: dict[str, Facts] = {
    "set-up": lambda p: [*hands(p), len(p.temple_deck), len(p.tribe_deck)],
    "turn-travel": lambda p: hands(p)[:1],
    "turn-settle": lambda p: hands(p)[:1],
    "turn-build": lambda p: here(p)[:1],
    "turn-end": lambda p: [*p.rows[0], hands(p)[1]],
    "build": lambda p: [*here(p)[:1], p.rows[1][-1]],
    "built": lambda p: [*here(p)[:1], p.rows[1][-1], p.rows[0][-1]],
    "steal": here,
    "stolen": here,
    "skip": lambda p: [*here(p)[:1], p.rows[0][-1]],
    "skipped": lambda p: [*here(p)[:1], p.rows[0][-1]],
    "raze": here,
    "razed": coming,
    "halve": lambda p: [hands(p)[0], p.due, hands(p)[0] - p.due],
    "example": lambda p: [p.height(1, "hittite"), p.height(1, "assyrian"), hands(p)[1]],
    "example-raze": coming,
    "example-steal": here,
    "example-halve": lambda p: hands(p)[1:],
    "example-end": lambda p: [*p.rows[0][-2:], hands(p)[1]],
    "over-fifteen": lambda p: p.totals,
    "end-phase": lambda p: p.totals,
    "over-nine": lambda p: p.totals,
    "over-twenty": lambda p: p.totals,
}
ROWS = {
    "turn-settle": ("HM", ""),
    "build": ("HPP", "S"),
    "migrate": ("P", "AA"),
    "migrated": ("PPPA", "AA"),
    "expel": ("MMMH", "SPSA"),
    "expelled": ("MMH", "PA"),
    "bribe": ("SSS", "PAP"),
    "bribed": ("SSPP", "A"),
    "steal": ("HHHPM", "SSA"),
    "stolen": ("HHPM", "SSA"),
    "skip": ("PPP", "M"),
    "skipped": ("PP", "M"),
    "raze": ("AAAM", "PP"),
    "razed": ("AAM", "PP"),
    "halve": ("", "MM"),
    "example": ("SSSSAPP", "PSAAM"),
    "example-bribe": ("SSSAPPM", "PSAA"),
    "example-migrate": ("SSSA", "PSAA"),
    "example-bribe-again": ("SSAAA", "PS"),
    "example-raze": ("SSAA", "PS"),
    "example-steal": ("HH", ""),
    "example-halve": ("PPM", ""),
}
"""What lies where seat 0 has its stone, bottom to top: its own row and the other one's."""
POWERS = {
    "expel": {"expel", HALVE},
    "bribe": {"bribe", HALVE},
    "steal": {"steal", HALVE},
    "skip": {"skip", HALVE},
    "raze": {"raze", HALVE},
    "example": {"bribe", HALVE},
}


@pytest.mark.parametrize("name", COUNTED)
def test_captions_give_correct_counts_in_every_language(name: str) -> None:
    assert_says("babel", name, COUNTED[name](shown("babel", name)))


@pytest.mark.parametrize("name", ROWS)
def test_figure_shows_rows_of_its_caption(name: str) -> None:
    position = shown("babel", name)
    site = position.stones[0]
    assert (at(position, 0, site), at(position, 1, site)) == ROWS[name]


@pytest.mark.parametrize("name", POWERS)
def test_figure_allows_powers_of_its_caption(name: str) -> None:
    moves = shown("babel", name).moves(0)
    assert {move.power for move in moves if isinstance(move, Power)} == POWERS[name]


def test_figure_of_build_allows_only_build_shown() -> None:
    builds = [m for m in shown("babel", "build").moves(0) if isinstance(m, Build)]
    assert [move.row for move in builds] == [1]


@pytest.mark.parametrize(
    ("name", "reason"),
    [("over-fifteen", "fifteen"), ("over-nine", "nine"), ("over-twenty", "twenty")],
)
def test_figure_of_end_has_reason_of_caption(name: str, reason: str) -> None:
    position = shown("babel", name)
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.reason == reason
    assert outcome.places == (1, 2)
    assert position.end_phase == (name != "over-fifteen")


@pytest.mark.parametrize("name", ["over-fifteen", "end-phase", "over-nine", "over-twenty"])
def test_caption_heights_add_up_to_totals(name: str) -> None:
    totals = shown("babel", name).totals
    for page, found in captions("babel").items():
        sums = [sum(map(int, NUMBER.findall(heights))) for heights in SUM.findall(found[name])]
        assert sorted(sums) == sorted(totals), page


def test_figure_of_end_phase_is_in_end_phase() -> None:
    position = shown("babel", "end-phase")
    assert position.end_phase
    assert position.outcome() is None


@pytest.mark.parametrize(("name", "count"), [("expel", 1), ("migrate", 2), ("example", 3)])
def test_figure_shows_only_sites_with_content(name: str, count: int) -> None:
    drawing = draw_figure(prepared_figures("babel")[name])
    assert drawing.count('<section class="site') == count
    assert f'class="land sites-{count}"' in drawing


def test_figure_of_set_up_shows_all_sites() -> None:
    drawing = draw_figure(prepared_figures("babel")["set-up"])
    assert drawing.count('<section class="site') == len(SITES)
