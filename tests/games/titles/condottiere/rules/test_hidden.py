"""Information that Condottiere hides from a viewer (spec: Hidden from a viewer)."""

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
def test_view_shows_other_hands_only_as_sizes(viewer: int | None) -> None:
    table = battle("m1 drum | m2 | heroine winter m10")
    expected: list[Any] = [2, 1, 3]
    if viewer is not None:
        expected[viewer] = table["hands"][viewer]
    assert table.position.view(viewer)["hands"] == expected


@pytest.mark.parametrize("viewer", [None, 0, 3])
@pytest.mark.parametrize("table", [Table(seats=4), asking(), battle("m1 | m1 | m1 | m1")])
def test_view_has_same_keys_for_every_viewer_and_phase(table: Table, viewer: int | None) -> None:
    assert set(table.position.view(viewer)) == VIEW_KEYS


def test_view_shows_open_state_to_the_public() -> None:
    table = battle("m1 m1 | m2 m2 | m3 m3", cities={"roma": 2}, holder=1)
    table.say("1 play m2", "2 pass", "0 play m1")
    public = table.position.view(None)
    for key in ("phase", "holder", "turn", "city", "cities", "armies", "passed", "series"):
        assert public[key] == table[key]
    assert public["strengths"] == [1, 2, 0]


def test_view_shows_cards_of_past_battles_until_next_deal() -> None:
    table = battle("m5 m1 | m2 m1 | ").say("0 play m5", "1 play m2", "0 pass")
    assert table.position.view(None)["seen"] == []
    table.say("1 pass")
    assert sorted(table.position.view(2)["seen"]) == ["m2", "m5"]
    table.say("0 choose roma", "0 play m1", "1 pass")
    assert "dealt" in table.kinds()
    assert table.position.view(2)["seen"] == []


# --- Who is asked, and what was answered.


def test_discard_question_is_hidden_from_others() -> None:
    """Whether or not seat 0 has answered, seats 2 and 3 and the public see the same."""
    views = []
    for lines in ([], ["0 keep"], ["0 discard"], ["1 keep"]):
        position = asking().say(*lines).position
        views.append([position.view(viewer) for viewer in (None, 2, 3)])
    assert all(view == views[0] for view in views)
    assert views[0][0]["answers"] == [None] * 4
    assert views[0][0]["turn"] is None


def test_seat_sees_only_own_answer() -> None:
    position = asking().say("0 discard").position
    assert position.view(0)["answers"] == ["discard", None, None, None]
    assert position.view(1)["answers"] == [None] * 4


def test_discard_answer_is_known_to_its_seat() -> None:
    [answered] = asking().say("0 keep").effects
    assert answered.to == frozenset({0})


def test_last_answer_reveals_discards_to_all() -> None:
    effects = asking().say("1 keep", "0 discard").effects
    assert [effect.kind for effect in effects if effect.known_to(2)] == ["discarded"]
    assert [effect.kind for effect in effects if effect.known_to(1)] == ["discarded"]
    assert [effect.kind for effect in effects if effect.known_to(None)] == ["discarded"]
    effects = asking().say("0 discard", "1 keep").effects
    assert [effect.kind for effect in effects if effect.known_to(0)] == ["discarded"]


def test_play_and_pass_are_public() -> None:
    table = battle("m1 m1 | m1 m1").say("0 play m1")
    assert all(effect.to is None for effect in table.effects)
    assert all(effect.to is None for effect in table.say("1 pass").effects)


def test_deal_effect_shows_only_hand_sizes() -> None:
    table = battle("m1 | | ").say("0 pass")
    assert table.effect("dealt") == {"hands": [10, 10, 10]}


# --- Resampled positions in the discard phase.


@pytest.mark.parametrize("viewer", [None, 2, 3])
def test_outside_viewer_considers_every_other_seat_asked(viewer: int | None) -> None:
    position = asking().position
    rng = Random(3)
    asked: set[int] = set()
    for _ in range(200):
        resampled = position.resample(viewer, rng)
        assert resampled.to_move()
        asked.update(resampled.to_move())
    assert asked == {0, 1, 2, 3} - {viewer}


def test_seat_that_answered_considers_every_other_seat_asked() -> None:
    position = asking().say("0 keep").position
    for number in range(100):
        resampled = position.resample(0, Random(number))
        assert resampled.to_move()
        assert 0 not in resampled.to_move()
        assert resampled.view(0) == position.view(0)


def test_asked_seat_considers_being_only_one_or_not() -> None:
    position = asking().position
    rng = Random(5)
    sizes = {len(position.resample(1, rng).to_move()) for _ in range(300)}
    assert sizes >= {1, 2}


def test_resampled_hands_exclude_open_cards() -> None:
    table = battle("m1 m1 m2 | m2 m2 m3 | m3 m3", armies="heroine heroine | winter | m10")
    table.say("0 play m1", "1 play m2", "2 play m3", "0 pass", "1 pass", "2 pass")
    for number in range(50):
        resampled = table.position.resample(1, Random(number))
        resampled.check()
        others = resampled.dump()["hands"][0] + resampled.dump()["hands"][2]
        assert others.count("heroine") <= 1
        assert resampled.dump()["hands"][1] == table["hands"][1]


def test_resampling_asks_only_seat_that_can_lack_mercenaries() -> None:
    """Only seats whose cards can all be no mercenaries come into question."""
    specials = "scarecrow " * 15 + "drum " * 6 + "bishop " * 3 + "surrender " * 3 + "winter " * 3
    hands = f"{specials} heroine heroine | m1 m1 | m1"
    position = Table(hands=hands, phase="discard").position
    for viewer in (None, 1, 2):
        resampled = position.resample(viewer, Random(1))
        resampled.check()
        assert resampled.view(viewer) == position.view(viewer)
        waiting = resampled.to_move()[0]
        assert MERCENARIES.keys().isdisjoint(resampled.dump()["hands"][waiting])
