"""Flags, the pile, and what a deployed card does at once."""

from games.titles.kharnage.rules.cards import surprise_steps
from tests.games.titles.kharnage.rules.tables import (
    attack,
    battle,
    code_of,
    destroy,
    facts,
    legal,
    names,
    plan_all,
    play,
    table,
    unit,
)

HORN = unit("horn", "surprise-reinforce surprise-reinforce")
BOSS = unit("boss", "melee melee", defence=3, count=1)
STABBER = unit("stabber", "surprise-melee surprise-melee surprise-melee")


# --- Flags.


def test_unit_flag_deploys_top_card_of_reserve() -> None:
    position = battle("", "", rows="unit", reserve="grunt bow")
    assert names(position, 0) == "bow"
    assert [card.id for card in position.reserves[0]] == ["human-grunt"]


def test_pile_is_deployed_from_its_top() -> None:
    effects = plan_all(table("", "", rows="unit unit unit", reserve="grunt bow mage"))
    deployed = [fact["card"] for fact in facts(effects, "deployed")]
    assert deployed == ["human-grunt", "human-bow", "human-mage"]


def test_deployed_card_goes_into_its_line() -> None:
    effects = plan_all(table("", "", rows="unit unit unit", reserve="mage bow grunt"))
    assert [fact["line"] for fact in facts(effects, "deployed")] == ["back", "center", "front"]


def test_flags_deploy_no_more_than_the_reserve() -> None:
    position = battle("", "", rows="unit unit unit", reserve="grunt")
    assert names(position, 0) == "grunt"


def test_pile_is_deployed_once_after_last_flag() -> None:
    position = battle("grunt", "wall", rows="unit melee/unit melee", reserve="grunt grunt")
    # Before the first attack one card lies face down, and does not fight.
    assert position.attack is not None
    assert position.attack.strength == 1
    assert len(position.piles[0]) == 1
    attack(position)
    assert position.attack.strength == 3
    assert names(position, 0) == "grunt grunt grunt"


def test_pile_stays_face_down_without_flags() -> None:
    position = battle("grunt", "grunt", rows="melee", pile="grunt")
    attack(position)
    assert [card.id for card in position.piles[0]] == ["human-grunt"]


def test_flag_cards_go_on_top_of_existing_pile() -> None:
    effects = plan_all(table("", "", rows="unit", pile="mage", reserve="bow"))
    assert [fact["card"] for fact in facts(effects, "deployed")] == ["human-bow", "human-mage"]


def test_general_flag_offers_general_or_reserve() -> None:
    position = battle("", "", rows="general", reserve="grunt", generals=(BOSS,))
    assert position.phase == "reinforce"
    assert legal(position) == [
        {"type": "reinforce", "general": "human-boss"},
        {"type": "reinforce", "general": None},
    ]


def test_general_is_deployed_from_hand() -> None:
    position = battle("", "", rows="general", reserve="grunt", generals=(BOSS,))
    effects = play(position, "reinforce", general="human-boss")
    assert facts(effects, "general") == [{"seat": 0, "card": "human-boss"}]
    assert names(position, 0) == "boss"
    assert position.generals[0] == []


def test_declined_general_deploys_reserve_card() -> None:
    position = battle("", "", rows="general", reserve="grunt", generals=(BOSS,))
    play(position, "reinforce", general=None)
    assert names(position, 0) == "grunt"
    assert len(position.generals[0]) == 1


def test_general_flag_asks_even_with_empty_reserve() -> None:
    position = battle("", "", rows="general", generals=(BOSS,))
    assert len(legal(position)) == 2


def test_general_flag_without_general_deploys_reserve_card() -> None:
    position = battle("", "", rows="general", reserve="grunt")
    assert position.phase == "plan"
    assert names(position, 0) == "grunt"


def test_general_takes_its_place_in_pile_order() -> None:
    position = table("", "", rows="unit general unit", reserve="bow mage", generals=(BOSS,))
    plan_all(position)
    effects = play(position, "reinforce", general="human-boss")
    deployed = [fact["card"] for fact in facts(effects, "deployed")]
    assert deployed == ["human-bow", "human-boss", "human-mage"]


