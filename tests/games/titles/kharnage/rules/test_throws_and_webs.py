"""Thrown cards and webs."""

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


def test_thrown_card_makes_ranged_attack_of_three() -> None:
    position = battle("", "grunt", "", "", rows="unit", reserve="flyer", units=(FLYER,))
    assert legal(position) == [{"type": "throw", "do": True}, {"type": "throw", "do": False}]
    play(position, "throw", do=True)
    assert position.phase == "target"
    assert position.attack is not None
    assert (position.attack.kind, position.attack.strength) == ("ranged", 3)
    assert names(position, 0) == ""


def test_throw_may_be_split_or_forgone() -> None:
    position = battle(
        "", "grunt grunt", "grunt grunt", rows="unit", reserve="flyer", units=(FLYER,)
    )
    play(position, "throw", do=True)
    assert code_of(position, "target", seats=[]) is None
    attack(position, 2, 1)
    assert position.attack is not None
    assert position.attack.targets == [(2, 2), (1, 2)]


def test_throw_may_be_declined() -> None:
    position = battle("", "grunt", rows="unit", reserve="flyer", units=(FLYER,))
    play(position, "throw", do=False)
    assert names(position, 0) == "flyer"
    assert position.round == 2


def test_thrown_card_is_no_kill_and_gains_no_token() -> None:
    position = battle("", "grunt", rows="unit", reserve="flyer", units=(FLYER,))
    effects = play(position, "throw", do=True)
    assert "kharnage" not in kinds(effects)
    assert not any(position.kills)
    assert position.kharnage == [0, 0]


def test_remaining_icons_of_thrown_card_act() -> None:
    horned = unit("horned", "throw surprise-melee surprise-reinforce")
    position = battle("", "grunt grunt", rows="unit", reserve="bow horned", units=(horned,))
    play(position, "throw", do=True)
    attack(position)
    assert position.attack is not None
    assert position.attack.kind == "melee"
    attack(position)
    assert names(position, 0) == "bow"


def test_thrown_card_is_not_thrown_twice() -> None:
    twice = unit("twice", "throw throw")
    position = battle("", "grunt", rows="unit", reserve="twice", units=(twice,))
    again = position.clone()
    play(position, "throw", do=True)
    attack(position)
    assert position.phase == "plan"
    play(again, "throw", do=False)
    assert again.phase == "throw"


def test_throw_without_target_is_skipped() -> None:
    position = battle("", "", rows="unit", reserve="flyer", units=(FLYER,))
    assert position.phase == "plan"
    assert names(position, 0) == "flyer"


# --- Webs.

SPIDER = unit("spider", "web")
GEARED = unit("geared", "melee ranged magic shield knight trample")


def test_web_may_be_laid_on_any_enemy_card() -> None:
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


def test_web_may_be_declined() -> None:
    position = battle("", "grunt", rows="unit", reserve="spider", units=(SPIDER,))
    play(position, "web", target=None)
    assert names(position, 1) == "grunt"


def test_webbed_card_cannot_get_second_web() -> None:
    position = battle("", "grunt grunt!", rows="unit", reserve="spider", units=(SPIDER,))
    play(position, "web", target=1, line="front", card="orc-grunt")
    assert names(position, 1) == "grunt! grunt!"


def test_web_is_skipped_when_both_webs_are_out() -> None:
    position = battle("", "grunt grunt! bow!", rows="unit", reserve="spider", units=(SPIDER,))
    assert position.phase == "plan"


def test_web_is_skipped_without_unwebbed_enemy_card() -> None:
    position = battle("grunt", "grunt!", rows="unit", reserve="spider", units=(SPIDER,))
    assert position.phase == "plan"


def test_webbed_card_does_not_add_melee_ranged_or_magic() -> None:
    for icon in ("melee", "ranged"):
        position = battle("geared geared!", "grunt", rows=icon, units=(GEARED,))
        assert position.attack is not None
        assert position.attack.strength == 2


def test_webbed_card_has_no_shields() -> None:
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


def test_webbed_knights_still_count() -> None:
    knight = unit("knight", "knight")
    position = battle("knight knight! knight!", "grunt", rows="melee", units=(knight,))
    assert position.attack is not None
    assert position.attack.strength == 1


def test_webbed_trample_still_counts() -> None:
    position = battle("geared! grunt", "grunt bow", rows="melee", units=(GEARED,))
    attack(position, 1)
    destroy(position, 1, "grunt", "bow")
    assert names(position, 1) == ""


def test_destroying_webbed_card_returns_its_web() -> None:
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


def test_web_on_wrong_line_or_own_card_is_illegal() -> None:
    position = battle("", "grunt", rows="unit", reserve="spider", units=(SPIDER,))
    assert code_of(position, "web", target=1, line="back", card="orc-grunt") == "illegal-move"
    assert code_of(position, "web", target=0, line="front", card="human-spider") == "illegal-move"
