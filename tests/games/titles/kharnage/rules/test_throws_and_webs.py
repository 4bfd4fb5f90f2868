"""Cards that are thrown, and webs over others: what a deployed card may do."""

from tests.games.titles.kharnage.rules.tables import (
    attack,
    battle,
    code_of,
    destroy,
    kinds,
    legal,
    names,
    play,
    unit,
)

# --- Throwing.

FLYER = unit("flyer", "throw")


def test_a_thrown_card_makes_a_ranged_attack_of_three() -> None:
    position = battle("", "grunt", "", "", rows="unit", reserve="flyer", units=(FLYER,))
    assert legal(position) == [{"type": "throw", "do": True}, {"type": "throw", "do": False}]
    play(position, "throw", do=True)
    assert position.phase == "target"
    assert position.attack is not None
    assert (position.attack.kind, position.attack.strength) == ("ranged", 3)
    assert names(position, 0) == ""


def test_a_throw_may_be_split_or_forgone() -> None:
    position = battle(
        "", "grunt grunt", "grunt grunt", rows="unit", reserve="flyer", units=(FLYER,)
    )
    play(position, "throw", do=True)
    assert code_of(position, "target", seats=[]) is None
    attack(position, 2, 1)
    assert position.attack is not None
    assert position.attack.targets == [(2, 2), (1, 2)]


def test_a_card_need_not_be_thrown() -> None:
    position = battle("", "grunt", rows="unit", reserve="flyer", units=(FLYER,))
    play(position, "throw", do=False)
    assert names(position, 0) == "flyer"
    assert position.round == 2


def test_a_thrown_card_scores_for_nobody_and_takes_no_token() -> None:
    position = battle("", "grunt", rows="unit", reserve="flyer", units=(FLYER,))
    happenings = play(position, "throw", do=True)
    assert "kharnage" not in kinds(happenings)
    assert not any(position.kills)
    assert position.kharnage == [0, 0]


def test_a_thrown_cards_remaining_icons_still_act() -> None:
    horned = unit("horned", "throw surprise-melee surprise-reinforce")
    position = battle("", "grunt grunt", rows="unit", reserve="bow horned", units=(horned,))
    play(position, "throw", do=True)
    attack(position)
    assert position.attack is not None
    assert position.attack.kind == "melee"
    attack(position)
    assert names(position, 0) == "bow"


def test_a_card_already_gone_is_not_thrown_again() -> None:
    twice = unit("twice", "throw throw")
    position = battle("", "grunt", rows="unit", reserve="twice", units=(twice,))
    again = position.clone()
    play(position, "throw", do=True)
    attack(position)
    assert position.phase == "plan"
    play(again, "throw", do=False)
    assert again.phase == "throw"


def test_a_throw_with_nobody_to_attack_is_not_asked() -> None:
    position = battle("", "", rows="unit", reserve="flyer", units=(FLYER,))
    assert position.phase == "plan"
    assert names(position, 0) == "flyer"


# --- Webs.

SPIDER = unit("spider", "web")
GEARED = unit("geared", "melee ranged magic shield knight trample")


def test_a_web_goes_on_any_enemy_card() -> None:
    position = battle(
        "grunt", "grunt grunt bow", "mage", rows="unit", reserve="spider", units=(SPIDER,)
    )
    assert position.phase == "web"
    assert legal(position) == [
        {"type": "web", "target": 1, "line": "front", "card": "orc-grunt"},
        {"type": "web", "target": 1, "line": "center", "card": "orc-bow"},
        {"type": "web", "target": 2, "line": "back", "card": "dwarf-mage"},
        {"type": "web", "target": None},
    ]


def test_a_web_may_be_left_out() -> None:
    position = battle("", "grunt", rows="unit", reserve="spider", units=(SPIDER,))
    play(position, "web", target=None)
    assert names(position, 1) == "grunt"


def test_a_card_under_a_web_gets_no_second_one() -> None:
    position = battle("", "grunt grunt!", rows="unit", reserve="spider", units=(SPIDER,))
    play(position, "web", target=1, line="front", card="orc-grunt")
    assert names(position, 1) == "grunt! grunt!"


def test_with_both_webs_out_none_is_asked() -> None:
    position = battle("", "grunt grunt! bow!", rows="unit", reserve="spider", units=(SPIDER,))
    assert position.phase == "plan"


def test_without_an_unwebbed_enemy_card_none_is_asked() -> None:
    position = battle("grunt", "grunt!", rows="unit", reserve="spider", units=(SPIDER,))
    assert position.phase == "plan"


def test_under_a_web_melee_ranged_and_magic_do_not_count() -> None:
    for icon in ("melee", "ranged"):
        position = battle("geared geared!", "grunt", rows=icon, units=(GEARED,))
        assert position.attack is not None
        assert position.attack.strength == 2


def test_under_a_web_shields_do_not_count() -> None:
    position = battle("grunt grunt", "wall wall!", rows="melee")
    attack(position, 1)
    # A wall costs 3, under a web 2.
    assert legal(position)[0] == {
        "type": "destroy",
        "target": 1,
        "card": "orc-wall",
        "web": True,
    }
    assert code_of(position, "destroy", target=1, card="orc-wall") == "illegal-move"
    destroy(position, 1, "wall!")
    assert names(position, 1) == "wall"


def test_under_a_web_knights_still_count() -> None:
    knight = unit("knight", "knight")
    position = battle("knight knight! knight!", "grunt", rows="melee", units=(knight,))
    assert position.attack is not None
    assert position.attack.strength == 1


def test_under_a_web_trample_still_counts() -> None:
    position = battle("geared! grunt", "grunt bow", rows="melee", units=(GEARED,))
    attack(position, 1)
    destroy(position, 1, "grunt", "bow")
    assert names(position, 1) == ""


def test_a_destroyed_card_frees_its_web() -> None:
    position = battle("grunt", "grunt! bow!", rows="melee/unit", reserve="spider", units=(SPIDER,))
    attack(position, 1)
    destroy(position, 1, "grunt!")
    assert position.phase == "plan"
    position = battle(
        "grunt", "grunt! bow! mage", rows="melee/unit", reserve="spider", units=(SPIDER,)
    )
    attack(position, 1)
    destroy(position, 1, "grunt!")
    assert position.phase == "web"


def test_a_web_names_the_line_its_card_stands_in() -> None:
    position = battle("", "grunt", rows="unit", reserve="spider", units=(SPIDER,))
    assert code_of(position, "web", target=1, line="back", card="orc-grunt") == "illegal-move"
    assert code_of(position, "web", target=0, line="front", card="human-spider") == "illegal-move"
