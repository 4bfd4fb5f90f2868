"""Positions that earn Babel's achievements, and similar ones that do not."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.achievements import Played
from games.engine.contract import Json, Outcome
from games.titles.babel.rules.cards import SITES
from tests.games.titles.babel.rules.tables import cards, site
from tests.helpers.played import choices, earned, played

BUILD: Json = {"seat": 0, "type": "build", "row": 0}
TALL = {
    "sumerian": site("SSSSS", my=[5]),
    "mede": site("MMMM", my=[4]),
}
"""Nine levels of seat 0, besides those at the Hittites' site."""


def turn(
    *moves: Json,
    sites: Json,
    hands: tuple[str, str] = ("", ""),
    rows: Any = ((6,), ()),
    **more: Any,
) -> Played:
    """Play moves in a position with seat 0's stone among the Hittites."""
    places = more.pop("places", None)
    position = {
        "stones": ["hittite", "quarry"],
        "hands": [cards(hand) for hand in hands],
        "rows": [list(row) for row in rows],
        "sites": sites,
        **more,
    }
    return played("babel", moves, position=position, places=places)


def power(name: str, run: int = 0, **fields: Any) -> Json:
    return {"seat": 0, "type": "power", "power": name, "run": run, **fields}


def test_level_6_and_win_before_end_phase_are_earned() -> None:
    won = turn(BUILD, sites={"hittite": site("HHHHHH", my=[5]), **TALL})
    assert won.outcome.reason == "fifteen"
    assert earned(won, "top") == earned(won, "before-the-end") == earned(won, "untouched") == {0}
    assert earned(won, "five-temples") == earned(won, "from-behind") == set()


def test_lower_or_stolen_level_does_not_earn_top() -> None:
    low = turn(BUILD, sites={"hittite": site("HHHHH", my=[4])}, rows=((5,), ()), places=[1, 2])
    assert earned(low, "top") == set()
    sites = {"hittite": site("HHHHHH", my=[1], their=[6])}
    assert earned(turn(power("steal"), sites=sites, places=[1, 2]), "top") == set()


def test_skipped_level_6_earns_top() -> None:
    sites = {"hittite": site("PPPPPP", my=[4])}
    assert earned(turn(power("skip", row=0), sites=sites, places=[1, 2]), "top") == {0}


@pytest.mark.parametrize(("height", "who"), [(5, {0}), (4, set())])
def test_razing_temple_of_height_5_earns_raze_tall(height: int, who: set[int]) -> None:
    sites = {"hittite": site("AAA", their=[1, height])}
    assert earned(turn(power("raze"), sites=sites, places=[1, 2]), "raze-tall") == who


def test_win_in_end_phase_does_not_earn_before_the_end() -> None:
    sites = {"hittite": site("HHHHHH", my=[5]), "mede": site(my=[4], their=[6]), **TALL}
    sites["assyrian"] = site(my=[6], their=[5])
    late = turn(BUILD, sites=sites, end_phase=True)
    assert (late.winner, late.outcome.reason) == (0, "twenty")
    assert earned(late, "before-the-end") == set()


def test_winner_with_temple_at_every_site_earns_five_temples() -> None:
    others = {one: site(my=[3]) for one in SITES if one != "hittite"}
    won = turn(BUILD, sites={"hittite": site("HHH", my=[2]), **others}, rows=((3,), ()))
    assert earned(won, "five-temples") == {0}


def test_razed_player_does_not_earn_untouched() -> None:
    sites = {
        "hittite": site("HHHHHH", my=[5]),
        "mede": site("MMMM", my=[5]),
        "sumerian": site("SSSS", my=[4], their=[2]),
        "persian": site(theirs="AAA", my=[1]),
    }
    robbed = played(
        "babel",
        [
            {"seat": 1, "type": "power", "power": "raze", "run": 0},
            {"seat": 1, "type": "end"},
            BUILD,
        ],
        position={
            "turn": 1,
            "stones": ["hittite", "persian"],
            "hands": [[], []],
            "rows": [[6], []],
            "sites": sites,
        },
    )
    assert robbed.winner == 0
    assert earned(robbed, "untouched") == set()


def test_winner_who_trailed_into_end_phase_earns_from_behind() -> None:
    """Seat 1 begins the end phase by its 15, and seat 0 wins all the same."""
    sites = {
        "hittite": site("HHHHHH", "HHHHHH", my=[5], their=[4]),
        "mede": site(my=[3], their=[5]),
        "sumerian": site(my=[6], their=[5]),
    }
    begun = played(
        "babel",
        [{"seat": 1, "type": "build", "row": 1}],
        position={
            "turn": 1,
            "stones": ["hittite", "hittite"],
            "rows": [[6], [5]],
            "sites": sites,
        },
        places=[1, 2],
    )
    assert [*begun.facts("end-phase")] == [{"totals": [14, 15]}]
    assert earned(begun, "from-behind") == {0}
    ahead = Played(begun.decisions, begun.end, Outcome((0, 0), (2, 1), "twenty"))
    assert earned(ahead, "from-behind") == set()


ROW = "AAAAPPPHHHSSSMMM"
"""A run for each power, and one more Assyrian to halve a hand with."""
SIX = (
    power("expel", 13, tribe="mede"),
    power("bribe", 10),
    power("steal", 7),
    power("skip", 4, row=0),
    power("halve", 0),
    {"seat": 1, "type": "discard", "tribe": "mede"},
    power("raze", 0),
)


@pytest.mark.parametrize(("count", "who"), [(7, {0}), (6, set())])
def test_using_all_powers_earns_all_powers(count: int, who: set[int]) -> None:
    sites = {"hittite": site(ROW, "PM", their=[1, 2])}
    used = turn(*SIX[:count], sites=sites, hands=("", "MM"), rows=((4,), ()), places=[1, 2])
    assert earned(used, "all-powers") == who


def test_habits_count_powers_and_first_site() -> None:
    sites = {"hittite": site("HHHAAAA", "MM", my=[4], their=[5])}
    used = turn(power("raze", 3), sites=sites, places=[1, 2], rows=((1,), ()))
    assert choices(used, "power") == {0: "raze"}
    built = turn(BUILD, sites={"hittite": site("H")}, rows=((1,), ()), places=[1, 2])
    assert choices(built, "first-site") == {0: "hittite"}
    assert choices(built, "power") == {}
