"""Step 3 and the next seat's step 1: one move."""

from collections import Counter

import pytest

from games.engine.chance import Chance
from games.engine.contract import Happening
from games.titles.babel.rules.position import Babel
from tests.games.titles.babel.rules.tables import cards, load, play, table


def kinds(happenings: list[Happening]) -> list[str]:
    return [happening.kind for happening in happenings]


def test_end_is_step_3_and_the_next_seats_step_1_in_one_move() -> None:
    position = table(temple_deck=[6, 3, 4], tribe_deck=cards("AAMSH"), migrated=True)
    happenings = play(position, "end")
    assert position.turn == 1
    assert not position.migrated
    assert position.rows == [[4, 3], []]
    assert position.hands == [[], cards("HSM")]
    assert kinds(happenings) == ["ended", "temple-cards", "turn", "drew", "drew-cards"]


@pytest.mark.parametrize("deck", [[6, 2, 5], [6, 5, 2]])
def test_the_higher_temple_card_is_laid_first_and_the_lower_on_top(deck: list[int]) -> None:
    position = table(temple_deck=deck, rows=[[4], [1]])
    happenings = play(position, "end")
    assert position.rows == [[4, 5, 2], [1]]
    assert happenings[1] == ("temple-cards", {"seat": 0, "cards": [5, 2]}, None)


def test_drawing_takes_known_cards_away() -> None:
    for known, left in ((0, 0), (1, 0), (2, 0), (4, 2)):
        position = table(temple_deck=[6, 5, 4, 3, 2], known=known)
        play(position, "end")
        assert position.known == left


def test_what_is_drawn_is_told_to_the_drawer_and_its_number_to_all() -> None:
    position = table(tribe_deck=cards("MSHPA"))
    by_kind = {happening.kind: happening for happening in play(position, "end")}
    assert by_kind["drew"] == ("drew", {"seat": 1, "count": 3}, None)
    drawn = by_kind["drew-cards"]
    assert drawn.facts == {"seat": 1, "cards": cards("APH")}
    assert [drawn.known_to(viewer) for viewer in (None, 0, 1)] == [
        False,
        False,
        True,
    ]


def test_there_is_no_hand_limit() -> None:
    position = table(("", "MMMMMMMMMMMM"))
    play(position, "end")
    assert len(position.hands[1]) == 15


# --- The deck runs out.


def test_the_discards_are_shuffled_when_a_card_has_to_be_drawn_from_an_empty_deck() -> None:
    discards = cards("MMSSHHPPAA")
    position = table(tribe_deck=[], tribe_discard=discards)
    happenings = play(position, "end")
    shuffled = Chance(bytes(32), 1).shuffle(discards)
    assert position.hands[1] == shuffled[:-4:-1]
    assert position.tribe_deck == shuffled[:-3]
    assert position.tribe_discard == []
    assert ("reshuffled", {"count": 10}, None) in happenings


def test_the_discards_are_shuffled_in_mid_draw_too() -> None:
    position = table(tribe_deck=["mede"], tribe_discard=cards("SSS"))
    play(position, "end")
    assert position.hands[1] == cards("MSS")
    assert position.tribe_deck == ["sumerian"]


def test_an_emptied_deck_is_not_shuffled_before_a_card_has_to_be_drawn() -> None:
    position = table(tribe_deck=cards("MMM"), tribe_discard=cards("S"))
    play(position, "end")
    assert position.tribe_deck == []
    assert position.tribe_discard == ["sumerian"]


def test_both_empty_as_many_are_drawn_as_there_are() -> None:
    position = table(tribe_deck=["mede"], tribe_discard=["sumerian"])
    happenings = play(position, "end")
    assert position.hands[1] == ["mede", "sumerian"]
    assert ("drew", {"seat": 1, "count": 2}, None) in happenings
    position = table(tribe_deck=[])
    play(position, "end")
    assert position.hands[1] == []


def test_a_reshuffle_is_of_the_step_that_needs_it() -> None:
    position = load({"tribe_deck": [], "tribe_discard": cards("MMSSHHPPAA")})
    one, other = position.clone(), position.clone()
    (end,) = [move for move in position.moves(0) if move.type == "end"]
    one.play(0, end, Chance(bytes(32), 1))
    other.play(0, end, Chance(bytes(32), 2))
    assert one.hands != other.hands
    for copy in (one, other):
        assert isinstance(copy, Babel)
        assert Counter(copy.hands[1] + copy.tribe_deck) == Counter(cards("MMSSHHPPAA"))
