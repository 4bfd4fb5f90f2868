"""Kabale's `normal` where a good schemer knows what to do, and against `easy`."""

from random import Random

import pytest

from games.engine.bots import question
from games.engine.contract import Move
from games.titles.kabale.bots.beginner import weigh
from games.titles.kabale.bots.worth import stakes
from games.titles.kabale.rules.cards import CARDS, Goal
from games.titles.kabale.rules.moves import CLOAK, NO_CLOAK, NO_SWAP, PLACE, SWAP
from games.titles.kabale.rules.position import Kabale
from games.titles.management.commands.arena import Arena
from games.titles.registry import bot_for
from tests.games.titles.kabale.rules.conftest import column, load

SEEDS = range(5)

# The last round: with this full, the next card in a column one short of full is the last.
LAST = {"round": 6, "goals": []}
FULL = column("trade 1", "1 cardinal")


def answers(position: Kabale, seat: int = 0) -> set[Move]:
    """What `normal` answers in a position, over some seeds."""
    bot, asked = bot_for("kabale", "normal"), question(position, seat)
    return {bot.choose(asked, Random(seed)) for seed in SEEDS}


@pytest.mark.parametrize(("seats", "games", "wins"), [(2, 10, 7), (4, 8, 4), (6, 6, 3)])
def test_beats_beginners_in_far_more_than_its_share(seats: int, games: int, wins: int) -> None:
    levels = ["normal"] + ["easy"] * (seats - 1)
    arena = Arena(Kabale, {}, [bot_for("kabale", level) for level in levels], seed=7)
    arena.play(games)
    assert arena.scores[0].wins >= wins


# --- Laying cards.


@pytest.mark.parametrize(
    ("lying", "hand", "best"),
    [
        (("1 landlord", "1 romeo", "1 fencer", "1 squire"), "witch hermit giant", "witch"),
        (("1 king", "1 queen", "0 squire", "1 juliet"), "beggar merchant cloak", "beggar"),
        (("0 prince", "1 king", "1 queen", "1 juliet"), "squire hermit merchant", "squire"),
        (("0 juliet", "1 king", "1 romeo", "1 squire"), "romeo cloak squire", "romeo"),
        (("0 musketeers", "1 juliet", "1 squire", "1 romeo"), "minstrel giant witch", "minstrel"),
        (("1 king", "1 queen", "0 storm", "1 juliet"), "wizard merchant romeo", "wizard"),
    ],
)
def test_takes_a_dear_goal_with_the_last_card(lying: tuple[str, ...], hand: str, best: str) -> None:
    position = load(column("music 5", *lying), FULL, hands=[hand, "alchemist"], **LAST)
    assert answers(position) == {PLACE[best][0]}


def test_hardly_ever_walks_into_its_own_assassin() -> None:
    """It compares moves by a few imagined rounds, so that luck may mislead it, but seldom."""
    aim = column("music 5", "0 assassin down")
    position = load(aim, column("trade 5"), hands=["king queen juliet", "king"], **LAST)
    bot, asked = bot_for("kabale", "normal"), question(position, 0)
    chosen = [bot.choose(asked, Random(seed)) for seed in range(20)]
    assert sum(move in {PLACE[card][0] for card in position.hands[0]} for move in chosen) <= 5


def test_sends_an_explorer_on_to_where_he_is_needed() -> None:
    position = load(
        column("religion 1", "1 queen", "0 explorer down"),
        column("music 3", "1 squire", "1 romeo"),
        hands=["cloak squire romeo", "alchemist"],
        **LAST,
    )
    assert answers(position) <= {PLACE[card][0] for card in position.hands[0]}


def test_finds_its_way_in_a_hand_of_any_size() -> None:
    hand = " ".join(card for card in CARDS if card not in ("explorer", "storm"))
    position = load(column("music 5"), column("trade 5"), hands=[hand, "king"], **LAST)
    assert answers(position) <= set(position.moves(0))


