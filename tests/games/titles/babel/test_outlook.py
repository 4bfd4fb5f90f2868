"""The forecasts on Babel's table.

Badges show powers that work, reasons those that do not. Buildings, journeys and migrations show
their effect, and a halving is shown above the land.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.engine.contract import Json
from games.matches.models import Match
from games.titles.babel.board.outlook import powers_of, uses_of, why_idle, works
from games.titles.babel.board.parts import Group
from games.titles.babel.rules.cards import QUARRY, runs
from games.titles.babel.rules.moves import Power
from tests.games.titles.babel.rules.tables import cards, random_moves, site, table
from tests.games.titles.babel.tables import EXAMPLE, board, offers, table_of
from tests.helpers.matches import act

pytestmark = pytest.mark.django_db
GIVEN: Json = {part: EXAMPLE[part] for part in ("stones", "hands", "rows")}


@pytest.fixture
def laid(laid: Callable[..., Match]) -> Callable[..., Match]:
    """Lay a table that differs from `GIVEN` in these parts."""

    def lay(turn: int = 0, **given: Any) -> Match:
        return laid({**GIVEN, **given}, turn)

    return lay


def page(match: Match, seat: int | None = 0) -> str:
    shown = table_of(match, seat)
    return render_to_string("games/babel/_board.html", {"table": shown, "board": shown.board})


def bound(match: Match, seat: int | None = 0) -> list[Group]:
    """Return the runs of the viewer's side, by site, from the bottom."""
    groups = [group for place in board(match, seat).sites for group in place.near.groups]
    return [group for group in groups if group.bound]


# --- Badges.


def test_idle_reasons_match_rules_in_random_games() -> None:
    """Whole random games: at the stone, every run of the seat on turn."""
    compared = 0
    for number in range(20):
        for position, seat, _move, _chance in random_moves(number):
            place = position.stones[seat]
            if position.phase != "actions" or position.duty[seat] or place == QUARRY:
                continue
            view = position.view(seat)
            for start, tribe in runs(position.tribes[seat][place]):
                legal = {
                    move.power
                    for move in position.moves(seat)
                    if isinstance(move, Power) and move.run == start
                }
                usable = {power for power in powers_of(tribe) if works(view, seat, place, power)}
                assert usable == legal
                compared += 1
    assert compared > 40


def test_usable_powers_have_badges_and_others_a_reason(laid: Any) -> None:
    (group,) = bound(laid(sites={"hittite": site("MMM")}))
    assert [name for _emblem, name in group.badges] == ["Halve"]
    assert [(idle.name, idle.reason) for idle in group.idle] == [
        ("Expel", "Berta has no tribe cards here.")
    ]
    (group,) = bound(laid(sites={"hittite": site("MMM", "S")}))
    assert [name for _emblem, name in group.badges] == ["Expel", "Halve"]
    assert group.idle == ()


def test_run_without_usable_power_opens_with_reasons(laid: Any) -> None:
    match = laid(hands=[cards("AHS"), cards("M")], sites={"hittite": site("AAA")})
    (group,) = bound(match)
    assert (group.opens, group.offers, group.badges) == (True, (), [])
    assert {idle.reason for idle in group.idle} == {
        "Berta has no temple here.",
        "Berta has fewer than two cards in hand.",
    }
    assert "no power now" in page(match)


def test_run_away_from_stone_names_powers_with_effect(laid: Any) -> None:
    sites = {
        "mede": site("AAA", "", [], [1]),
        "sumerian": site("AAA"),
        "persian": site("HHH", "MMM", [1], [1, 2]),
    }
    match = laid(sites=sites)
    assert [group.powers for group in bound(match)] == [("raze",), (), ("steal",)]
    assert not any(group.opens for group in bound(match))
    assert all(group.tip.startswith("Your stone must be here") for group in bound(match))
    assert not any(group.wants_stone for group in bound(match, 1) + bound(match, None))
    # The other one's runs, through the eyes of the other one: nothing of Anna's to steal there.
    (theirs,) = [g for place in board(match).sites for g in place.far.groups if g.bound]
    assert theirs.powers == ("expel",)


