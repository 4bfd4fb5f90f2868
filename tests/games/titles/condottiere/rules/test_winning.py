"""How a game is won: by a group, by most cities, in a final battle, step 8 (spec: Play)."""

from __future__ import annotations

from typing import Any

import pytest

from games.titles.condottiere.rules.cards import DECK
from games.titles.condottiere.rules.cities import CITIES
from tests.helpers.condottiere import ALL_TAKEN, Table, all_but, battle, owned


def conquer(city: str, seat: int, cities: dict[str, int], seats: int, **more: Any) -> Table:
    """Let a seat take the city, while all others pass with an m1 left."""
    hands = ["m1"] * seats
    hands[seat] = "m10 m1"
    table = battle(" | ".join(hands), city=city, cities=cities, turn=seat, **more)
    table.say(f"{seat} play m10")
    while table["city"]:
        table.say(f"{table['turn']} pass")
    return table


# --- By a group.


@pytest.mark.parametrize("seats", [4, 5, 6])
@pytest.mark.parametrize("city", sorted(set(CITIES) - {"genova", "lucca", "bologna"}))
def test_genova_lucca_and_bologna_need_a_bordering_city(seats: int, city: str) -> None:
    table = conquer(city, 0, owned(s0="genova lucca bologna"), seats)
    won = table["phase"] == "over"
    assert won == (city in ("parma", "modena", "firenze"))


@pytest.mark.parametrize(("seats", "needed"), [(2, 4), (3, 4), (4, 3), (5, 3), (6, 3)])
@pytest.mark.parametrize("bigger", [False, True])
def test_needed_group_depends_on_seats_and_bigger_kingdom(
    seats: int, needed: int, bigger: bool
) -> None:
    needed += bigger
    chain = ["torino", "milano", "venezia", "ferrara", "bologna"][:needed]
    options = {"bigger_kingdom": bigger}
    for taken, city in enumerate(chain, start=1):
        table = conquer(
            city, 1, dict.fromkeys(chain[: taken - 1], 1), seats, holder=1, options=options
        )
        assert (table["phase"] == "over") == (taken == needed)
    assert table.result is not None
    assert table.result["reason"] == "group"


def test_group_wins_at_once_and_others_rank_by_cities() -> None:
    table = conquer("spoleto", 2, owned(s0="torino ancona", s1="siena", s2="roma"), 4)
    assert table.result is None
    table = conquer("spoleto", 2, owned(s0="torino ancona", s1="siena", s2="roma napoli"), 4)
    assert table.result == {"scores": [2, 1, 3, 0], "places": [2, 3, 1, 4], "reason": "group"}


def test_winner_by_group_is_first_with_fewer_cities() -> None:
    scattered = "torino venezia parma ancona"
    cities = owned(s0=scattered, s1="roma napoli", s2="modena", s3="urbino")
    table = conquer("spoleto", 1, cities, 4)
    assert table.result == {"scores": [4, 3, 1, 1], "places": [2, 1, 3, 3], "reason": "group"}


def test_table_is_cleared_after_the_end() -> None:
    table = conquer("spoleto", 1, owned(s1="roma napoli", s0="torino"), 4)
    assert table.to_move == ()
    assert table["turn"] is table["city"] is table["final"] is None
    assert table["armies"] == [[]] * 4
    assert table["passed"] == [False] * 4
    assert table["declines"] == 0
    assert table["hands"] == [["m1"]] * 4
    assert table["cities"] == owned(s1="roma napoli spoleto", s0="torino")
    assert table["holder"] == 1
    assert table.kinds()[-2:] == ["kingdom", "over"]
    assert table.refuses("1 choose milano") == "over"


def test_surrender_can_win_the_game() -> None:
    cities = owned(s1="roma napoli")
    table = battle("surrender | m1 | m1 | m1", city="spoleto", cities=cities, armies=" | m5 | | ")
    table.say("0 play surrender")
    assert table.result is not None
    assert table.result["places"] == [2, 1, 2, 2]


# --- By most cities.


def test_most_cities_win_when_all_are_taken() -> None:
    table = conquer("napoli", 3, all_but("6542", "napoli"), 4)
    assert table.result == {
        "scores": [6, 5, 4, 2],
        "places": [1, 2, 3, 4],
        "reason": "most-cities",
    }
    assert table["holder"] == 3


def test_last_city_wins_by_group_before_most_cities() -> None:
    table = conquer("milano", 0, all_but("6542", "milano"), 4)
    assert table.result is not None
    assert table.result["reason"] == "group"


def test_game_continues_with_sixteen_cities_taken() -> None:
    cities = all_but("6542", "napoli")
    del cities["modena"]
    assert conquer("napoli", 3, cities, 4)["phase"] == "choose"