def test_reinforcing_with_card_that_is_no_general_is_illegal() -> None:
    position = battle("", "", rows="general", reserve="grunt", generals=(BOSS,))
    assert code_of(position, "reinforce", general="human-grunt") == "illegal-move"
    assert code_of(position, "reinforce", general="orc-plan") == "illegal-move"
    assert code_of(position, "stop") == "illegal-move"


# --- Surprises.


def test_surprise_icons_act_before_next_card_is_deployed() -> None:
    position = battle("", "grunt", rows="unit unit", reserve="stabber grunt", units=(STABBER,))
    assert position.phase == "target"
    assert names(position, 0) == "stabber"
    attack(position)
    assert names(position, 0) == "grunt stabber"


def test_reinforcement_cards_are_deployed_next() -> None:
    position = table("", "", rows="unit unit", reserve="grunt bow mage horn", units=(HORN,))
    # The pile is mage over horn? No: the horn is drawn first and lies below.
    effects = plan_all(position)
    deployed = [fact["card"].removeprefix("human-") for fact in facts(effects, "deployed")]
    assert deployed == ["mage", "horn", "grunt", "bow"]


def test_reinforcements_stop_when_reserve_is_empty() -> None:
    position = battle("", "", rows="unit", reserve="grunt horn", units=(HORN,))
    assert names(position, 0) == "grunt horn"


def test_equal_surprise_attack_icons_form_one_attack() -> None:
    position = battle("", "wall", rows="unit", reserve="stabber", units=(STABBER,))
    assert position.attack is not None
    assert (position.attack.kind, position.attack.strength) == ("melee", 3)


def test_combined_surprise_attack_takes_place_of_first_icon() -> None:
    icons = ("surprise-melee", "surprise-ranged", "surprise-melee", "web", "throw")
    assert surprise_steps(icons) == (
        ("surprise-melee", 2),
        ("surprise-ranged", 1),
        ("web", 1),
        ("throw", 1),
    )


def test_surprise_icons_act_left_to_right() -> None:
    mixed = unit("mixed", "surprise-ranged surprise-reinforce surprise-melee")
    position = battle("", "grunt", rows="unit", reserve="grunt mixed", units=(mixed,))
    assert position.attack is not None
    assert position.attack.kind == "ranged"
    assert len(position.piles[0]) == 0
    attack(position)
    assert position.attack.kind == "melee"
    assert len(position.piles[0]) == 1


def test_three_surprise_attacks_act_before_three_reinforcements() -> None:
    icons = "surprise-melee " * 3 + "surprise-reinforce " * 3
    both = unit("both", icons)
    position = battle(
        "", "grunt grunt grunt bow", rows="unit", reserve="bow bow bow both", units=(both,)
    )
    attack(position, 1)
    destroy(position, 1, "grunt", "grunt", "grunt")
    assert names(position, 0) == "both bow bow bow"


def test_surprise_attack_uses_only_its_own_icons() -> None:
    rider = unit("rider", "surprise-melee knight trample")
    position = battle(
        "rider rider grunt", "grunt bow", rows="unit", reserve="rider", units=(rider,)
    )
    assert position.attack is not None
    assert position.attack.strength == 1
    attack(position, 1)
    destroy(position, 1, "grunt")
    # Its only line is empty and nothing was left: no trample.
    assert position.phase == "plan"


def test_surprise_icons_do_not_count_after_deployment() -> None:
    position = battle("stabber", "grunt", rows="melee", units=(STABBER,))
    assert position.phase == "plan"


