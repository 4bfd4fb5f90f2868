"""The memory of a seat of Babel: every hand it resamples agrees with it."""

from __future__ import annotations

from collections import Counter
from random import Random

from games.engine.information_state import information_state_of, tell
from games.titles.babel.rules.cards import TRIBE_CARDS
from games.titles.babel.rules.information_state import Memory
from games.titles.babel.rules.position import Babel
from tests.games.titles.babel.rules.tables import cards, letters, play, site, table
from tests.helpers.information_state import worlds


def shuffling(hands: tuple[str, str], deck: str) -> Babel:
    """Seat 0 is to end its turn, all cards that are in no hand and not in the deck discarded."""
    open_cards = Counter(TRIBE_CARDS)
    for pile in (*hands, deck):
        open_cards.subtract(cards(pile))
    discard = list(open_cards.elements())
    given = {"tribe_discard": discard, "tribe_deck": cards(deck), "duty": [False, False]}
    return table(hands, temple_deck=[1, 2, 3, 4], **given)


def remembered(position: Babel, seat: int, *moves: str) -> Memory:
    information_state = information_state_of(position, seat)
    assert isinstance(information_state, Memory)
    for move in moves:
        tell(information_state, play(position, move))
    return information_state


def other_hands(position: Babel, information_state: Memory) -> list[str]:
    """Return the other hand in many worlds, as letters."""
    other = 1 - information_state.seat
    return ["".join(sorted(letters(w.hands[other]))) for w in worlds(position, information_state)]


def test_reshuffled_deck_reveals_other_hand() -> None:
    position = shuffling(("MS", "HPA"), deck="")
    information_state = remembered(position, 1, "end")
    # It is seat 1 that has drawn: the other hand is as it was.
    assert len(position.hands[1]) == 6
    assert set(other_hands(position, information_state)) == {"MS"}


def test_only_draws_from_reshuffled_deck_are_unknown() -> None:
    position = shuffling(("MS", "HPA"), deck="")
    information_state = remembered(position, 0, "end")
    hands = other_hands(position, information_state)
    assert all(Counter("HPA") <= Counter(hand) for hand in hands)
    assert len(set(hands)) > 5


def test_cards_drawn_before_reshuffle_are_not_in_deck() -> None:
    """The third card is drawn from the new deck, the other two were the old one's last."""
    for drawer in (0, 1):
        position = shuffling(("MS", "HPA"), deck="MM")
        information_state = remembered(position, drawer, "end")
        hands = other_hands(position, information_state)
        known = Counter("MS") if drawer else Counter("HPAMM")
        assert all(known <= Counter(hand) for hand in hands)
        assert information_state.agrees_with(position)


def test_played_card_is_no_longer_known_in_hand() -> None:
    position = shuffling(("MS", "HPA"), deck="")
    information_state = remembered(position, 0, "end")
    tell(information_state, play(position, "travel", tribe="assyrian"))
    hands = other_hands(position, information_state)
    assert all(Counter("HP") <= Counter(hand) for hand in hands)
    assert any("A" not in hand for hand in hands)
    assert any("A" in hand for hand in hands)


def test_viewer_without_memory_does_not_know_hand() -> None:
    position = shuffling(("MS", "HPA"), deck="")
    play(position, "end")
    hands = other_hands(position, remembered(position, 1))
    assert set(hands) != {"MS"}


def test_opponent_who_owes_build_holds_a_hand_that_can_do_it() -> None:
    """Seat 0 must get away from its temple, and its only cards are among the Assyrians."""
    sites = {"hittite": site(my=[1]), "assyrian": site("M")}
    position = table(("A", "MS"), duty=[True, False], rows=[[1], []], sites=sites)
    assert set(other_hands(position, remembered(position, 1))) == {"A"}
    assert {letters(position.resample(1, Random(seed)).hands[0]) for seed in range(20)} == {"A"}
