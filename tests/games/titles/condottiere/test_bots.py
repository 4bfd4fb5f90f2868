"""Condottiere's quick bots in positions with a known good move."""

from itertools import pairwise
from random import Random

import pytest

from games.engine.bots import questions
from games.engine.contract import Json, Move
from games.titles.condottiere.rules.moves import DISCARD, KEEP, PASS, PLAY, TAKE_BACK, Choose
from games.titles.condottiere.rules.position import CONDOTTIERE, Condottiere
from games.titles.registry import bot_for
from tests.games.titles.condottiere.asking import SEEDS, answers, battle, taken_back
from tests.helpers.strength import wins_enough

# Two seats need four connected cities: with these, Firenze is the fourth.
ALMOST_MINE = {"siena": 0, "roma": 0, "spoleto": 0}
ALMOST_THEIRS = {"siena": 1, "roma": 1, "spoleto": 1}


def test_bot_surrenders_when_strongest() -> None:
    many = ["m10", "m6", "m6", "drum", "m5", "m4", "m3", "heroine"]
    hands = [["surrender", "m1", "m2"], many]
    position = battle(hands, [["m5", "m4"], ["m6"]], cities=ALMOST_MINE)
    assert answers(position, 0) == {PLAY["surrender"]}


def test_bot_does_not_surrender_when_behind() -> None:
    position = battle([["surrender", "m1", "m2"], ["m10"] * 4], [["m5"], ["m6"]])
    assert PLAY["surrender"] not in answers(position, 0)


def test_bot_stops_kingdom_with_bishop() -> None:
    hands = [["bishop", "m1", "m2"], ["m10", "m10", "drum", "m6"]]
    position = battle(hands, [["m1"], ["m10", "m10"]], cities=ALMOST_THEIRS)
    assert answers(position, 0) == {PLAY["bishop"]}


def test_bot_keeps_bishop_when_battle_is_won() -> None:
    position = battle([["bishop", "m1"], ["m10"]], [["m5"], ["m3"]], passed=[False, True])
    assert answers(position, 0) == {PASS}


def test_bot_takes_ten_back_from_lost_battle() -> None:
    hands = [["scarecrow", "m3"], ["m1", "m2", "m2", "m1", "m4", "m5"]]
    armies = [["m10"], ["winter", "drum", "m1", "m1", "m2", "m2"]]
    assert answers(battle(hands, armies), 0) == {TAKE_BACK["m10"]}


def test_bot_takes_back_mercenary_it_does_not_need_to_win() -> None:
    hands = [["scarecrow", "m10", "m6", "m6", "drum"], ["m1", "m2", "m2"]]
    position = battle(hands, [["m10", "m6"], ["m3"]], passed=[False, True])
    assert answers(position, 0) == {TAKE_BACK["m10"]}


def test_bot_passes_when_battle_is_won_or_lost() -> None:
    hands = [["m10", "m5", "m4"], ["m6", "m6", "m5"]]
    won = battle(hands, [["m5"], ["m4"]], passed=[False, True])
    lost = battle(hands, [["m1"], ["m10", "m10", "m10", "drum"]], passed=[False, True])
    assert answers(won, 0) == answers(lost, 0) == {PASS}


def test_bot_wins_battle_with_smallest_sufficient_card() -> None:
    hands = [["m10", "m5", "m3", "heroine"], ["m6", "m6", "m5"]]
    position = battle(hands, [["m2"], ["m4"]], passed=[False, True])
    assert answers(position, 0) == {PLAY["m3"]}


def test_bot_wins_game_by_drum_or_winter() -> None:
    drum = battle(
        [["drum", "m1"], ["m6"]], [["m6", "m3"], ["m10"]], cities=ALMOST_MINE, passed=[False, True]
    )
    assert answers(drum, 0) == {PLAY["drum"]}
    winter = battle(
        [["winter"], ["m6"]],
        [["m1", "m1", "m1"], ["m10", "m10"]],
        cities=ALMOST_MINE,
        passed=[False, True],
    )
    assert answers(winter, 0) == {PLAY["winter"]}


