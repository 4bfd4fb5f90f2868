"""The show of the award: every step of it, numbers before and after, and why it went so."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.contract import Happening
from games.matches.presenters.table import Chair
from games.titles.kabale.board.faces import shown
from games.titles.kabale.board.show import Scene, show_of
from games.titles.kabale.rules.award import award
from games.titles.kabale.rules.cards import CARDS, GOALS, Goal, Number

NAMES = ("Anna", "Berta", "Carla", "Dora", "Emil", "Fritz")
CHAIRS = [Chair(seat, name, "", "", False, False, None, None) for seat, name in enumerate(NAMES)]


def scene(goal: Goal, cards: list[tuple[int, str]], hidden: tuple[int, ...] = ()) -> Scene:
    """The scene of a column, some of whose cards lay face down to the end."""
    given = award(goal, cards)
    facts = {
        "column": 0,
        "goal": list(goal),
        "cards": [{"seat": seat, "card": card} for seat, card in cards],
        **given.dump(),
        "steps": [step.dump() for step in given.steps],
    }
    revealed = [{"column": 0, "index": i, "seat": cards[i][0], "card": ""} for i in hidden]
    ended = Happening("round-ended", {"round": 2, "revealed": revealed})
    show = show_of([ended, Happening("awarded", facts)], CHAIRS)
    assert show is not None
    assert show.round == 2
    (only,) = show.scenes
    return only


def lying(*texts: str) -> list[tuple[int, str]]:
    """ "0 king" """
    return [(int(text.split()[0]), text.split()[1]) for text in texts]


def beats(told: Scene) -> dict[str, str]:
    return {beat.kind: beat.text for beat in told.beats}


def changes(told: Scene, kind: str) -> list[tuple[str, str, str]]:
    """(card, before, after) of all beats of a kind."""
    return [
        (actor.card.id, actor.before, actor.after)
        for beat in told.beats
        if beat.kind == kind
        for actor in beat.actors
        if actor.changed
    ]


def fallen(told: Scene, kind: str) -> list[str]:
    return [
        actor.card.id
        for beat in told.beats
        if beat.kind == kind
        for actor in beat.actors
        if actor.falls
    ]


def test_a_step_that_ends_no_round_has_no_show() -> None:
    assert show_of([Happening("placed", {"seat": 0, "column": 0})], CHAIRS) is None


def test_the_cards_are_shown_first_with_those_turned_up_only_now() -> None:
    told = scene(Goal("music", 2), lying("0 minstrel", "1 merchant"), hidden=(1,))
    opening = told.beats[0]
    assert [actor.card.value for actor in opening.actors] == ["12", "8"]
    assert [actor.turned for actor in opening.actors] == [False, True]
    assert told.beats[-1].kind == "sum"
    assert [(s.chair.name, s.total, s.wins) for s in told.beats[-1].sums] == [
        ("Anna", "12", True),
        ("Berta", "8", False),
    ]
    assert told.verdict == "Anna takes Music 2."


def test_musketeers_silence_the_rest() -> None:
    told = scene(Goal("trade", 3), lying("0 musketeers", "1 wizard", "0 king", "1 beggar"))
    assert list(beats(told)) == ["cards", "musketeers", "sum"]
    assert "silence" in beats(told)["musketeers"]


def test_wizard_and_witch_remove_and_the_removed_stay_aside() -> None:
    told = scene(Goal("trade", 3), lying("0 wizard", "1 king", "2 witch", "0 assassin", "1 squire"))
    assert fallen(told, "wizard") == ["king"]
    assert fallen(told, "witch") == ["wizard", "squire"]
    last = told.beats[-1]
    gone = [actor.card.id for actor in last.actors if actor.removed]
    assert gone == ["wizard", "king", "squire"]
    assert [(s.chair.name, s.total) for s in last.sums] == [("Anna", "9½"), ("Carla", "1")]


def test_two_of_them_stand_in_each_others_way() -> None:
    told = scene(Goal("trade", 3), lying("0 wizard", "1 wizard", "0 witch", "1 witch"))
    assert fallen(told, "wizard") == fallen(told, "witch") == []
    assert beats(told)["wizard"].startswith("2 wizards")
    assert beats(told)["witch"].startswith("2 witches")
    assert all(actor.acts for actor in told.beats[1].actors[:2])


def test_one_that_finds_nobody_says_so() -> None:
    told = scene(Goal("trade", 1), lying("0 wizard"))
    assert "finds no card" in beats(told)["wizard"]
    assert "finds no other card" in beats(scene(Goal("trade", 1), lying("0 witch")))["witch"]


def test_prince_and_squire_end_it() -> None:
    told = scene(Goal("music", 5), lying("1 king", "0 squire", "2 beggar", "0 prince"))
    assert list(beats(told)) == ["cards", "prince-squire"]
    assert beats(told)["prince-squire"].startswith("Anna has prince and squire")
    assert told.verdict == "Anna takes Music 5."
    both = scene(Goal("music", 5), lying("1 squire", "0 squire", "0 prince", "1 prince"))
    assert "those of Berta are nearest" in beats(both)["prince-squire"]


def test_numbers_change_before_everybodys_eyes() -> None:
    told = scene(
        Goal("music", 5),
        lying("0 hermit", "1 giant", "0 romeo", "0 juliet", "1 dragon", "2 assassin", "2 double"),
    )
    assert changes(told, "hermit") == [("hermit", "12", "6")]
    assert changes(told, "giant") == [("giant", "2", "20")]
    assert changes(told, "romeo") == [("romeo", "5", "15")]
    assert changes(told, "dragon") == [
        ("hermit", "6", "4"),
        ("romeo", "15", "13"),
        ("juliet", "14", "12"),
        ("assassin", "9½", "7½"),
    ]
    assert changes(told, "double") == [("double", "–", "–")]
    assert "nothing behind it" in beats(told)["double"]
    assert told.beats[-1].sums[0].total == "31"


def test_a_dragon_among_friends_and_a_double_that_copies() -> None:
    told = scene(Goal("music", 1), lying("0 double", "0 dragon"))
    assert "nobody else’s card" in beats(told)["dragon"]
    assert changes(told, "double") == [("double", "–", "11")]
    assert told.beats[-1].text == "Nobody else takes part."


def test_the_beggar_and_ties() -> None:
    told = scene(Goal("music", 1), lying("0 beggar", "1 king"))
    assert beats(told)["sum"] == "The lowest sum takes the goal."
    tied = scene(Goal("music", 1), lying("0 king", "1 king"))
    assert beats(tied)["sum"] == "Equal sums: Anna has the card nearest to the goal."
    farthest = scene(Goal("music", 1), lying("0 beggar", "1 king", "2 beggar"))
    assert beats(farthest)["sum"] == "Equal sums: Carla has the card farthest from the goal."


def test_nobody_takes_part() -> None:
    told = scene(Goal("music", 1), lying("0 double"))
    assert beats(told)["sum"] == "Nobody takes part."
    assert told.verdict == "Music 1 leaves the game."
    assert told.winner is None
    empty = scene(Goal("music", 1), [])
    assert beats(empty)["cards"] == "No card lies here."


@pytest.mark.parametrize("seed", range(60))
def test_the_last_picture_is_what_the_rules_reckoned(seed: int) -> None:
    """Told step by step, a column comes to the numbers and the winner the award gives."""
    rng = Random(seed)
    deck = [(seat, card) for seat in range(rng.randint(1, 6)) for card in CARDS]
    cards, goal = rng.sample(deck, rng.randint(1, 9)), rng.choice(GOALS)
    given = award(goal, cards)
    told = scene(goal, cards)
    last = told.beats[-1]
    assert [not actor.removed for actor in last.actors] == [
        i in given.left for i in range(len(cards))
    ]
    if last.kind == "sum":
        left = [
            (actor, given.numbers[i]) for i, actor in enumerate(last.actors) if not actor.removed
        ]
        assert all(actor.card.value == shown(number) for actor, number in left)
        assert {s.chair.seat: s.total for s in last.sums} == {
            seat: shown(total) for seat, total in given.sums.items()
        }
        assert [s.chair.seat for s in last.sums if s.wins] == (
            [] if given.winner is None else [given.winner]
        )
    assert (told.winner.seat if told.winner else None) == given.winner
    for before, after in zip(told.beats, told.beats[1:], strict=False):
        for was, then in zip(before.actors, after.actors, strict=True):
            assert then.removed == (was.removed or then.falls)
            if then.changed:
                assert then.before == (was.card.value or "–")
                assert then.after == (then.card.value or "–")
            else:
                assert was.card.value == then.card.value


@pytest.mark.parametrize(
    ("number", "words"),
    [(20, "20"), (9.5, "9½"), (0, "0"), (0.5, "½"), (23.0, "23"), (None, "")],
)
def test_halves_are_written_as_people_write_them(number: Number | None, words: str) -> None:
    assert shown(number) == words