@pytest.mark.parametrize(
    ("power", "place", "rows", "reason"),
    [
        ("expel", site("MMM"), [[1], [1]], "Ben has no tribe cards here."),
        ("expel", site("MMM", "S"), [[1], [1]], ""),
        ("bribe", site("SSS"), [[1], [1]], "Ben has no tribe cards here."),
        ("raze", site("AAA", "", [1], []), [[1], [1]], "Ben has no temple here."),
        ("steal", site("HHH", "", [1], []), [[1], [1]], "Ben has no temple here."),
        ("steal", site("HHH", "", [2], [2]), [[1], [1]], "isn’t higher than yours"),
        ("steal", site("HHH", "", [2], [4]), [[1], [1]], "takes 4 of your cards here: you have 3"),
        ("steal", site("HHH", "", [2], [3]), [[1], [1]], ""),
        ("skip", site("PPP", "", [1], []), [[2], [4]], "a level 3 on top of a temple row"),
        ("skip", site("PPP", "", [2], []), [[2], [4]], "takes 4 of your cards here: you have 3"),
        ("skip", site("PPP", "", [1], []), [[], [3]], ""),
        ("skip", site("PPP", "", [5], []), [[6], [6]], "No temple rises above level 6."),
        ("halve", site("MMM"), [[1], [1]], "Ben has fewer than two cards in hand."),
    ],
)
def test_power_without_effect_gives_reason(
    power: str, place: Json, rows: Json, reason: str
) -> None:
    view = table(("", "M"), rows=rows, sites={"hittite": place}).view(0)
    said = why_idle(view, 0, "hittite", power, "Ben")
    assert reason in said
    assert bool(said) == bool(reason)


def test_power_that_prevents_first_build_gives_reason(laid: Any) -> None:
    # The only card left travels nowhere else: stealing here would take the last site for level 1.
    match = laid(
        hands=[cards("H"), cards("MM")],
        rows=[[1], [1]],
        duty=[True, True],
        sites={"hittite": site("HHH", "", [], [1])},
    )
    (group,) = bound(match)
    assert [(idle.power, idle.reason) for idle in group.idle] == [
        ("steal", "First build your level‑1 card.")
    ]


def test_run_shows_how_many_powers_it_can_pay(laid: Any) -> None:
    assert [uses_of(size) for size in (2, 3, 4, 6)] == [0, 1, 2, 4]
    assert "Enough for one power" in page(laid(sites={"hittite": site("MMM", "S")}))
    assert "Enough for 2 powers" in page(laid(sites={"hittite": site("MMMM", "S")}))


# --- What comes of it.


def test_expel_forecast_mentions_cards_joined_and_empty_row(laid: Any) -> None:
    offered = offers(laid(sites={"hittite": site("MMM", "PPSPA")}))
    assert offered["expel-sumerian"] == (
        "Berta loses 1 Sumerian here. Then Berta’s 3 Persians lie together."
    )
    assert offered["expel-assyrian"] == "Berta loses 1 Assyrian here."
    offered = offers(laid(sites={"hittite": site("MMM", "PP")}))
    assert offered["expel-persian"].endswith("Then Berta’s row here is empty.")


def test_bribe_forecast_names_powers_it_enables(laid: Any) -> None:
    offered = offers(laid(sites={"hittite": site("SSSSAA", "HAMA")}))
    assert offered["bribe-assyrian"] == (
        "You move Berta’s 2 Assyrians to the top of your row here. That makes 4 Assyrians: Raze."
    )
    # The run that pays gives the same tribe on: what is left of it counts.
    offered = offers(laid(sites={"hittite": site("SSS", "HSS")}))
    assert "That makes 4 Sumerians: Bribe." in offered["bribe-sumerian"]


def test_question_names_buildable_levels_and_rows(laid: Any) -> None:
    asked, briefs = [], []
    for rows in ([[2], [5]], [[5], [2]], [[2], [2]]):
        match = laid(rows=rows, sites={"hittite": site("MMS", "", [1], [1])})
        asked.append(board(match).ask)
        plans = [row.plan for row in board(match).buildable]
        briefs.append([plan.brief for plan in plans if plan])
        assert "act-build" in page(match)
    assert asked == [
        "Build level 2 from your row, keep going, or end your turn.",
        "Build level 2 from Berta’s row, keep going, or end your turn.",
        "Build level 2 from your row or level 2 from Berta’s row, keep going, or end your turn.",
    ]
    mine, theirs = "From your row: your total is 2.", "From Berta’s row: your total is 2."
    assert briefs == [[mine], [theirs], [mine, theirs]]


def test_first_build_is_offered_by_button_and_marked_card(laid: Any) -> None:
    match = laid(rows=[[1], [1]], duty=[True, True], sites={"hittite": site("M")})
    drawn = page(match)
    bar = drawn[drawn.index('id="my-side"') :]
    assert 'class="button primary act-build owed" id="act-build-0"' in bar
    assert "Build level 1 <small>From your row: your total is 1.</small>" in bar
    card = drawn[: drawn.index('id="temple-row-0"')].rsplit("<", 1)[1]
    assert card.startswith("button")
    assert "is-legal" in card
    # The other's starting card is not to be taken: no ring there.
    assert "is-legal" not in drawn[: drawn.index('id="temple-row-1"')].rsplit("<", 1)[1]


