"""Views and resampled positions of Babel reveal nothing hidden."""

import json
from random import Random

import pytest

from games.titles.babel.rules.moves import END, Build, Discard, Power, Travel
from tests.games.titles.babel.rules.tables import cards, load, play, random_moves, site, table


def test_view_shows_only_size_of_other_hand() -> None:
    position = table(("MS", "HPA"))
    assert position.view(0)["hands"] == [cards("MS"), 3]
    assert position.view(1)["hands"] == [2, cards("HPA")]
    assert position.view(None)["hands"] == [2, 3]


def test_view_shows_only_sizes_of_decks() -> None:
    view = table(temple_deck=[1, 2, 3], tribe_deck=cards("MM")).view(0)
    assert view["temple_deck"] == 3
    assert view["tribe_deck"] == 2


def test_view_lists_known_temple_cards() -> None:
    position = table(sites={"hittite": site("AAA", their=[1, 2, 4])}, temple_deck=[6, 5])
    assert position.view(1)["known"] == []
    play(position, "power", power="raze", run=0)
    for viewer in (None, 0, 1):
        assert position.view(viewer)["known"] == [4, 2, 1]
    play(position, "end")
    assert position.view(None)["known"] == [4]


def test_view_shows_discard_pile() -> None:
    assert table(tribe_discard=cards("MSA")).view(None)["tribe_discard"] == cards("MSA")


def test_view_does_not_depend_on_hidden_cards() -> None:
    one = table(("MS", "HH"), temple_deck=[1, 2, 3], known=1, tribe_deck=cards("AP"))
    other = table(("MS", "AP"), temple_deck=[2, 1, 3], known=1, tribe_deck=cards("HH"))
    assert one.view(0) == other.view(0)
    assert one.view(None) == other.view(None)
    assert one.view(1) != other.view(1)


@pytest.mark.parametrize("number", range(8))
def test_resampled_position_has_same_view_and_moves(number: int) -> None:
    rng = Random(number)
    for position, _, _, _ in random_moves(number):
        before = position.dump()
        for viewer in (None, 0, 1):
            resampled = position.resample(viewer, rng)
            resampled.check()
            assert resampled.view(viewer) == position.view(viewer)
            assert resampled.to_move() == position.to_move()
            if viewer is not None:
                assert resampled.moves(viewer) == position.moves(viewer)
        assert position.dump() == before


@pytest.mark.parametrize("number", range(8))
def test_effects_of_moves_without_reveal_are_predictable(number: int) -> None:
    rng = Random(number)
    for position, seat, move, chance in random_moves(number):
        if position.reveals(move):
            continue
        resampled = position.resample(seat, rng)
        assert resampled.play(seat, move, chance) == position.clone().play(seat, move, chance)


def test_resampled_world_redraws_hidden_cards() -> None:
    position = table(("MS", "HPAMS"), known=2)
    resampled = [position.resample(0, Random(number)) for number in range(10)]
    assert len({json.dumps(one.hands[1]) for one in resampled}) > 5
    assert len({json.dumps(one.temple_deck) for one in resampled}) > 5
    assert all(one.temple_deck[-2:] == position.temple_deck[-2:] for one in resampled)
    assert all(one.hands[0] == position.hands[0] for one in resampled)


def test_resampling_includes_cards_outside_the_game() -> None:
    position = table(("M", "SS"), tribe_deck=cards("S"), temple_deck=[1, 1])
    drawn = {tribe for n in range(30) for tribe in position.resample(0, Random(n)).hands[1]}
    assert len(drawn) == 5


def test_resampled_hand_allows_owed_first_build() -> None:
    taken = {name: site(my=[1]) for name in ("mede", "sumerian", "persian", "assyrian")}
    position = table(
        ("HM", ""), sites=taken, stones=["mede", "mede"], duty=[True, False], rows=[[1], []]
    )
    for number in range(20):
        assert "hittite" in position.resample(1, Random(number)).hands[0]


def test_revealing_moves_are_declared() -> None:
    position = load({})
    assert position.reveals(END)
    assert position.reveals(Power("halve", 0))
    assert position.reveals(Discard("mede"))
    assert not position.reveals(Power("raze", 0))
    assert not position.reveals(Travel("mede"))
    assert not position.reveals(Build(0))


def test_view_equals_position_except_hidden_cards_and_totals() -> None:
    position = load({"stones": ["mede", "persian"]})
    hidden = {"temple_deck", "tribe_deck"}
    for seat in (None, 0, 1):
        view, whole = dict(position.view(seat)), dict(position.dump())
        assert set(view) == set(whole) | {"totals"}
        assert view["temple_deck"] == len(position.temple_deck)
        assert view["tribe_deck"] == len(position.tribe_deck)
        shown = set(whole) - hidden - {"hands", "known"}
        assert {key: view[key] for key in shown} == {key: whole[key] for key in shown}
