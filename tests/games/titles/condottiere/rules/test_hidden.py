"""What Condottiere hides from a viewer (spec: Hidden from a viewer)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.titles.condottiere.rules.cards import MERCENARIES
from tests.helpers.condottiere import Table, battle

VIEW_KEYS = {
    *("phase", "holder", "turn", "city", "cities", "hands", "armies", "strengths", "passed"),
    *("declines", "answers", "final", "series", "seen"),
}


def asking() -> Table:
    """Seats 0 and 1 are being asked whether they discard; seats 2 and 3 are not."""
    hands = "drum bishop | winter | m1 m2 | m3"
    return Table(hands=hands, phase="discard")


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_other_hands_are_sizes_and_ones_own_are_cards(viewer: int | None) -> None:
    table = battle("m1 drum | m2 | heroine winter m10")
    expected: list[Any] = [2, 1, 3]
    if viewer is not None:
        expected[viewer] = table["hands"][viewer]
    assert table.position.view(viewer)["hands"] == expected


@pytest.mark.parametrize("viewer", [None, 0, 3])
@pytest.mark.parametrize("table", [Table(seats=4), asking(), battle("m1 | m1 | m1 | m1")])
def test_a_view_has_the_same_keys_for_everyone_at_any_time(
    table: Table, viewer: int | None
) -> None:
    assert set(table.position.view(viewer)) == VIEW_KEYS


def test_the_table_itself_is_open() -> None:
    table = battle("m1 m1 | m2 m2 | m3 m3", cities={"roma": 2}, holder=1)
    table.say("1 play m2", "2 pass", "0 play m1")
    public = table.position.view(None)
    for key in ("phase", "holder", "turn", "city", "cities", "armies", "passed", "series"):
        assert public[key] == table[key]
    assert public["strengths"] == [1, 2, 0]


def test_cards_of_this_rounds_battles_stay_visible_until_the_next_deal() -> None:
    table = battle("m5 m1 | m2 m1 | ").say("0 play m5", "1 play m2", "0 pass")
    assert table.position.view(None)["seen"] == []
    table.say("1 pass")
    assert sorted(table.position.view(2)["seen"]) == ["m2", "m5"]
    table.say("0 choose roma", "0 play m1", "1 pass")
    assert "dealt" in table.kinds()
    assert table.position.view(2)["seen"] == []


# --- Who is asked, and what was answered.


def test_nobody_else_sees_who_is_being_asked_or_what_was_answered() -> None:
    """Whether or not seat 0 has answered, seats 2 and 3 and the public see the same."""
    views = []
    for lines in ([], ["0 keep"], ["0 discard"], ["1 keep"]):
        position = asking().say(*lines).position
        views.append([position.view(viewer) for viewer in (None, 2, 3)])
    assert all(view == views[0] for view in views)
    assert views[0][0]["answers"] == [None] * 4
    assert views[0][0]["turn"] is None


def test_one_sees_ones_own_answer_only() -> None:
    position = asking().say("0 discard").position
    assert position.view(0)["answers"] == ["discard", None, None, None]
    assert position.view(1)["answers"] == [None] * 4


def test_an_answer_is_told_to_the_one_who_gave_it() -> None:
    [answered] = asking().say("0 keep").happenings
    assert answered.to == frozenset({0})


def test_the_last_answer_tells_the_discards_to_all_and_keeps_to_nobody_else() -> None:
    happenings = asking().say("1 keep", "0 discard").happenings
    assert [happening.kind for happening in happenings if happening.known_to(2)] == ["discarded"]
    assert [happening.kind for happening in happenings if happening.known_to(1)] == ["discarded"]
    assert [happening.kind for happening in happenings if happening.known_to(None)] == ["discarded"]
    happenings = asking().say("0 discard", "1 keep").happenings
    assert [happening.kind for happening in happenings if happening.known_to(0)] == ["discarded"]


def test_playing_and_passing_are_told_to_all() -> None:
    table = battle("m1 m1 | m1 m1").say("0 play m1")
    assert all(happening.to is None for happening in table.happenings)
    assert all(happening.to is None for happening in table.say("1 pass").happenings)


def test_a_deal_tells_sizes_only() -> None:
    table = battle("m1 | | ").say("0 pass")
    assert table.happening("dealt") == {"hands": [10, 10, 10]}


# --- Imagined positions in the discard phase.


@pytest.mark.parametrize("viewer", [None, 2, 3])
def test_others_imagine_anyone_else_being_asked(viewer: int | None) -> None:
    position = asking().position
    rng = Random(3)
    asked: set[int] = set()
    for _ in range(200):
        imagined = position.imagine(viewer, rng)
        assert imagined.to_move()
        asked.update(imagined.to_move())
    assert asked == {0, 1, 2, 3} - {viewer}


def test_who_has_answered_imagines_somebody_else_who_has_not() -> None:
    position = asking().say("0 keep").position
    for number in range(100):
        imagined = position.imagine(0, Random(number))
        assert imagined.to_move()
        assert 0 not in imagined.to_move()
        assert imagined.view(0) == position.view(0)


def test_who_is_asked_imagines_to_be_alone_or_not() -> None:
    position = asking().position
    rng = Random(5)
    sizes = {len(position.imagine(1, rng).to_move()) for _ in range(300)}
    assert sizes >= {1, 2}


def test_imagined_hands_never_hold_what_lies_open() -> None:
    table = battle("m1 m1 m2 | m2 m2 m3 | m3 m3", armies="heroine heroine | winter | m10")
    table.say("0 play m1", "1 play m2", "2 play m3", "0 pass", "1 pass", "2 pass")
    for number in range(50):
        imagined = table.position.imagine(1, Random(number))
        imagined.check()
        others = imagined.dump()["hands"][0] + imagined.dump()["hands"][2]
        assert others.count("heroine") <= 1
        assert imagined.dump()["hands"][1] == table["hands"][1]


def test_a_lone_asked_seat_with_many_cards_is_still_imagined() -> None:
    """Only seats whose cards can all be no mercenaries come into question."""
    specials = "scarecrow " * 15 + "drum " * 6 + "bishop " * 3 + "surrender " * 3 + "winter " * 3
    hands = f"{specials} heroine heroine | m1 m1 | m1"
    position = Table(hands=hands, phase="discard").position
    for viewer in (None, 1, 2):
        imagined = position.imagine(viewer, Random(1))
        imagined.check()
        assert imagined.view(viewer) == position.view(viewer)
        waiting = imagined.to_move()[0]
        assert MERCENARIES.keys().isdisjoint(imagined.dump()["hands"][waiting])
