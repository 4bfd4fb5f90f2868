"""Kabale's bots in positions with a known good move, and against `easy`."""

from itertools import pairwise
from random import Random

import pytest

from games.engine.bots import Bot, Memories, question, questions
from games.engine.contract import Effect, Move
from games.titles.kabale.bots.beginner import weigh
from games.titles.kabale.bots.folly import as_remembered, sensible
from games.titles.kabale.bots.hard import Hard
from games.titles.kabale.bots.normal import Normal
from games.titles.kabale.bots.worth import stakes
from games.titles.kabale.rules.cards import CARDS, Goal
from games.titles.kabale.rules.moves import CLOAK, NO_CLOAK, NO_SWAP, PLACE, SWAP, Place
from games.titles.kabale.rules.position import Kabale
from games.titles.kabale.rules.table import FACE_DOWN
from games.titles.kabale.rules.uncovering import uncover
from games.titles.registry import bot_for
from tests.helpers.kabale import column, load, play
from tests.helpers.strength import wins_enough

SEEDS = range(3)

# The last round: with this full, the next card in a column one short of full is the last.
LAST = {"round": 6, "goals": []}
FULL = column("trade 1", "1 cardinal")


SCHEMERS = ("normal", "hard")


def answers(position: Kabale, level: str = "normal") -> set[Move]:
    """Return the answers of seat 0 in a position, over some seeds."""
    bot, asked = bot_for("kabale", level), question(position, 0)
    return {bot.choose(asked, Random(seed)) for seed in SEEDS}


@pytest.mark.parametrize(("seats", "games", "wins"), [(4, 8, 4), (6, 6, 3)])
def test_normal_bot_beats_easy_bots(seats: int, games: int, wins: int) -> None:
    levels = ["normal"] + ["easy"] * (seats - 1)
    assert wins_enough(Kabale, [bot_for("kabale", level) for level in levels], games, wins)


# --- Laying cards.


@pytest.mark.parametrize("level", SCHEMERS)
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
def test_bot_takes_valuable_goal_with_last_card(
    lying: tuple[str, ...], hand: str, best: str, level: str
) -> None:
    position = load(column("music 5", *lying), FULL, hands=[hand, "alchemist"], **LAST)
    assert answers(position, level) == {PLACE[best][0]}


@pytest.mark.parametrize("level", SCHEMERS)
def test_bot_sends_explorer_to_column_that_needs_it(level: str) -> None:
    position = load(
        column("religion 1", "1 queen", "0 explorer down"),
        column("music 3", "1 squire", "1 romeo"),
        hands=["cloak squire romeo", "alchemist"],
        **LAST,
    )
    assert answers(position, level) <= {PLACE[card][0] for card in position.hands[0]}


@pytest.mark.parametrize("bot", [Normal(), Hard(tries=8)], ids=SCHEMERS)
def test_bot_plays_hand_of_any_size(bot: Bot) -> None:
    hand = " ".join(card for card in CARDS if card not in ("explorer", "storm"))
    position = load(column("music 5"), column("trade 5"), hands=[hand, "king"], **LAST)
    assert bot.choose(question(position, 0), Random(1)) in position.moves(0)


# --- Its own assassin.


@pytest.mark.parametrize(
    ("lying", "safe"),
    [
        # Right onto him.
        ((("0 assassin down",), ("1 king",)), {1}),
        # By its own explorer: to the next column, from the last to the first, past a storm.
        ((("0 explorer down",), ("0 assassin down",), ("1 king down",)), {2}),
        ((("0 assassin down",), ("1 king down",), ("0 explorer down",)), {1}),
        ((("storm",), ("0 assassin down",), (), ("0 explorer down",)), {2}),
        # Another's explorer falls to him, and one's own card to another's assassin.
        ((("1 explorer down",), ("0 assassin down",)), {0}),
        ((("1 assassin down",), ("0 assassin down",)), {0}),
        # Uncovered he does no harm, nor under a cloak.
        ((("0 assassin",), ("0 queen",)), {0, 1}),
        ((("0 cloak", "0 assassin hidden"), ()), {0, 1}),
        # Nothing else is left to do.
        ((("storm",), ("0 assassin down",)), {1}),
        ((("0 explorer down",), ("0 assassin down",)), {0, 1}),
    ],
)
def test_bot_does_not_lose_card_to_own_assassin(
    lying: tuple[tuple[str, ...], ...], safe: set[int]
) -> None:
    goals = ("music 5", "trade 5", "religion 5", "farming 5")
    columns = [
        column(goal, *(card for card in cards if card != "storm"), storm="storm" in cards)
        for goal, cards in zip(goals, lying, strict=False)
    ]
    hands = ["king squire", *["cardinal"] * (len(columns) - 1)]
    position = load(*columns, hands=hands, **LAST)
    allowed = sensible(question(position, 0))
    assert {(move.card, move.column) for move in allowed if isinstance(move, Place)} == {
        (card, at) for card in ("king", "squire") for at in safe
    }
    for level in SCHEMERS:
        assert answers(position, level) <= set(allowed)