def test_bot_does_not_pass_when_that_loses_the_game() -> None:
    position = battle([["m4", "m3"], ["m1"]], [[], ["m6"]], cities=ALMOST_THEIRS)
    assert PASS not in answers(position, 0)


@pytest.mark.parametrize("level", ["normal", "hard"])
@pytest.mark.parametrize("own", [["m6", "m1", "m1"], ["m3", "m5", "m1"]])
def test_bot_outbids_last_card_that_it_has_seen(level: str, own: list[str]) -> None:
    """A rival's last card is a ten that a scarecrow took back: passing gives up the battle."""
    asked = taken_back(own, ["m4"])
    bot = bot_for("condottiere", level)
    assert {bot.choose(asked, Random(seed)) for seed in SEEDS} == {PLAY["m1"]}


def test_bot_chooses_city_that_wins_or_stops_opponent() -> None:
    strong = ["m10", "m10", "m6", "m6", "drum", "heroine", "m5", "m4"]
    cities = {"torino": 0, "milano": 0, "genova": 0, "roma": 1}
    chosen = answers({"hands": [strong, ["m1"] * 4], "cities": cities}, 0)
    winning = {"parma", "modena", "mantova", "venezia"}
    assert all(isinstance(move, Choose) and move.city in winning for move in chosen)
    # Their three in a corner leave a single way out.
    cities = {"napoli": 1, "roma": 1, "siena": 1, "spoleto": 0}
    chosen = answers({"hands": [strong, ["m1"] * 4], "cities": cities}, 0)
    assert chosen == {Choose("firenze")}


def test_bot_passes_as_owner_before_first_card() -> None:
    hands = [["m10", "m6"], ["m5", "m5", "m4"]]
    position = battle(hands, [[], ["m4"]], cities={"firenze": 0, "roma": 1}, holder=1)
    assert answers(position, 0, taking_cities=True) == {PASS}


def test_bot_opens_undefended_battle_with_low_card() -> None:
    position = battle([["m2", "m4"], ["m3"]], [[], []], passed=[False, True])
    assert answers(position, 0) == {PLAY["m2"]}


@pytest.mark.parametrize(
    ("hand", "answer"), [(["drum", "scarecrow", "winter"], DISCARD), (["heroine", "drum"], KEEP)]
)
def test_bot_discards_hand_that_cannot_win(hand: list[str], answer: Move) -> None:
    position = {"phase": "discard", "hands": [hand, ["m1", "m2"]], "turn": None}
    assert answers(position, 0) == {answer}


ONLY_A_THREE = battle(
    [["m6", "m1", "m1", "m6", "m3"], [], ["scarecrow", "drum", "m1"], ["m3"]],
    [["m2"], [], [], []],
    city="siena",
    turn=3,
    cities={"torino": 1, "napoli": 0, "roma": 0},
    passed=[False, False, True, False],
)
RICH = battle(
    [
        ["m4", "m2", "m5"],
        ["scarecrow", "m5", "m1", "m1", "m6", "m1", "m6", "m10", "m1", "scarecrow", "m2", "m2"],
        [],
        ["winter", "m4", "scarecrow", "m10", "drum", "scarecrow", "scarecrow", "m10"],
    ],
    [[], [], [], ["m1"]],
    city="urbino",
    turn=1,
    cities={"siena": 3, "venezia": 1, "ferrara": 2, "mantova": 0, "ancona": 3, "firenze": 3},
    passed=[True, False, False, False],
)


@pytest.mark.parametrize(("position", "seat"), [(ONLY_A_THREE, 3), (RICH, 1)])
def test_bot_does_not_pass_when_it_can_prevent_defeat(position: Json, seat: int) -> None:
    """Cards saved for battles that never come are worth nothing."""
    assert PASS not in answers(position, seat)


