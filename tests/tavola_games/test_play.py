"""The catalogue, dealing, and games played out between bots."""

from __future__ import annotations

from random import Random

import pytest

import tavola_games
from games.engine.refusals import BadOptions, BadRecord


@pytest.mark.parametrize("slug", tavola_games.slugs())
def test_record_of_bot_game_replays_to_end_and_seed_repeats_it(slug: str) -> None:
    seats = tavola_games.game(slug).seats[-1]
    level = tavola_games.bot_levels(slug)[0]
    record = tavola_games.play(slug, [level] * seats, seed=11)
    reached = tavola_games.replay(tavola_games.read_record(record, tavola_games.RULES))
    assert (reached.refusal, reached.applied) == (None, len(record["moves"]))
    assert reached.position.outcome() is not None
    assert record == tavola_games.play(slug, [level] * seats, seed=11)
    assert record["moves"] != tavola_games.play(slug, [level] * seats, seed=12)["moves"]


def test_custom_bot_is_asked_only_at_its_seat() -> None:
    asked = []

    class Mine(tavola_games.Easy):
        def choose(self, question: tavola_games.Question, rng: Random) -> tavola_games.Move:
            asked.append(question.seat)
            return super().choose(question, rng)

    tavola_games.play("kabale", ["easy", Mine(), "normal"], seed=1)
    assert set(asked) == {1}


def test_unknown_game_or_seats_are_refused() -> None:
    with pytest.raises(BadRecord, match="no game"):
        tavola_games.deal("mikado")
    with pytest.raises(BadRecord, match="needs 2 seats"):
        tavola_games.play("babel", ["easy"] * 3)
    with pytest.raises(BadRecord, match="No bot plays babel at level “grand”"):
        tavola_games.play("babel", ["easy", "grand"])
    with pytest.raises(BadOptions):
        tavola_games.deal("condottiere", options={"points": 1})