def test_migration_shows_moved_and_broken_runs(laid: Any) -> None:
    match = laid(sites={"hittite": site("MMMMPP"), "persian": site("PS"), "sumerian": site("HHH")})
    shown = {place.id: place for place in board(match).sites}
    words = {key: place.near.leaving.words for key, place in shown.items() if place.near.leaving}
    assert words == {
        "hittite": "1 Mede and 2 Persians go: choose their site.",
        "sumerian": "3 Hittites go: choose their site.",
    }
    sizes = {(goal.source, key): goal.size for key, place in shown.items() for goal in place.goals}
    assert sizes["hittite", "persian"] == 5
    assert sizes["hittite", "mede"] == 3
    match = laid(sites={"hittite": site("MMMP"), "persian": site("SSSS")})
    shown = {place.id: place for place in board(match).sites}
    lost = [place.near.leaving.words for place in shown.values() if place.near.leaving]
    assert [words.partition("site. ")[2] for words in lost] == [
        "1 Mede stays: too few for Expel.",
        "1 Sumerian stays: too few for Bribe.",
    ]
    match = laid(sites={"hittite": site("MMMMM")})
    left = board(match).sites[2].near.leaving
    assert left is not None
    assert left.words.endswith("2 Medes stay: too few for Expel.")


def test_travel_label_names_card_it_discards(laid: Any) -> None:
    match = laid(hands=[cards("ASS"), []])
    labels = {place.id: place.travel_label for place in board(match).sites if place.travel}
    assert labels == {
        "sumerian": "Travel to the Sumerians: this discards one of your 2 Sumerians.",
        "assyrian": "Travel to the Assyrians: this discards your only Assyrian.",
    }


def test_hand_card_explains_actions_it_cannot_serve(laid: Any) -> None:
    match = laid(sites={"hittite": site("M")})
    assert {card.id: card.states for card in board(match).hand} == {
        "sumerian": "is-legal",
        "hittite": "is-legal no-travel",
        "assyrian": "is-legal",
    }
    assert "Your stone is there." in page(match)
    assert "cannot-settle" not in page(match)
    assert "Choose a card to settle here, or to travel with." in page(match)
    # With the last card gone there would be none to build on.
    match = laid(hands=[cards("S"), []], rows=[[1], [1]], duty=[True, True])
    assert [card.states for card in board(match).hand] == ["is-legal no-travel owes"]
    assert "cannot" not in page(match)
    assert "Choose a card to settle here." in page(match)
    match = laid(
        stones=["mede", "assyrian"],
        hands=[cards("MS"), []],
        rows=[[1], [1]],
        duty=[True, True],
        sites={"mede": site("", "", [2]), "sumerian": site("P")},
    )
    assert [card.states for card in board(match).hand] == [
        "is-legal no-travel",
        "is-legal no-settle owes",
    ]
    match = laid(hands=[cards("HH"), []])
    assert "All your cards are of this site’s tribe" in page(match)


def test_end_button_warns_when_it_ends_the_game(laid: Any) -> None:
    for deck, ends in (([1, 2, 3], False), ([1, 2], True), ([1], True)):
        match = laid(temple_deck=deck, sites={"hittite": site("M")})
        assert ("This ends the game." in page(match)) == ends
        act(match, 0, {"type": "end"})
        assert (table_of(match, 0).match.status == Match.Status.FINISHED) == ends


# --- Counting and halving.


def test_card_counts_are_shown_without_multiplication_sign(laid: Any) -> None:
    match = laid(hands=[cards("AAHS"), cards("MM")], sites={"hittite": site("MMMSS", "PP")})
    drawn = page(match)
    assert "×" not in drawn
    assert "2 of these" in drawn
    assert '<span class="word">2 Persians</span>' in drawn


def test_halving_is_shown_to_all_viewers(laid: Any) -> None:
    match = laid(sites={"hittite": site("AAA")})
    assert "halved" not in page(match)
    act(match, 0, {"type": "power", "power": "halve", "run": 0})
    assert "Anna halves your hand: 3 cards to go." in page(match, 1)
    assert "You keep 4." in page(match, 1)
    for seat in (0, None):
        assert "Anna halves Berta’s hand: 3 cards to go." in page(match, seat)
    for _ in range(2):
        act(match, 1, {"type": "discard", "tribe": "mede"})
    assert "Anna halves your hand: 1 card to go." in page(match, 1)
    assert "You keep 4." in page(match, 1)
    assert "data-sight" in page(match, 1)