def test_bot_gives_up_corner_city_but_not_winning_city() -> None:
    hands = [["m10", "m6", "m5", "m4", "m1"], ["m1"] * 6, ["m2"] * 6, ["m3"] * 6]
    armies = [["m6", "m5", "m4", "m3"], ["m10", "m10"], ["m1"], ["m1"]]
    passed = [False, False, True, True]
    assert answers(battle(hands, armies, city="torino", passed=passed), 0) == {PASS}
    # It pays all for a city that wins the game.
    cities = {"milano": 0, "genova": 0}
    decisive = battle(hands, armies, city="torino", passed=passed, cities=cities)
    assert PASS not in answers(decisive, 0)


def test_bot_keeps_three_cards_in_first_battle() -> None:
    bot, options = bot_for("condottiere", "normal"), CONDOTTIERE.read_options({})
    for seed in range(14, 20):
        for position, asked, play in questions(
            Condottiere, 4, options, Random(f"first city {seed}")
        ):
            effects = play(bot.choose(asked, Random(seed)))
            if any(effect.kind == "battle-ended" for effect in effects):
                assert min(map(len, position.hands)) >= 3
                break


# --- The novice and the casual one.


def test_novice_bot_bids_card_by_card_up_to_part_of_its_hand() -> None:
    novice = bot_for("condottiere", "novice")
    hands = [["m3", "m4", "m10", "m6"], ["m1"] * 4]
    assert answers(battle(hands, [[], ["m3"]]), 0, novice) == {PLAY["m4"]}
    assert answers(battle(hands, [["m5"], ["m3"]]), 0, novice) == {PASS}, "it leads"
    ahead = battle([["surrender", "m3"], ["m1"] * 4], [["m5"], ["m3"]])
    assert answers(ahead, 0, novice) == {PLAY["surrender"]}
    spent = battle([["m1", "m2"], ["m1"] * 4], [["m10", "m5"], ["m10", "m6"]])
    assert answers(spent, 0, novice) == {PASS}
    drum = battle([["drum", "m1", "m10", "m10"], ["m1"] * 4], [["m5"], ["m10", "m10"]])
    assert answers(drum, 0, novice) == {PLAY["drum"]}


def test_novice_bot_always_opens_so_that_rounds_end() -> None:
    novice = bot_for("condottiere", "novice")
    assert answers(battle([["m10"], ["m10"]], [[], []]), 0, novice) == {PLAY["m10"]}
    data = {"phase": "discard", "hands": [["heroine", "bishop"], ["m1", "m2"]], "turn": None}
    assert answers(data, 0, novice) == {DISCARD}


def test_casual_bot_fights_alike_for_all_cities_but_the_last() -> None:
    casual = bot_for("condottiere", "casual")
    cards = ["m10", "m6", "m6", "m5", "m4", "m1"]
    for city in ("torino", "firenze", "modena"):
        position = battle([cards, ["m4"] * 6], [[], ["m3"]], city=city)
        assert answers(position, 0, casual) == {PLAY["m4"]}
    decisive = battle([["m4", "m3"], ["m1"]], [[], ["m6"]], cities=ALMOST_THEIRS)
    assert PASS not in answers(decisive, 0, casual)


def test_casual_bot_never_takes_mercenary_back() -> None:
    hands = [["scarecrow", "m10", "m6", "m6", "drum"], ["m1", "m2", "m2"]]
    position = battle(hands, [["m10", "m6"], ["m3"]], passed=[False, True])
    assert answers(position, 0, bot_for("condottiere", "casual")) == {PASS}


def test_each_level_beats_the_one_below() -> None:
    levels = [bot_for("condottiere", one) for one in ("easy", "novice", "casual", "normal")]
    for weaker, level in pairwise(levels):
        assert wins_enough(Condottiere, [level, weaker], games=40, wins=0.6 * 40)
