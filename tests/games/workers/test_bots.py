"""Bots: which are due and when, one decision at a time, from what their seat may see."""

from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games.engine.bots import Bot, Question
from games.engine.contract import Move
from games.matches.models import Match, Player
from games.matches.services import commands
from games.matches.services.commands import BotMove
from games.matches.services.event_store import MatchState, match_state
from games.matches.services.execute import execute
from games.titles.registry import bot_for, characters_of
from games.workers import bots, delay
from tests.helpers.matches import (
    CHOOSE,
    act,
    committed,
    events,
    fresh,
    mover,
    nothing_written,
    people,
    person,
    player_at,
    position_of,
    started,
    user_at,
)
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(db: None) -> Match:
    """One person and two bots; a bot is asked."""
    match = started(person("Anna"), bots=("easy", "normal"))
    if player_at(match, mover(match)).person:
        act(match, mover(match), {"type": "decline"})
    return match


@pytest.fixture
def bot(match: Match) -> Player:
    return player_at(match, mover(match))


def waited(player: Player, time: timedelta) -> None:
    Player.objects.filter(id=player.id).update(asked_since=timezone.now() - time)


def test_bot_waits_for_delay_with_people_at_table(
    bot: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Longer than any pause of a busy machine.
    monkeypatch.setattr(delay, "DELAY", timedelta(hours=1))
    assert bot.seat is not None
    assert bot.asked_at is not None
    takes = delay.delay_of(bot.match_id, bot.seat, bot.asked_at)
    assert bots.due() == []
    waited(bot, takes / 2)
    assert bots.due() == []
    waited(bot, takes)
    assert bots.due() == [(bot.id, bot.asked_at)]


def test_bots_without_people_are_due_at_once(match: Match) -> None:
    match.players.filter(bot="").update(user=None, bot="easy")
    asked = player_at(match, mover(match))
    assert bots.due() == [(asked.id, asked.asked_at)]


def test_longest_waiting_bot_is_first(match: Match, bot: Player) -> None:
    other = started(person("Berta"), bots=("easy",), seed=4)
    if player_at(other, mover(other)).person:
        act(other, mover(other), {"type": "decline"})
    second = player_at(other, mover(other))
    waited(bot, timedelta(seconds=3))
    waited(second, timedelta(seconds=9))
    assert [player for player, _ in bots.due()] == [second.id, bot.id]


def test_bot_answers_question_once(match: Match, bot: Player) -> None:
    assert bots.answer(bot.id, not_none(bot.asked_at))
    assert [seat for _, _, seat, _ in events(match)][-1] == bot.seat
    with nothing_written(match):
        assert not bots.answer(bot.id, not_none(bot.asked_at))


def test_outdated_bot_answer_is_dropped(match: Match, bot: Player) -> None:
    question = bot.asked_at
    assert question is not None
    move = position_of(match).moves(mover(match))[0].dump()
    with nothing_written(match):
        assert execute(BotMove(match.id, bot.id, question - 1, move)).event is None
    Player.objects.filter(id=bot.id).update(bot="", user=person("Berta"))
    with nothing_written(match):
        assert execute(BotMove(match.id, bot.id, question, move)).event is None, (
            "the seat belongs to a person"
        )


def test_person_is_not_among_due_bots(match: Match, bot: Player) -> None:
    assert match.players.get(bot="").id not in [player for player, _ in bots.due()]


def test_bot_gets_own_view_and_legal_moves(
    match: Match, bot: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Question] = []

    class Watched:
        level = bot.bot
        slow = False

        def choose(self, question: Question, rng: Random) -> Move:
            asked.append(question)
            return question.moves[0]

    monkeypatch.setattr(bots, "bots_from", lambda slug, level, character: [Watched()])
    position = position_of(match)
    assert bots.answer(bot.id, not_none(bot.asked_at))
    assert asked[0].seat == bot.seat
    assert asked[0].view == position.view(bot.seat)
    assert asked[0].moves == position.moves(bot.seat)
    assert asked[0].information_state.seat == bot.seat


def test_random_character_is_drawn_once_per_match(match: Match) -> None:
    bot = match.players.get(bot="normal")
    state = match_state(match)
    assert (bot.character, bot.named_character) == ("any", "")
    drawn = bots.character_of(bot, state)
    assert drawn in characters_of(match.game, "normal")
    assert {bots.character_of(bot, state) for _ in range(5)} == {drawn}
    seeds = [replace(state, seed=bytes([number] * 32)) for number in range(30)]
    found = {bots.character_of(bot, seeded) for seeded in seeds}
    assert found == set(characters_of(match.game, "normal"))
    bot.character = "bold"
    assert bots.character_of(bot, state) == "bold"


def test_bot_plays_with_its_character(
    match: Match, bot: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert bot.asked_at is not None
    Player.objects.filter(id=bot.id).update(bot="normal", character="careful")
    asked: list[tuple[str, str, str]] = []

    def bots_from(slug: str, level: str, character: str) -> list[Bot]:
        asked.append((slug, level, character))
        return [bot_for(slug, level, character)]

    monkeypatch.setattr(bots, "bots_from", bots_from)
    assert bots.answer(bot.id, bot.asked_at)
    assert asked == [(match.game, "normal", "careful")]


def test_failing_bot_blocks_no_other(
    match: Match, bot: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    other = started(*people("Berta", "Carla", "Dora"), seed=2)
    with committed():
        commands.resign(user_at(other, mover(other)), other.id)
    substitute = player_at(other, mover(other))
    waited(substitute, timedelta(seconds=3))
    waited(bot, timedelta(seconds=9))
    substitute_only = match_state(fresh(other))

    def state_of(match: Match) -> MatchState:
        if match.id == bot.match_id:
            raise AssertionError("the cards do not add up")
        return substitute_only

    monkeypatch.setattr(bots, "match_state", state_of)
    assert bots.answer_all_due() == 1
    assert fresh(other).last_number == 2
    assert "A bot could not move" in caplog.text


def test_removed_level_is_played_by_weakest_bot(match: Match, bot: Player) -> None:
    Player.objects.filter(id=bot.id).update(bot="gone")
    waited(bot, timedelta(seconds=3))
    with committed():
        assert bots.answer_all_due() == 1


def test_finished_match_has_no_due_bot(match: Match, bot: Player) -> None:
    two = started(person("Berta"), bots=("easy",))
    if not player_at(two, mover(two)).person:
        act(two, mover(two), CHOOSE)
    with committed():
        commands.resign(not_none(two.players.get(user__isnull=False).user), two.id)
    assert not two.players.filter(asked_at__isnull=False).exists()
    waited(bot, timedelta(seconds=3))
    assert [player for player, _ in bots.due()] == [bot.id]
