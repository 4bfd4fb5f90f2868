"""What a seat of Babel remembers, and that every hand it imagines agrees with it."""

from __future__ import annotations

from collections import Counter

from games.engine.knowledge import knowledge_of, tell
from games.titles.babel.rules.cards import TRIBE_CARDS
from games.titles.babel.rules.knowledge import Memory
from games.titles.babel.rules.position import Babel
from tests.games.titles.babel.rules.tables import cards, letters, play, table
from tests.helpers.knowledge import worlds


def shuffling(hands: tuple[str, str], deck: str) -> Babel:
    """Seat 0 is to end its turn, all cards that are in no hand and not in the deck discarded."""
    open_cards = Counter(TRIBE_CARDS)
    for pile in (*hands, deck):
        open_cards.subtract(cards(pile))
    discard = list(open_cards.elements())
    given = {"tribe_discard": discard, "tribe_deck": cards(deck), "duty": [False, False]}
    return table(hands, temple_deck=[1, 2, 3, 4], **given)


def remembered(position: Babel, seat: int, *moves: str) -> Memory:
    knowledge = knowledge_of(position, seat)
    assert isinstance(knowledge, Memory)
    for move in moves:
        tell(knowledge, play(position, move))
    return knowledge


def other_hands(position: Babel, knowledge: Memory) -> list[str]:
    """The other hand in many worlds, in letters."""
    other = 1 - knowledge.seat
    return ["".join(sorted(letters(w.hands[other]))) for w in worlds(position, knowledge)]


def test_when_the_deck_is_made_anew_the_other_hand_is_known() -> None:
    position = shuffling(("MS", "HPA"), deck="")
    knowledge = remembered(position, 1, "end")
    # It is seat 1 that has drawn: the other hand is as it was.
    assert len(position.hands[1]) == 6
    assert set(other_hands(position, knowledge)) == {"MS"}


def test_what_the_other_draws_from_the_new_deck_is_all_that_is_new() -> None:
    position = shuffling(("MS", "HPA"), deck="")
    knowledge = remembered(position, 0, "end")
    hands = other_hands(position, knowledge)
    assert all(Counter("HPA") <= Counter(hand) for hand in hands)
    assert len(set(hands)) > 5


def test_cards_drawn_before_the_deck_was_made_anew_are_not_of_it() -> None:
    """The third card is drawn from the new deck, the other two were the old one's last."""
    for drawer in (0, 1):
        position = shuffling(("MS", "HPA"), deck="MM")
        knowledge = remembered(position, drawer, "end")
        hands = other_hands(position, knowledge)
        known = Counter("MS") if drawer else Counter("HPAMM")
        assert all(known <= Counter(hand) for hand in hands)
        assert knowledge.agrees_with(position)


def test_a_card_played_is_known_no_longer() -> None:
    position = shuffling(("MS", "HPA"), deck="")
    knowledge = remembered(position, 0, "end")
    tell(knowledge, play(position, "travel", tribe="assyrian"))
    hands = other_hands(position, knowledge)
    assert all(Counter("HP") <= Counter(hand) for hand in hands)
    assert any("A" not in hand for hand in hands)
    assert any("A" in hand for hand in hands)


def test_who_only_sees_the_table_as_it_is_does_not_know_it() -> None:
    position = shuffling(("MS", "HPA"), deck="")
    play(position, "end")
    hands = other_hands(position, remembered(position, 1))
    assert set(hands) != {"MS"}
