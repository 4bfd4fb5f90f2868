"""The options of a game (spec: Options). `bigger_kingdom`: see test_winning."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.refusals import BadOptions
from games.titles.condottiere.rules.cities import CITIES
from games.titles.condottiere.rules.position import Condottiere
from tests.games.titles.condottiere.rules.test_winning import conquer
from tests.helpers.condottiere import Table, all_but, owned, piles

TAKING = {"taking_cities": True}


def test_points_with_taking_cities_are_refused() -> None:
    for points in (20, 30):
        with pytest.raises(BadOptions):
            Condottiere.game.read_options({"points": points, "taking_cities": True})
    Condottiere.game.read_options({"points": 0, "taking_cities": True, "bigger_kingdom": True})
    Condottiere.game.read_options({"points": 30, "bigger_kingdom": True})


# --- Taking cities. Seat 1 owns Parma; seat 0 leads against it.


def siege(hands: str, **more: Any) -> Table:
    more = {"cities": owned(s1="parma"), "city": "parma", **more}
    return Table(hands=hands, phase="battle", options=TAKING, **more)


def test_cities_of_others_may_be_chosen() -> None:
    cities = owned(s0="roma", s1="parma", s2="torino")
    table = Table(hands="m1 | m1 | m1", cities=cities, options=TAKING)
    assert table.legal(0) == [*(f"choose {city}" for city in CITIES if city != "roma"), "decline"]
    assert table.refuses("0 choose roma") == "illegal-move"


def test_owner_may_pass_in_every_lap_before_first_card() -> None:
    table = siege("m1 m1 m1 m1 | m2 m2 | m1 m1 m1 m1")
    for _ in range(3):
        table.say("0 play m1")
        assert table.to_move == (1,)
        table.say("1 pass")
        assert table["passed"] == [False, False, False]
        table.say("2 play m1")
    table.say("0 pass", "1 play m2", "2 pass")
    assert table["armies"][1] == ["m2"]


def test_owner_may_play_after_all_others_passed() -> None:
    table = siege("m3 m1 | m2 m4 m1 | m1").say("0 play m3", "1 pass", "2 pass", "0 pass")
    assert table.to_move == (1,)
    table.say("1 play m2", "1 play m4")
    assert table.say("1 pass")["cities"] == {"parma": 1}
    assert table["holder"] == 1


def test_owners_pass_is_final_after_first_card() -> None:
    table = siege("m3 m1 m1 | m2 m4 | m1 m1").say("0 play m3", "1 play m2", "2 pass", "0 play m1")
    table.say("1 pass")
    assert table["passed"] == [False, True, True]
    assert table.refuses("1 play m4") == "not-your-turn"
    assert table.say("0 pass")["cities"] == {"parma": 0}


def test_scarecrow_counts_as_owners_first_card() -> None:
    table = siege("m3 m1 m1 | scarecrow m4 | m1").say("0 play m3", "1 play scarecrow", "2 pass")
    assert table.say("0 play m1", "1 pass")["passed"] == [False, True, True]


def test_owners_pass_ends_battle_after_all_others_passed() -> None:
    table = siege("m3 m1 | m2 m4 | m1").say("0 play m3", "1 pass", "2 pass", "0 pass")
    assert table["phase"] == "battle"
    table.say("1 pass")
    assert table["phase"] == "choose"
    assert table["cities"] == {"parma": 0}


def test_owners_first_pass_may_end_battle() -> None:
    table = siege("| m2 m4 | ").say("1 pass")
    assert table["cities"] == {"parma": 1}
    assert table["holder"] == 1


def test_owner_without_cards_takes_no_part() -> None:
    table = siege("m3 m1 | | m1").say("0 play m3", "2 pass", "0 pass")
    assert table["cities"] == {"parma": 0}


def test_strongest_attacker_takes_city_and_pawn() -> None:
    table = siege("m1 m1 | m2 m1 | m3 m1").say("0 pass", "1 play m2", "2 play m3", "1 pass")
    assert table.say("2 pass")["cities"] == {"parma": 2}
    assert table["holder"] == 2


def test_strongest_owner_keeps_city_and_takes_pawn() -> None:
    table = siege("m1 m1 | m2 m1 | m1 m1", holder=2, turn=2).say("2 play m1", "0 pass", "1 play m2")
    table.say("2 pass", "1 pass")
    assert table["cities"] == {"parma": 1}
    assert table["holder"] == 1


@pytest.mark.parametrize(
    "lines",
    [
        ["0 pass", "1 pass", "2 pass", "1 pass"],
        ["0 play m2", "1 play m2", "2 pass", "0 pass", "1 pass"],
        ["0 play m3", "1 play m3", "2 play bishop"],
        ["0 play drum", "1 pass", "2 pass", "0 pass", "1 pass"],
        ["0 play m2", "1 pass", "2 play m2", "0 pass", "1 pass", "2 pass", "1 pass"],
    ],
    ids=["nobody played", "tie with the owner", "bishop", "all 0", "tie of attackers"],
)
def test_owner_keeps_city_and_takes_pawn_without_winner(lines: list[str]) -> None:
    table = siege("m2 m3 drum m1 | m2 m3 m1 | m2 bishop m1", holder=2, turn=0).say(*lines)
    assert table["phase"] == "choose"
    assert table["cities"] == {"parma": 1}
    assert table["holder"] == 1


def test_bishop_before_owners_first_card_leaves_city_to_owner() -> None:
    table = siege("m5 bishop m1 | m1 | m1", holder=2, turn=0).say(
        "0 play m5", "1 pass", "2 pass", "0 play bishop"
    )
    assert (table["cities"], table["holder"]) == ({"parma": 1}, 1)


def test_surrender_before_owners_first_card_gives_city_away() -> None:
    table = siege("m1 surrender m1 | m10 | m1").say("0 play m1", "1 pass", "2 pass")
    assert table.say("0 play surrender")["cities"] == {"parma": 0}


@pytest.mark.parametrize("armies", [" | | ", "m4 | | m4"], ids=["no army", "a tie"])
def test_surrender_with_tied_strengths_leaves_city_to_owner(armies: str) -> None:
    table = siege("m1 surrender | m10 | m1", armies=armies, holder=2, turn=0).say(
        "0 play surrender"
    )
    assert (table["cities"], table["holder"]) == ({"parma": 1}, 1)


def test_free_city_is_fought_for_by_standard_rules() -> None:
    table = siege("m1 m1 | m2 | m1", city="roma").say("0 play m1", "1 pass")
    assert table["passed"] == [False, True, False]
    assert table.say("2 pass", "0 pass")["cities"] == {"parma": 1, "roma": 0}


def test_free_city_without_winner_passes_pawn_left() -> None:
    table = siege("m1 | m2 | m1", city="roma", holder=1, turn=1).say("1 pass", "2 pass", "0 pass")
    assert table["holder"] == 2


def test_city_taken_from_other_player_can_complete_group() -> None:
    cities = owned(s0="roma napoli", s1="spoleto")
    table = conquer("spoleto", 0, {"torino": 1, **cities}, 4, options=TAKING, holder=0)
    assert table.result == {"scores": [3, 1, 0, 0], "places": [1, 2, 3, 3], "reason": "group"}


def test_lost_city_no_longer_counts_for_the_deal() -> None:
    table = siege("m1 m1 | m1 m1 | m3 m1", cities=owned(s1="parma genova")).say(
        "0 pass", "1 pass", "2 play m3", "1 pass", "2 pass", "1 pass"
    )
    assert table["cities"] == {"parma": 2, "genova": 1}
    hands = Table(hands="m1 | | ", cities=table["cities"], options=TAKING)
    assert hands.say("0 choose roma", "0 pass").sizes() == [10, 12, 12]


def test_game_with_taking_cities_ends_with_all_17_owned() -> None:
    table = conquer("napoli", 3, all_but("6542", "napoli"), 4, options=TAKING)
    assert table.result is not None
    assert table.result["reason"] == "most-cities"


# --- Points: a series of games.


def series(points: int, so_far: list[int], city: str, seat: int, cities: Any, **more: Any) -> Table:
    options = {"points": points, **more.pop("options", {})}
    return conquer(city, seat, cities, len(so_far), series=so_far, options=options, **more)


GROUP = owned(s1="roma napoli", s0="torino", s2="parma lucca")
"""Seat 1 lacks Spoleto to win among four seats."""


def test_series_adds_cities_and_two_for_group() -> None:
    table = series(20, [0, 0, 0, 0], "spoleto", 1, GROUP)
    assert table["series"] == [1, 5, 2, 0]
    assert table.effect("scored") == {"series": [1, 5, 2, 0], "cities": [1, 3, 2, 0]}


def test_series_continues_until_target() -> None:
    table = series(20, [14, 14, 14, 14], "spoleto", 1, GROUP)
    assert table.result is None
    assert (table["phase"], table["cities"]) == ("choose", {})
    assert table.sizes() == [10] * 4
    assert (table["holder"], table["turn"]) == (1, 1)
    assert table.kinds()[-3:] == ["kingdom", "scored", "dealt"]


@pytest.mark.parametrize(("points", "before"), [(20, 15), (20, 16), (30, 25), (30, 29)])
def test_places_at_target_follow_totals(points: int, before: int) -> None:
    table = series(points, [9, before, 9, 10], "spoleto", 1, GROUP)
    assert table.result == {
        "scores": [10, before + 5, 11, 10],
        "places": [3, 1, 2, 3],
        "reason": "points",
    }
    assert table["cities"] == {**GROUP, "spoleto": 1}
    assert table["series"] == [10, before + 5, 11, 10]


def test_series_continues_one_point_below_target() -> None:
    assert series(20, [0, 14, 0, 0], "spoleto", 1, GROUP).result is None


def test_winner_of_last_game_may_lose_series() -> None:
    table = series(20, [19, 3, 19, 0], "spoleto", 1, GROUP)
    assert table.result == {"scores": [20, 8, 21, 0], "places": [2, 3, 1, 4], "reason": "points"}


def test_equal_totals_share_a_place() -> None:
    table = series(20, [19, 15, 4, 6], "spoleto", 1, GROUP)
    assert table.result is not None
    assert table.result["places"] == [1, 1, 3, 3]


def test_bigger_kingdom_applies_to_games_of_series() -> None:
    bigger = {"bigger_kingdom": True}
    assert series(20, [0] * 4, "spoleto", 1, GROUP, options=bigger)["series"] == [0] * 4
    cities = {**GROUP, "spoleto": 1}
    assert series(20, [0] * 4, "siena", 1, cities, options=bigger)["series"] == [1, 6, 2, 0]


def test_series_game_with_all_cities_taken_has_no_bonus() -> None:
    table = series(20, [0] * 4, "napoli", 3, all_but("6542", "napoli"))
    assert table["series"] == [6, 5, 4, 2]
    assert table["holder"] == 0
    assert "kingdom" not in table.kinds()


@pytest.mark.parametrize(("city", "seat", "holder"), [("roma", 1, 2), ("modena", 3, 0)])
def test_series_game_with_tie_passes_pawn_left_without_final(
    city: str, seat: int, holder: int
) -> None:
    table = series(20, [0] * 4, city, seat, all_but("5543", city))
    assert table["series"] == [5, 5, 4, 3]
    assert (table["phase"], table["final"]) == ("choose", None)
    assert (table["holder"], table["turn"]) == (holder, holder)


def test_series_target_with_all_cities_taken_ranks_by_totals() -> None:
    table = series(20, [15, 16, 0, 0], "roma", 1, all_but("5543", "roma"))
    assert table.result == {"scores": [20, 21, 4, 3], "places": [2, 1, 3, 4], "reason": "points"}


def test_series_begins_at_zero() -> None:
    table = Table(seats=3, options={"points": 30})
    assert table["series"] == [0, 0, 0]


def test_end_of_round_scores_nothing_in_series() -> None:
    table = Table(hands=piles("m1 | | "), phase="battle", city="roma", options={"points": 20}).say(
        "0 play m1"
    )
    assert table["series"] == [0, 0, 0]
    assert table["cities"] == {"roma": 0}