def test_bot_remembers_explorer_that_would_uncover_its_own() -> None:
    """It was seen to move, and lies face down again: a card on it sends both on, one to his end."""
    position = load(
        column("music 5"),
        column("trade 5", "0 explorer down"),
        column("music 4", "0 assassin down"),
        column("trade 4", "1 explorer down"),
        hands=["king", "cardinal", "cardinal", "cardinal"],
        turn=3,
    )
    memories = Memories(position)
    memories.tell(play(position, 3, "place", "cardinal", 3))
    knowing, newcomer = memories.question(position, 0), question(position, 0)
    assert as_remembered(knowing).columns[0].cards[-1].card == "explorer"
    assert {move.column for move in sensible(knowing) if isinstance(move, Place)} == {3}
    assert {move.column for move in sensible(newcomer) if isinstance(move, Place)} == {0, 3}


def test_bot_loses_card_to_own_assassin_only_to_unseen_cards() -> None:
    rng, met = Random(3), 0
    for _ in range(12):
        for position, asked, go in questions(Kabale, 3, {}, rng):
            known = as_remembered(asked)
            moves = [move for move in asked.moves if isinstance(move, Place)]
            caught = [move for move in moves if own_victims(position, asked.seat, move)]
            met += bool(caught)
            for move in set(caught).intersection(sensible(asked)):
                # Somebody's card that was never seen had a part in it, or there was no way out.
                luck = not own_victims(known, asked.seat, move)
                assert luck or len(sensible(asked)) == len(moves)
            go(rng.choice(asked.moves))
    assert met > 10


def own_victims(position: Kabale, seat: int, move: Place) -> list[Effect]:
    """Return the cards of a seat that a move leads to the assassin of the same seat."""
    table, effects = position.clone(), list[Effect]()
    table.columns[move.column].cards.append(FACE_DOWN[seat][move.card])
    uncover(table, move.column, effects)
    fallen = [effect for effect in effects if effect.kind == "assassinated"]
    return [one for one in fallen if one.facts["by"] == one.facts["seat"] == seat]


# --- Cloak and traitor.


def cloaked(hand: str, *lying: str) -> Kabale:
    """Return a position in which seat 0 is asked about its cloak, and the answer ends the round."""
    aim = column("music 3", *lying)
    asked = {"phase": "cloak", "turn": 1, "pending": {"seat": 0, "column": 0}}
    return load(aim, FULL, hands=[hand, "alchemist"], **asked, **LAST)


@pytest.mark.parametrize("level", SCHEMERS)
def test_bot_hides_card_that_takes_the_goal_under_cloak(level: str) -> None:
    position = cloaked("hermit king romeo", "1 queen", "0 cloak", "1 squire")
    assert answers(position, level) == {CLOAK["king"]}


@pytest.mark.parametrize("level", SCHEMERS)
def test_bot_hides_no_card_that_would_lose_the_goal(level: str) -> None:
    position = cloaked("beggar", "0 king", "0 cloak", "1 romeo")
    assert answers(position, level) == {NO_CLOAK}


@pytest.mark.parametrize("level", SCHEMERS)
@pytest.mark.parametrize(
    ("here", "there", "best"),
    [("trade 1", "music 5", SWAP[1]), ("music 5", "trade 1", NO_SWAP)],
)
def test_traitor_fetches_valuable_goal_and_keeps_it(
    here: str, there: str, best: Move, level: str
) -> None:
    lying = ("0 king", "0 queen", "0 traitor", "1 squire", "1 romeo down")
    asked = {"phase": "swap", "turn": 1, "pending": {"seat": 0, "column": 0}}
    other = column(there, "1 queen", "1 juliet", "1 fencer", "1 merchant", "1 hermit")
    position = load(column(here, *lying), other, hands=["cloak", "king"], **asked, **LAST)
    assert answers(position, level) == {best}


# --- What goals are worth, and what is resampled.


def test_bot_values_sixth_area_above_larger_goal() -> None:
    five = [[area, 3] for area in ("alchemy", "fencing", "farming", "trade", "religion")]
    position = load(
        column("music 1"), column("trade 5"), hands=["king", "king"], won=[five, []], **LAST
    )
    mine, theirs = stakes([position], 0, Random(1))
    assert mine[Goal("music", 1)] > mine[Goal("trade", 5)] > 0
    assert all(meaning < 0 for meaning in theirs.values())


def test_bot_values_goal_of_leader_most_negatively() -> None:
    columns = [column(aim) for aim in ("music 4", "trade 1", "trade 2")]
    won = [[], [["farming", 5], ["farming", 4], ["fencing", 5]], [["farming", 1]]]
    position = load(*columns, hands=["king"] * 3, won=won, **LAST)
    _, leader, last = stakes([position] * 9, 0, Random(1))
    assert leader[Goal("music", 4)] < last[Goal("music", 4)] < 0


# --- The beginner.


def test_easy_bot_prefers_large_goals_home_areas_and_couples() -> None:
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


def test_easy_bot_answers_for_cloak_and_traitor() -> None:
    view = cloaked("king", "0 cloak", "1 squire down").view(0)
    assert weigh(view, 0, CLOAK["king"]) > weigh(view, 0, NO_CLOAK) > 0
    traitor = column("trade 1", "0 traitor", "1 squire down")
    asked = {"phase": "swap", "turn": 1, "pending": {"seat": 0, "column": 0}}
    view = load(traitor, column("music 5"), hands=["king", "king"], **asked).view(0)
    assert weigh(view, 0, SWAP[1]) > weigh(view, 0, NO_SWAP) > 0


def test_each_quick_level_beats_the_one_below() -> None:
    levels = [bot_for("kabale", one) for one in ("easy", "novice", "casual", "normal")]
    for weaker, level in pairwise(levels):
        assert wins_enough(Kabale, [level, weaker], games=20, wins=0.55 * 20)
