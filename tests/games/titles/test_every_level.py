"""Every bot of every game is legal, repeatable, ignores hidden cards and finishes its games."""

import os
import sys
from collections.abc import Iterator
from copy import deepcopy
from itertools import cycle, islice
from random import Random
from subprocess import run

import pytest

from games.engine.bots import question, questions
from games.engine.chance import Chance
from games.engine.contract import Json, Position
from games.titles.checking import HASH_SEEDS
from games.titles.registry import (
    all_games,
    bot_for,
    bot_levels,
    bot_names,
    bots_from,
    character_words,
    characters_of,
    newest,
)
from tests.helpers.characters import player
from tests.helpers.effort import covering, examples, is_sampled, some
from tests.helpers.tables import tables_of_all_games

WITH_BOTS = [game.slug for game in all_games() if bot_levels(game.slug)]
LEVELS = [(slug, level) for slug in WITH_BOTS for level in bot_levels(slug)]


def tables(slug: str) -> list[tuple[int, Json]]:
    """Every number of seats with every value of an option, and every two values at some."""
    found = [table for table in tables_of_all_games() if table.rules is newest(slug)]
    return [(table.seats, dict(table.options)) for table in some(found)]


def random_positions(slug: str, seats: int, options: Json, rng: Random) -> Iterator[Position]:
    """Yield the positions of a random game, up to a limit."""
    seed = rng.randbytes(32)
    position = newest(slug).deal(seats, options, Chance(seed, 0))
    step = 0
    while (asked := position.to_move()) and step < 300:
        yield position
        step += 1
        seat = rng.choice(asked)
        position.play(seat, rng.choice(position.moves(seat)), Chance(seed, step))


@pytest.mark.parametrize(("slug", "level"), LEVELS)
def test_answer_is_legal_and_does_not_change_view(slug: str, level: str) -> None:
    bot, rng, sampling = player(slug, level), Random(f"{slug} {level}"), Random(slug)
    for seats, options in tables(slug):
        for position in random_positions(slug, seats, options, rng):
            if not is_sampled(sampling, 1 / 20):
                continue
            for seat in position.to_move():
                asked = question(position, seat)
                before = deepcopy(asked.view)
                assert bot.choose(asked, rng) in position.moves(seat)
                assert asked.view == before


@pytest.mark.parametrize(("slug", "level"), LEVELS)
def test_answer_is_the_same_for_resampled_hands(slug: str, level: str) -> None:
    bot, rng, sampling = player(slug, level), Random(f"secrets {slug} {level}"), Random(slug)
    for seats, options in tables(slug)[::3]:
        for number, position in enumerate(random_positions(slug, seats, options, rng)):
            if not is_sampled(sampling, 1 / 20):
                continue
            for seat in position.to_move():
                resampled = position.resample(seat, rng)
                answers = [
                    bot.choose(question(p, seat), Random(number)) for p in (position, resampled)
                ]
                assert answers[0] == answers[1]


@pytest.mark.parametrize(("slug", "level"), LEVELS)
def test_answer_is_deterministic_by_seed(slug: str, level: str) -> None:
    rng, sampling = Random(f"again {slug} {level}"), Random(slug)
    seats, options = tables(slug)[0]
    for position in random_positions(slug, seats, options, rng):
        if not is_sampled(sampling, 1 / 20):
            continue
        for seat in position.to_move():
            answers = {
                player(slug, level).choose(question(position, seat), Random(5)) for _ in range(2)
            }
            assert len(answers) == 1


def test_answers_do_not_depend_on_hashes() -> None:
    """Each process orders a set of strings differently, and two cards may cost the same."""
    printed = [
        run(
            [sys.executable, "-m", "tests.helpers.replies"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in HASH_SEEDS
    ]
    assert printed[0]
    assert len(set(printed)) == 1


@pytest.mark.parametrize(("slug", "level"), LEVELS)
def test_bots_finish_games_with_each_other(slug: str, level: str) -> None:
    """Bots that wait for each other could play without end: the rules end no round for them.

    Each level plays at one size, the weakest at the largest, as strong bots take longest there.
    With EFFORT=thorough each plays at every size, with all options, and with every character next
    to every other.
    """
    rng = Random(f"ends {slug} {level}")
    characters = characters_of(slug, level) or [""]
    agreed: dict[int, list[Json]] = {}
    for seats, options in tables(slug):
        agreed.setdefault(seats, []).append(options)
    for seats in covering(sorted(agreed, reverse=True), bot_levels(slug).index(level)):
        choices = agreed[seats]
        for options in rng.sample(choices, min(examples(1), len(choices))):
            rng.shuffle(characters)
            sitting = [player(slug, level, one) for one in islice(cycle(characters), seats)]
            game, ended = questions(newest(slug), seats, options, rng), None
            for step, (position, asked, play) in enumerate(game):
                assert step < 10_000
                play(sitting[asked.seat].choose(asked, rng))
                ended = position.outcome()
            assert ended is not None


def test_levels_are_registered() -> None:
    assert bot_levels("condottiere") == ["easy", "novice", "casual", "normal", "hard"]
    assert bot_levels("condottiere", 3) == ["easy", "casual", "normal", "hard"]
    assert bot_levels("chess") == []
    assert bot_for("condottiere", "normal").level == "normal"
    with pytest.raises(KeyError):
        bot_for("condottiere", "godlike")


def test_characters_belong_to_their_level() -> None:
    assert characters_of("condottiere", "normal") == ["steady", "bold", "careful"]
    assert characters_of("condottiere", "expert") == characters_of("chess", "normal") == []
    bold = bot_for("condottiere", "normal", "bold")
    levels = ("casual", "novice", "easy")
    weaker = [bot_for("condottiere", level, "bold") for level in levels]
    assert bots_from("condottiere", "normal", "bold") == [bold, *weaker]
    assert bold is not bot_for("condottiere", "normal")
    for level, character in (("expert", "bold"), ("normal", "jolly")):
        with pytest.raises(KeyError):
            bot_for("condottiere", level, character)
    # A character that its title has no more: the bots of the level itself.
    plain = bot_for("condottiere", "normal")
    weaker = [bot_for("condottiere", level) for level in levels]
    assert bots_from("condottiere", "normal", "jolly") == [plain, *weaker]


@pytest.mark.parametrize("slug", WITH_BOTS)
def test_characters_have_distinct_names(slug: str) -> None:
    """In a word that follows a name; and it is a bot of the level it is for."""
    known = characters_of(slug)
    assert len(known) in (0, 3, 4)
    words = [character_words(slug, one) for one in known]
    assert len({str(one.name) for one in words}) == len(known)
    assert all(str(one.name).islower() and len(str(one.description)) < 130 for one in words)
    for level in bot_levels(slug):
        assert characters_of(slug, level) == known
        assert all(bot_for(slug, level, one).level == level for one in known)


def test_bot_names_suffice_for_every_table() -> None:
    assert len(set(bot_names())) == len(bot_names()) == 24
    assert all(0 < len(name) <= 12 for name in bot_names())