# --- The final battle.


def final(hands: str, **more: Any) -> Table:
    """Seats 0 and 1 are tied at five cities each and fight the final battle."""
    more = {"final": [0, 1], "cities": ALL_TAKEN["5543"], **more}
    return Table(hands=hands, phase="battle", **more)


def test_tied_seats_fight_final_battle() -> None:
    table = conquer("roma", 1, all_but("5543", "roma"), 4)
    assert (table["phase"], table["final"], table["city"]) == ("battle", [0, 1], None)
    assert table["cities"] == {**all_but("5543", "roma"), "roma": 1}
    assert table.kinds()[-2:] == ["final", "dealt"]


def test_final_shuffles_all_cards_and_deals_to_tied_seats() -> None:
    table = conquer("roma", 1, all_but("5543", "roma"), 4)
    tops = table.record.chance(table.step).shuffle(DECK)[::-1]
    assert table["hands"] == [tops[:20], tops[20:40], [], []]


def test_pawn_holder_leads_final_if_tied() -> None:
    assert conquer("roma", 1, all_but("5543", "roma"), 4)["turn"] == 1


@pytest.mark.parametrize(("city", "seat", "leader"), [("modena", 3, 0), ("venezia", 2, 0)])
def test_next_tied_seat_leads_final_if_pawn_holder_is_not_tied(
    city: str, seat: int, leader: int
) -> None:
    table = conquer(city, seat, all_but("5543", city), 4)
    assert (table["holder"], table["turn"]) == (seat, leader)


def test_final_may_have_three_tied_seats() -> None:
    table = conquer("napoli", 4, all_but("44432", "napoli"), 5)
    assert table["final"] == [0, 1, 2]
    assert table.sizes() == [18, 18, 18, 0, 0]
    assert (table["holder"], table["turn"]) == (4, 0)


def test_only_tied_seats_fight_final_with_all_cards() -> None:
    table = final("m10 m1 | m1 scarecrow m3 | |", holder=3)
    assert table["turn"] == 0
    table.say("0 play m10", "1 play m3", "0 pass", "1 play scarecrow take m3")
    assert table.legal(1) == ["play m1", "play m3", "pass"]


def test_winner_of_final_wins_the_game() -> None:
    table = final("m1 | m2 | |").say("0 play m1", "1 play m2")
    assert table.result == {
        "scores": [5, 5, 4, 3],
        "places": [2, 1, 3, 4],
        "reason": "final-battle",
    }
    assert table["phase"] == "over"
    assert table["final"] is None
    assert table["holder"] == 1


def test_winner_of_final_is_first_in_any_seat() -> None:
    table = final("m3 | m2 | |").say("0 play m3", "1 play m2")
    assert table.result is not None
    assert table.result["places"] == [1, 2, 3, 4]


def test_final_among_three_ranks_losers_by_cities() -> None:
    cities = ALL_TAKEN["44432"]
    table = Table(hands="m1 | m3 | m2 | |", phase="battle", final=[0, 1, 2], cities=cities)
    table.say("0 play m1", "1 play m3", "2 play m2")
    assert table.result == {
        "scores": [4, 4, 4, 3, 2],
        "places": [2, 1, 2, 4, 5],
        "reason": "final-battle",
    }


@pytest.mark.parametrize(
    "lines",
    [
        ["0 pass", "1 pass"],
        ["0 play m5", "1 play m5", "0 pass", "1 pass"],
        ["0 play m5", "1 play bishop"],
    ],
    ids=["nobody played", "tie", "bishop"],
)
def test_final_without_winner_is_shared(lines: list[str]) -> None:
    table = final("m5 m1 | m5 bishop | |").say(*lines)
    assert table.result == {
        "scores": [5, 5, 4, 3],
        "places": [1, 1, 3, 4],
        "reason": "final-tie",
    }
    assert table["holder"] == 1


def test_game_ends_after_final_without_discard_or_deal() -> None:
    table = final("m5 drum | m4 winter | |").say("0 play m5", "1 play m4", "0 pass", "1 pass")
    assert table["hands"] == [["drum"], ["winter"], [], []]
    assert table["phase"] == "over"
    assert table.kinds() == ["passed", "battle-ended", "over"]


@pytest.mark.parametrize("line", ["2 pass", "3 pass"])
def test_other_seats_cannot_play_in_final(line: str) -> None:
    assert final("m5 m1 | m5 | m1 | m1").refuses(line) == "not-your-turn"


def test_other_seats_are_skipped_in_final_even_with_cards() -> None:
    table = final("m5 m1 | m5 | m1 | m1").say("0 play m5", "1 play m5")
    assert table["turn"] == 0
