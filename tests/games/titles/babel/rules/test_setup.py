"""Components and set-up."""

from collections import Counter
from hashlib import sha256

from games.engine.chance import Chance
from games.titles.babel.rules.cards import SITES, TEMPLE_CARDS, TRIBE_CARDS, TRIBES, runs
from games.titles.babel.rules.position import Babel
from games.titles.registry import ALL_RULES, newest
from tests.games.titles.babel.rules.tables import cards, deal


def test_rules_are_registered_for_two_seats() -> None:
    assert ALL_RULES["babel", 1] is newest("babel") is Babel
    assert list(Babel.game.seats) == [2]


def test_decks_have_45_temple_cards_and_60_tribe_cards() -> None:
    assert Counter(TEMPLE_CARDS) == {1: 10, 2: 9, 3: 8, 4: 7, 5: 6, 6: 5}
    assert len(TEMPLE_CARDS) == 45
    assert Counter(TRIBE_CARDS) == dict.fromkeys(TRIBES, 12)


def test_tribes_and_sites_share_names() -> None:
    assert set(SITES) == set(TRIBES)


def test_runs_are_maximal_and_at_least_three_long() -> None:
    assert list(runs(cards("SSSSAPP"))) == [(0, "sumerian")]
    assert list(runs(cards("MMAAAHHHM"))) == [(2, "assyrian"), (5, "hittite")]
    assert list(runs(cards("MMMAMMM"))) == [(0, "mede"), (4, "mede")]
    assert list(runs(cards("MM"))) == []
    assert list(runs(cards("MMSSHH"))) == []


def test_deal_opens_each_row_with_level_1_and_leaves_43_cards() -> None:
    position = deal()
    assert position.rows == [[1], [1]]
    assert Counter(position.temple_deck) == {1: 8, 2: 9, 3: 8, 4: 7, 5: 6, 6: 5}


def test_deal_gives_seat_0_eight_cards_and_seat_1_five() -> None:
    position = deal()
    assert [len(hand) for hand in position.hands] == [8, 5]
    assert len(position.tribe_deck) == 60 - 13
    assert position.to_move() == (0,)


def test_stones_start_in_quarry_and_both_seats_owe_first_build() -> None:
    position = deal()
    assert position.stones == ["quarry", "quarry"]
    assert position.duty == [True, True]


def test_deal_shuffles_temple_deck_before_tribe_deck() -> None:
    chance = Chance(sha256(b"babel").digest(), 0)
    temple_deck = chance.shuffle([n for n in TEMPLE_CARDS if n > 1] + [1] * 8)
    tribe_deck = chance.shuffle(TRIBE_CARDS)
    position = Babel.deal(2, {}, Chance(sha256(b"babel").digest(), 0))
    assert position.temple_deck == temple_deck
    top_first = tribe_deck[::-1]
    assert position.hands[0] == top_first[0:5] + top_first[10:13]
    assert position.hands[1] == top_first[5:10]
    assert position.tribe_deck == tribe_deck[:-13]
