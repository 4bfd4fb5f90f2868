"""A failing bot is replaced for that question by the next weaker one, and reported."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import count

import pytest
from django.utils import timezone

from core.monitoring.bot_failures import failures_today
from core.monitoring.metrics import BOT_FAILED
from games.engine.bots import Bot, Easy
from games.engine.contract import Position
from games.matches.models import Match, MatchSecret, Player
from games.matches.services import commands
from games.matches.services.commands import BotMove
from games.matches.services.event_store import state_cache
from games.matches.services.execute import execute
from games.workers import bots
from games.workers.thinker import Answer, Failure, Task, answer_to
from tests.helpers.clocks import Wall
from tests.helpers.matches import (
    committed,
    events,
    fresh,
    legal,
    move_on,
    mover,
    nothing_written,
    person,
    play_on,
    player_at,
    position_of,
    started,
)
from tests.helpers.pondering import title
from tests.helpers.pondering.bots import A_WHILE, Failing, Illegal, Ponderer
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
Install = Callable[..., None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    return lambda *bots: title.install(monkeypatch, *bots)


def asked_bot(level: str = "failing", game: str = title.SLUG, seed: int = 1) -> Player:
    """Start a match of a person and a bot of this level, which has a choice of moves."""
    match = started(person(f"Anna{seed}"), bots=(level,), game=game, seed=seed)
    while player_at(match, mover(match)).person or len(legal(match, mover(match))) == 1:
        move_on(match)
    return player_at(match, mover(match))


def moves_of(player: Player) -> int:
    return sum(seat == player.seat for _, kind, seat, _ in events(player.match) if kind == "move")


def answered(player: Player, think: bots.Think = answer_to) -> bool:
    assert player.asked_at is not None
    with committed():
        return bots.answer(player.pk, player.asked_at, think)


@pytest.mark.parametrize(
    ("failing", "reason"), [(Failing(slow=False), "raised"), (Illegal(slow=False), "illegal")]
)
def test_weaker_bot_answers_for_failing_bot(
    install: Install, failing: Bot, reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    install(Easy(), failing)
    player, before = asked_bot(), failed(reason)
    moves = moves_of(player)
    assert answered(player)
    assert moves_of(player) == moves + 1
    assert fresh(player.match).players.get(pk=player.pk).bot == "failing", "for that question"
    assert failed(reason) == before + 1
    assert failures_today([(title.SLUG, "failing"), (title.SLUG, "easy")]) == {
        (title.SLUG, "failing"): 1
    }
    (line,) = [record for record in caplog.records if record.levelname == "ERROR"]
    facts = line.__dict__["facts"]
    assert facts["game"] == title.SLUG
    assert (facts["bot"], facts["match"], facts["reason"]) == ("failing", player.match_id, reason)
    assert not {"view", "moves"} & facts.keys()
    assert "I hold" not in f"{line.getMessage()} {facts}", "the question is not reported"


def failed(reason: str) -> float:
    return float(BOT_FAILED.labels(title.SLUG, "failing", reason)._value.get())


def test_fallback_tries_weaker_slow_bots_then_easiest(install: Install) -> None:
    asked: list[str] = []

    def dies(task: Task) -> Answer:
        asked.append(task.bot.level)
        return Failure("died")

    install(Easy(), Ponderer("deep", A_WHILE), Ponderer("deeper", A_WHILE), Failing())
    assert answered(asked_bot("deeper"), dies)
    assert asked == ["deeper", "deep"], "stronger bots are skipped; the easy bot is not slow"


def test_question_stays_open_when_all_bots_fail(
    install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    install(Failing(slow=False))
    player = asked_bot()
    with pytest.raises(bots.NoBotAnswers), nothing_written(player.match):
        answered(player)


def has_one_move(seat: int, position: Position) -> bool:
    return position.to_move() == (seat,) and len(position.moves(seat)) == 1


def test_bot_with_single_move_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, asked, seeds = person("Anna"), False, count(1)
    while not asked:
        match = started(anna, bots=("easy",), game="babel", seed=next(seeds))
        seat = not_none(match.players.get(bot="easy").seat)
        play_on(match, until=partial(has_one_move, seat))
        asked = player_at(match, seat).asked_at is not None
    monkeypatch.setattr(
        bots, "bots_from", lambda slug, level, character: pytest.fail("it has no choice")
    )
    assert answered(player_at(match, seat))


# --- What has passed while it thought.


def deep_bot(install: Install, seed: int = 1) -> Player:
    install(Easy(), Ponderer("deep", A_WHILE))
    return asked_bot("deep", seed=seed)


def test_answer_is_dropped_after_match_ended(install: Install) -> None:
    player = deep_bot(install)
    anna = player.match.players.get(bot="").user
    assert anna is not None

    def in_between(task: Task) -> Answer:
        commands.resign(anna, player.match_id)
        return 0

    before = moves_of(player)
    assert not answered(player, in_between)
    assert moves_of(player) == before
    assert fresh(player.match).status in (Match.Status.FINISHED, Match.Status.ABORTED)


def test_answer_is_dropped_after_faster_answer(install: Install) -> None:
    player = deep_bot(install)
    assert player.asked_at is not None
    question = player.asked_at

    def in_between(task: Task) -> Answer:
        move = task.question.moves[-1].dump()
        assert execute(BotMove(player.match_id, player.pk, question, move)).event is not None
        return 0

    before = moves_of(player)
    assert not answered(player, in_between)
    assert moves_of(player) == before + 1


@pytest.mark.parametrize("now_asked", [None, 999])
def test_answer_to_changed_question_is_dropped(install: Install, now_asked: int | None) -> None:
    player = deep_bot(install)

    def in_between(task: Task) -> Answer:
        Player.objects.filter(pk=player.pk).update(asked_at=now_asked)
        return 0

    before = position_of(player.match).dump()
    assert not answered(player, in_between)
    assert position_of(player.match).dump() == before


def test_answer_is_not_played_when_worker_stops(install: Install) -> None:
    player = deep_bot(install)
    with nothing_written(player.match):
        assert not answered(player, lambda task: None)


# --- Who waits where.


def waited() -> None:
    """For longer than any bot takes its time."""
    since = timezone.now() - timedelta(seconds=3)
    Player.objects.filter(asked_at__isnull=False).update(asked_since=since)


def test_slow_bots_are_listed_separately(install: Install) -> None:
    slow, quick = deep_bot(install), asked_bot("easy", seed=2)
    waited()
    assert [asked.player for asked in bots.asked_slow()] == [slow.pk]
    assert [player for player, _question in bots.due()] == [quick.pk]


def test_many_slow_bots_do_not_delay_quick_one(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though more of them have waited longer than a round looks at."""
    monkeypatch.setattr(bots, "BATCH", 2)
    install(Easy(), Ponderer("deep", A_WHILE))
    for seed in range(3):
        asked_bot("deep", seed=seed)
    quick = asked_bot("easy", seed=9)
    waited()
    assert [player for player, _question in bots.due()] == [quick.pk]


def test_questions_that_fail_do_not_delay_others(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though they have waited longer, and are as many as a round looks at."""
    wall = Wall(monkeypatch)
    monkeypatch.setattr(bots, "BATCH", 2)
    install(Easy())
    broken, other = [asked_bot("easy", seed=seed) for seed in range(2)], asked_bot("easy", seed=9)
    MatchSecret.objects.filter(match__in=[one.match_id for one in broken]).update(seed="?")
    state_cache.clear()
    wall.wait(10)
    Player.objects.filter(pk=other.pk).update(asked_since=timezone.now() - timedelta(seconds=9))
    assert bots.answer_all_due() == 0
    assert [player for player, _question in bots.due()] == [other.pk]
    with committed():
        assert bots.answer_all_due() == 1
    wall.wait(61)
    assert {player for player, _question in bots.due()} == {one.pk for one in broken}


def test_bot_stays_due_when_its_delay_fails(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = asked_bot("easy", game="condottiere")

    def broken(match_id: str, seat: int, question: int) -> None:
        raise AssertionError("the cards do not add up")

    monkeypatch.setattr(bots, "delay_of", broken)
    assert [player for player, _question in bots.due()] == [bot.pk]
