"""Forecasts of powers, builds and migrations, shown before the player acts."""

from __future__ import annotations

from typing import Any

import pytest

from games.matches.models import Match
from games.titles.babel.rules.cards import SITES
from tests.games.titles.babel.rules.tables import (
    site,
)
from tests.games.titles.babel.tables import EXAMPLE, board, offers, table_of
from tests.helpers.matches import act

pytestmark = pytest.mark.django_db


def test_bribe_and_halve_show_their_effect(laid: Any) -> None:
    offered = offers(laid(EXAMPLE))
    assert offered == {
        "bribe-mede": "You move Berta’s 1 Mede to the top of your row here.",
        "halve": "Berta chooses 3 of 7 cards and discards them.",
    }


def test_raze_shows_effect_on_deck_and_totals(laid: Any) -> None:
    sites = {"hittite": site("AAA", "", [], [1, 2, 4]), "mede": site("", "", [], [1])}
    offered = offers(laid({**EXAMPLE, "sites": sites}))
    assert offered["raze"] == (
        "Berta’s temple here falls, levels 1, 2 and 4: Berta’s total is 1. "
        "Its cards go back on the temple deck, level 1 on top."
    )


def test_steal_shows_both_totals(laid: Any) -> None:
    sites = {"hittite": site("HHHM", "", [1], [1, 4])}
    offered = offers(laid({**EXAMPLE, "sites": sites}))
    assert (
        offered["steal"] == "Level 4 of Berta’s temple goes onto yours: your total is 4, Berta’s 1."
    )


def test_expel_is_offered_for_every_tribe_at_site(laid: Any) -> None:
    offered = offers(laid({**EXAMPLE, "sites": {"hittite": site("MMM", "PSPAA")}}))
    assert offered["expel-persian"] == "Berta loses 2 Persians here."
    assert {"expel-persian", "expel-sumerian", "expel-assyrian", "halve"} == set(offered)


def test_skip_and_build_show_resulting_height_and_total(laid: Any) -> None:
    given = {**EXAMPLE, "rows": [[2], [1]], "sites": {"hittite": site("PPP")}}
    match = laid(given)
    assert offers(match)["skip-0"] == (
        "Your temple among the Hittites rises to 2: your total is 2."
    )
    top = board(match).builders[0].temple_row.top
    assert top is not None
    assert top.name == "Build level 1"
    assert top.tip == (
        "Your temple among the Hittites rises to 1 with Berta’s card: your total is 1."
    )
    assert [row.player.seat for row in board(match).buildable] == [1]


@pytest.mark.parametrize(
    ("mine", "theirs", "end_phase", "note"),
    [
        ([[6], [5], [3]], [[6], [3]], False, "This ends the game."),
        ([[6], [5], [3]], [[6], [4]], False, "The end phase begins."),
        ([[6], [6], [6], [1]], [[6], [4]], True, "This ends the game."),
        ([[6], [6], [3]], [[6], [4]], True, ""),
        ([[6]], [[6]], False, ""),
    ],
)
def test_build_forecast_mentions_end_of_game_or_end_phase(
    laid: Any, mine: Any, theirs: Any, end_phase: bool, note: str
) -> None:
    others = [name for name in SITES if name != "hittite"]
    temples = [*zip(mine, theirs, strict=False), *((more, []) for more in mine[len(theirs) :])]
    sites = {name: site("", "", *pair) for name, pair in zip(others, temples, strict=False)}
    given = {**EXAMPLE, "rows": [[1], []], "end_phase": end_phase}
    match = laid({**given, "sites": {**sites, "hittite": site("A")}})
    plan = board(match).builds[0]
    foretold = plan.effect
    assert plan.brief.endswith(note)
    assert foretold.endswith(note) if note else foretold[-2].isdigit()
    act(match, 0, {"type": "build", "row": 0})
    ended = table_of(match, 0).match.status == Match.Status.FINISHED
    assert ended == (note == "This ends the game.")


def test_migration_goal_names_power_it_would_enable(laid: Any) -> None:
    shown = board(laid(EXAMPLE))
    goals = {(goal.source, place.id): goal.promise for place in shown.sites for goal in place.goals}
    assert goals["hittite", "sumerian"] == ""
    assert goals["assyrian", "mede"] == "3 Hittites: Steal"
    migrants = [migrant for group in shown.sites[2].near.groups for _new, migrant in group.slots]
    assert migrants == [False] * 4 + [True] * 3
    assert shown.sites[4].near.leaving
    assert not shown.sites[1].near.leaving
