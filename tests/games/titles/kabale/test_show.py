"""The show of the award: its steps, changed numbers and explanations."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.boards.seats import TablePlayer
from games.engine.contract import Effect
from games.titles.kabale.board.faces import shown
from games.titles.kabale.board.show import Scene, show_of, show_seconds
from games.titles.kabale.rules.award import award
from games.titles.kabale.rules.cards import CARDS, GOALS, Goal, Number

NAMES = ("Anna", "Berta", "Carla", "Dora", "Emil", "Fritz")
PLAYERS = [
    TablePlayer(seat, name, "", "", False, False, None, None) for seat, name in enumerate(NAMES)
]


def scene(
    goal: Goal, cards: list[tuple[int, str]], hidden: tuple[int, ...] = (), you: int | None = None
) -> Scene:
    """Return the scene of a column, some of whose cards lay face down until the end."""
    revealed = [{"column": 0, "index": i, "seat": cards[i][0], "card": ""} for i in hidden]
    ended = Effect("round-ended", {"round": 2, "revealed": revealed})
    players = [replace(player, you=player.seat == you) for player in PLAYERS]
    show = show_of([ended, awarded(goal, cards)], players)
    assert show is not None
    assert show.round == 2
    (only,) = show.scenes
    return only


def awarded(goal: Goal, cards: list[tuple[int, str]], column: int = 0) -> Effect:
    """Return the effect of the award of a column."""
    given = award(goal, cards)
    facts = {
        "column": column,
        "goal": list(goal),
        "cards": [{"seat": seat, "card": card} for seat, card in cards],
        **given.dump(),
        "steps": [step.dump() for step in given.steps],
    }
    return Effect("awarded", facts)


def lying(*texts: str) -> list[tuple[int, str]]:
    """Return cards from texts like "0 king"."""
    return [(int(text.split()[0]), text.split()[1]) for text in texts]


def beats(played: Scene) -> dict[str, str]:
    return {beat.kind: beat.text for beat in played.beats}


def changes(played: Scene, kind: str) -> list[tuple[str, str, str]]:
    """(card, before, after) of all beats of a kind."""
    return [
        (actor.card.id, actor.before, actor.after)
        for beat in played.beats
        if beat.kind == kind
        for actor in beat.actors
        if actor.changed
    ]


def fallen(played: Scene, kind: str) -> list[str]:
    return [
        actor.card.id
        for beat in played.beats
        if beat.kind == kind
        for actor in beat.actors
        if actor.falls
    ]


def test_show_is_absent_before_end_of_round() -> None:
    assert show_of([Effect("placed", {"seat": 0, "column": 0})], PLAYERS) is None


def test_show_begins_with_cards_and_those_just_revealed() -> None:
    played = scene(Goal("music", 2), lying("0 minstrel", "1 merchant", "0 hermit"), hidden=(1,))
    opening, *_ = played.beats
    assert opening.kind == "cards"
    assert not any(actor.turned for beat in played.beats[1:] for actor in beat.actors)
    assert [actor.card.value for actor in opening.actors] == ["12", "8", "12"]
    assert [actor.turned for actor in opening.actors] == [False, True, False]
    assert played.beats[-1].kind == "sum"
    assert [(s.player.name, s.total, s.wins) for s in played.beats[-1].sums] == [
        ("Anna", "22", True),
        ("Berta", "8", False),
    ]
    assert played.verdict == "Anna takes Music 2."


def test_musketeers_silence_other_cards() -> None:
    played = scene(Goal("trade", 3), lying("0 musketeers", "1 wizard", "0 king", "1 beggar"))
    assert list(beats(played)) == ["sum"], "without changes, cards and result are one beat"
    assert "silence" in beats(played)["sum"]
    assert [actor.acts for actor in played.beats[0].actors] == [True, False, False, False]


def test_cards_removed_by_wizard_and_witch_stay_removed() -> None:
    played = scene(
        Goal("trade", 3), lying("0 wizard", "1 king", "2 witch", "0 assassin", "1 squire")
    )
    assert fallen(played, "wizard") == ["king"]
    assert fallen(played, "witch") == ["wizard", "squire"]
    last = played.beats[-1]
    removed = [actor.card.id for actor in last.actors if actor.removed]
    assert removed == ["wizard", "king", "squire"]
    assert [(s.player.name, s.total) for s in last.sums] == [("Anna", "9½"), ("Carla", "1")]


def test_two_wizards_and_two_witches_block_each_other() -> None:
    played = scene(Goal("trade", 3), lying("0 wizard", "1 wizard", "0 witch", "1 witch"))
    (only,) = played.beats
    assert "2 wizards get" in only.text
    assert "2 witches get" in only.text
    assert all(actor.acts and not actor.removed for actor in only.actors)


def test_ability_without_target_is_explained() -> None:
    played = scene(Goal("trade", 1), lying("0 wizard"))
    assert "finds no card" in beats(played)["sum"]
    assert "finds no other card" in beats(scene(Goal("trade", 1), lying("0 witch")))["sum"]


@pytest.mark.parametrize("alone", ["hermit", "giant", "dragon"])
def test_ability_without_effect_is_omitted(alone: str) -> None:
    played = scene(Goal("trade", 1), lying(f"0 {alone}"))
    assert beats(played) == {"sum": "No other player takes part."}
    assert not any(actor.changed for actor in played.beats[0].actors)


def test_ineffective_ability_is_shown_with_next_step() -> None:
    played = scene(Goal("music", 2), lying("0 wizard", "1 wizard", "0 hermit", "1 squire"))
    assert list(beats(played)) == ["cards", "hermit", "sum"]
    assert beats(played)["hermit"].startswith("2 wizards get in each other’s way")
    assert "wants to be alone" in beats(played)["hermit"]
    assert [actor.acts for actor in played.beats[1].actors] == [True, True, True, False]


def test_prince_and_squire_take_the_goal_at_once() -> None:
    played = scene(Goal("music", 5), lying("1 king", "0 squire", "2 beggar", "0 prince"))
    assert list(beats(played)) == ["prince-squire"]
    assert beats(played)["prince-squire"].startswith("Anna has prince and squire")
    assert played.verdict == "Anna takes Music 5."
    both = scene(Goal("music", 5), lying("1 squire", "0 squire", "0 prince", "1 prince"))
    assert "Berta’s are nearest" in beats(both)["prince-squire"]


def test_number_changes_are_shown() -> None:
    played = scene(
        Goal("music", 5),
        lying("0 hermit", "1 giant", "0 romeo", "0 juliet", "1 dragon", "2 assassin", "2 double"),
    )
    assert changes(played, "hermit") == [("hermit", "12", "6")]
    assert changes(played, "giant") == [("giant", "2", "20")]
    assert changes(played, "romeo") == [("romeo", "5", "15")]
    assert changes(played, "dragon") == [
        ("hermit", "6", "4"),
        ("romeo", "15", "13"),
        ("juliet", "14", "12"),
        ("assassin", "9½", "7½"),
    ]
    assert changes(played, "double") == []
    assert "no card with a number behind it" in beats(played)["sum"]
    assert played.beats[-1].sums[0].total == "31"


def test_dragon_without_opponents_changes_nothing() -> None:
    played = scene(Goal("music", 1), lying("0 double", "0 dragon"))
    assert list(beats(played)) == ["cards", "double", "sum"]
    assert changes(played, "double") == [("double", "–", "11")]
    assert played.beats[-1].text == "No other player takes part."


def test_show_explains_beggar_and_ties() -> None:
    played = scene(Goal("music", 1), lying("0 beggar", "1 king"))
    assert beats(played)["sum"] == "A beggar is here: the lowest sum wins."
    assert played.summary == "Anna takes Music 1 with 4 against 20: a beggar is here."
    tied = scene(Goal("music", 1), lying("0 king", "1 king"))
    assert beats(tied)["sum"] == "Equal sums: Anna has the card nearest to the goal."
    assert tied.summary == "Anna takes Music 1 with 20 against 20: nearer to the goal."
    farthest = scene(Goal("music", 1), lying("0 beggar", "1 king", "2 beggar"))
    assert beats(farthest)["sum"] == (
        "A beggar is here: the lowest sum wins. "
        "Equal sums: Carla has the card farthest from the goal."
    )
    assert farthest.summary == (
        "Carla takes Music 1 with 4 against 20 and 4: farther from the goal."
    )


def test_column_without_participants_has_no_winner() -> None:
    played = scene(Goal("music", 1), lying("0 double"))
    assert beats(played)["sum"].endswith("No player takes part.")
    assert played.verdict == "Music 1 leaves the game."
    assert played.winner is None
    empty = scene(Goal("music", 1), [])
    assert beats(empty) == {"sum": "There are no cards here."}


def test_verdict_addresses_viewer() -> None:
    played = scene(Goal("music", 1), lying("0 king"), you=0)
    assert played.verdict == "You take Music 1."
    assert played.summary == "Anna takes Music 1 with 20, unopposed."
    assert scene(Goal("music", 1), lying("0 king"), you=1).verdict == "Anna takes Music 1."


@pytest.mark.parametrize("seed", range(10))
def test_clocks_wait_as_long_as_show_takes(seed: int) -> None:
    """At normal speed, by the times of show.js; the last page stays until one has a card."""
    rng = Random(seed)
    deck = [(seat, card) for seat in range(3) for card in CARDS]
    effects, takes = [], 0.0
    for column in range(3):
        cards, goal = rng.sample(deck, rng.randint(1, 9)), rng.choice(GOALS)
        effects.append(awarded(goal, cards, column))
        for beat in scene(goal, cards).beats:
            takes += 0.6 + min(len(beat.text), 70) / 100
        takes += 0.3
    assert takes - 1 < show_seconds(effects) < 1.3 * takes + 1


@pytest.mark.parametrize("seed", range(60))
def test_last_beat_of_show_equals_award(seed: int) -> None:
    """The steps of the show lead to the numbers and the winner of the award."""
    rng = Random(seed)
    deck = [(seat, card) for seat in range(rng.randint(1, 6)) for card in CARDS]
    cards, goal = rng.sample(deck, rng.randint(1, 9)), rng.choice(GOALS)
    given = award(goal, cards)
    played = scene(goal, cards)
    last = played.beats[-1]
    assert [not actor.removed for actor in last.actors] == [
        i in given.left for i in range(len(cards))
    ]
    if last.kind == "sum":
        left = [
            (actor, given.numbers[i]) for i, actor in enumerate(last.actors) if not actor.removed
        ]
        assert all(actor.card.value == shown(number) for actor, number in left)
        assert {s.player.seat: s.total for s in last.sums} == {
            seat: shown(total) for seat, total in given.sums.items()
        }
        assert [s.player.seat for s in last.sums if s.wins] == (
            [] if given.winner is None else [given.winner]
        )
    assert (played.winner.seat if played.winner else None) == given.winner
    for before, after in zip(played.beats, played.beats[1:], strict=False):
        for was, then in zip(before.actors, after.actors, strict=True):
            assert then.removed == (was.removed or then.falls)
            if then.changed:
                assert then.before != then.after
                assert then.before == (was.card.value or "–")
                assert then.after == (then.card.value or "–")
            else:
                assert was.card.value == then.card.value


@pytest.mark.parametrize(
    ("number", "words"),
    [(20, "20"), (9.5, "9½"), (0, "0"), (0.5, "½"), (23.0, "23"), (None, "")],
)
def test_half_numbers_are_written_as_fractions(number: Number | None, words: str) -> None:
    assert shown(number) == words