def test_surprise_magic_may_be_melee_or_ranged() -> None:
    storm = unit("storm", "surprise-magic surprise-magic")
    position = battle("", "grunt grunt", "", "grunt", rows="unit", reserve="storm", units=(storm,))
    assert position.phase == "magic"
    found = [(move["seats"], move.get("as")) for move in legal(position)]
    assert sorted(found, key=str) == [
        ([1, 3], "melee"),
        ([1, 3], "ranged"),
        ([1], "melee"),
        ([1], "ranged"),
        ([3, 1], "melee"),
        ([3, 1], "ranged"),
        ([3], "melee"),
        ([3], "ranged"),
        ([], None),
    ]
    attack(position, 1, as_="melee")
    destroy(position, 1, "grunt", "grunt")


def test_surprise_magic_reaches_opposite_army_only_as_ranged() -> None:
    storm = unit("storm", "surprise-magic")
    position = battle("", "grunt", "grunt", "grunt", rows="unit", reserve="storm", units=(storm,))
    assert code_of(position, "target", seats=[2], as_="melee") == "illegal-move"
    assert code_of(position, "target", seats=[2], as_="ranged") is None


def test_surprise_attack_without_target_is_skipped() -> None:
    position = battle("", "", rows="unit", reserve="stabber", units=(STABBER,))
    assert position.phase == "plan"
    assert position.round == 2


# --- Large units.

GIANT = tuple(
    unit(name, f"large:giant {icons}", line, count=1)
    for name, line, icons in (
        ("fist", "front", "melee surprise-melee"),
        ("belly", "center", "surprise-ranged"),
        ("head", "back", "surprise-reinforce"),
    )
)


def test_large_unit_deploys_all_pieces_in_their_lines() -> None:
    position = table("", "", rows="unit unit", reserve="grunt head bow belly fist", units=GIANT)
    effects = plan_all(position)
    deployed = [fact["card"].removeprefix("human-") for fact in facts(effects, "deployed")]
    # Belly lies on fist; deployed first, it fetches head from the reserve, then fist.
    assert deployed == ["belly", "head", "fist", "bow"]
    assert [fact["fetched"] for fact in facts(effects, "deployed")] == [False, True, True, False]


def test_fetched_pieces_are_not_replaced_and_reserve_keeps_order() -> None:
    quiet = tuple({**piece, "icons": ["large:giant"]} for piece in GIANT)
    position = battle("", "", rows="unit", reserve="grunt head bow mage fist", units=quiet)
    assert names(position, 0) == "fist head"
    left = [card.id.removeprefix("human-") for card in position.reserves[0]]
    assert left == ["grunt", "bow", "mage"]


def test_first_piece_acts_before_fetched_pieces() -> None:
    position = battle("", "grunt", rows="unit", reserve="belly head fist", units=GIANT)
    kinds_asked = []
    while position.phase == "target":
        assert position.attack is not None
        kinds_asked.append(position.attack.kind)
        attack(position)
    assert kinds_asked == ["melee", "ranged"]


def test_fetched_pieces_act_reserve_before_pile_from_the_top() -> None:
    pieces = tuple(
        unit(name, "large:worm " + "surprise-melee " * n, count=1)
        for n, name in enumerate(("a", "b", "c", "d", "e"), start=1)
    )
    position = battle("", "grunt", rows="unit unit unit", reserve="a b c d e", units=pieces)
    strengths = []
    while position.phase == "target":
        assert position.attack is not None
        strengths.append(position.attack.strength)
        attack(position)
    # The pile is e d c: c first, then b and a of the reserve, then d and e of the pile.
    assert strengths == [3, 2, 1, 4, 5]


def test_deploying_large_unit_leaves_other_large_units() -> None:
    worm = unit("worm", "large:worm", count=2)
    position = battle("", "", rows="unit", reserve="worm belly", units=(*GIANT, worm))
    assert names(position, 0) == "belly"


def test_pieces_of_large_unit_are_destroyed_separately() -> None:
    quiet = tuple({**piece, "id": piece["id"]} for piece in GIANT)
    position = battle("fist belly head", "grunt", rows=("", "melee"), units=quiet)
    attack(position, 0)
    destroy(position, 0, "fist")
    assert names(position, 0) == "belly head"
