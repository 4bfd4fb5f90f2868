"""Step 3 and the next seat's step 1: one move."""

from collections import Counter

import pytest

from games.engine.chance import Chance
from games.engine.contract import Effect
from games.titles.babel.rules.position import Babel
from tests.games.titles.babel.rules.tables import cards, load, play, table


def kinds(effects: list[Effect]) -> list[str]:
    return [effect.kind for effect in effects]


def test_end_includes_next_seats_draw() -> None:
    position = table(temple_deck=[6, 3, 4], tribe_deck=cards("AAMSH"), migrated=True)
    effects = play(position, "end")
    assert position.turn == 1
    assert not position.migrated
    assert position.rows == [[4, 3], []]
    assert position.hands == [[], cards("HSM")]
    assert kinds(effects) == ["ended", "temple-cards", "turn", "drew", "drew-cards"]


@pytest.mark.parametrize("deck", [[6, 2, 5], [6, 5, 2]])
def test_higher_temple_card_is_laid_below_lower_one(deck: list[int]) -> None:
    position = table(temple_deck=deck, rows=[[4], [1]])
    effects = play(position, "end")
    assert position.rows == [[4, 5, 2], [1]]
    assert effects[1] == ("temple-cards", {"seat": 0, "cards": [5, 2]}, None)


def test_drawing_reduces_known_temple_cards() -> None:
    for known, left in ((0, 0), (1, 0), (2, 0), (4, 2)):
        position = table(temple_deck=[6, 5, 4, 3, 2], known=known)
        play(position, "end")
        assert position.known == left


def test_drawn_cards_are_shown_to_drawer_and_their_number_to_all() -> None:
    position = table(tribe_deck=cards("MSHPA"))
    by_kind = {effect.kind: effect for effect in play(position, "end")}
    assert by_kind["drew"] == ("drew", {"seat": 1, "count": 3}, None)
    drawn = by_kind["drew-cards"]
    assert drawn.facts == {"seat": 1, "cards": cards("APH")}
    assert [drawn.known_to(viewer) for viewer in (None, 0, 1)] == [
        False,
        False,
        True,
    ]


def test_hand_size_has_no_limit() -> None:
    position = table(("", "MMMMMMMMMMMM"))
    play(position, "end")
    assert len(position.hands[1]) == 15


# --- The deck runs out.


def test_discards_are_shuffled_when_drawing_from_empty_deck() -> None:
    discards = cards("MMSSHHPPAA")
    position = table(tribe_deck=[], tribe_discard=discards)
    effects = play(position, "end")
    shuffled = Chance(bytes(32), 1).shuffle(discards)
    assert position.hands[1] == shuffled[:-4:-1]
    assert position.tribe_deck == shuffled[:-3]
    assert position.tribe_discard == []
    assert ("reshuffled", {"count": 10}, None) in effects


def test_discards_are_shuffled_in_the_middle_of_a_draw() -> None:
    position = table(tribe_deck=["mede"], tribe_discard=cards("SSS"))
    play(position, "end")
    assert position.hands[1] == cards("MSS")
    assert position.tribe_deck == ["sumerian"]


def test_emptied_deck_is_not_shuffled_until_next_draw() -> None:
    position = table(tribe_deck=cards("MMM"), tribe_discard=cards("S"))
    play(position, "end")
    assert position.tribe_deck == []
    assert position.tribe_discard == ["sumerian"]


def test_draw_takes_remaining_cards_when_deck_and_discards_run_out() -> None:
    position = table(tribe_deck=["mede"], tribe_discard=["sumerian"])
    effects = play(position, "end")
    assert position.hands[1] == ["mede", "sumerian"]
    assert ("drew", {"seat": 1, "count": 2}, None) in effects
    position = table(tribe_deck=[])
    play(position, "end")
    assert position.hands[1] == []


def test_reshuffle_uses_chance_of_its_step() -> None:
    position = load({"tribe_deck": [], "tribe_discard": cards("MMSSHHPPAA")})
    one, other = position.clone(), position.clone()
    (end,) = [move for move in position.moves(0) if move.type == "end"]
    one.play(0, end, Chance(bytes(32), 1))
    other.play(0, end, Chance(bytes(32), 2))
    assert one.hands != other.hands
    for copy in (one, other):
        assert isinstance(copy, Babel)
        assert Counter(copy.hands[1] + copy.tribe_deck) == Counter(cards("MMSSHHPPAA"))