# --- Cloak and traitor.


def cloaked(hand: str, *lying: str) -> Kabale:
    """The cloak of seat 0 was uncovered, and the round ends with the answer."""
    aim = column("music 3", *lying)
    asked = {"phase": "cloak", "turn": 1, "pending": {"seat": 0, "column": 0}}
    return load(aim, FULL, hands=[hand, "alchemist"], **asked, **LAST)


def test_hides_under_its_cloak_what_takes_the_goal() -> None:
    position = cloaked("hermit king romeo", "1 queen", "0 cloak", "1 squire")
    assert answers(position) == {CLOAK["king"]}


def test_hides_nothing_that_would_lose_the_goal() -> None:
    position = cloaked("beggar", "0 king", "0 cloak", "1 romeo")
    assert answers(position) == {NO_CLOAK}


@pytest.mark.parametrize(
    ("here", "there", "best"),
    [("trade 1", "music 5", SWAP[1]), ("music 5", "trade 1", NO_SWAP)],
)
def test_its_traitor_fetches_the_dear_goal_and_leaves_it(here: str, there: str, best: Move) -> None:
    lying = ("0 king", "0 queen", "0 traitor", "1 squire", "1 romeo down")
    asked = {"phase": "swap", "turn": 1, "pending": {"seat": 0, "column": 0}}
    other = column(there, "1 queen", "1 juliet", "1 fencer", "1 merchant", "1 hermit")
    position = load(column(here, *lying), other, hands=["cloak", "king"], **asked, **LAST)
    assert answers(position) == {best}


# --- What goals are worth, and what is imagined.


def test_the_sixth_area_is_worth_more_than_a_dearer_goal() -> None:
    five = [[area, 3] for area in ("alchemy", "fencing", "farming", "trade", "religion")]
    position = load(
        column("music 1"), column("trade 5"), hands=["king", "king"], won=[five, []], **LAST
    )
    mine, theirs = stakes([position], 0, Random(1))
    assert mine[Goal("music", 1)] > mine[Goal("trade", 5)] > 0
    assert all(meaning < 0 for meaning in theirs.values())


def test_the_leader_is_the_rival_to_stop() -> None:
    columns = [column(aim) for aim in ("music 4", "trade 1", "trade 2")]
    won = [[], [["farming", 5], ["farming", 4], ["fencing", 5]], [["farming", 1]]]
    position = load(*columns, hands=["king"] * 3, won=won, **LAST)
    _, leader, last = stakes([position] * 9, 0, Random(1))
    assert leader[Goal("music", 4)] < last[Goal("music", 4)] < 0


# --- The beginner.


def test_a_beginner_likes_dear_goals_homes_and_couples() -> None:
    position = load(
        column("music 5"),
        column("trade 1", "0 squire", "2 king"),
        column("religion 1", "1 giant"),
        hands=["queen minstrel prince", "king", "queen"],
    )
    view = position.view(0)
    queen, minstrel, prince = (
        [weigh(view, 0, PLACE[card][at]) for at in range(3)] for card in position.hands[0]
    )
    assert queen[0] > queen[1] > queen[2] > 0
    assert minstrel[0] > 5 * minstrel[1]
    assert prince[1] > queen[1]


def test_a_beginner_answers_for_cloak_and_traitor() -> None:
    view = cloaked("king", "0 cloak", "1 squire down").view(0)
    assert weigh(view, 0, CLOAK["king"]) > weigh(view, 0, NO_CLOAK) > 0
    traitor = column("trade 1", "0 traitor", "1 squire down")
    asked = {"phase": "swap", "turn": 1, "pending": {"seat": 0, "column": 0}}
    view = load(traitor, column("music 5"), hands=["king", "king"], **asked).view(0)
    assert weigh(view, 0, SWAP[1]) > weigh(view, 0, NO_SWAP) > 0
