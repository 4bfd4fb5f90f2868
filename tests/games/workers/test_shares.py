"""Thinking is shared by person, and people who wait for long get a quick bot's answer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from core.monitoring.metrics import THINKING_AGE
from games.engine.bots import Easy
from games.matches.models import Match, Player
from games.workers import bots
from games.workers.thinker import answer_to
from games.workers.thinking import Shares, Thinker, answer_next
from tests.helpers.matches import (
    committed,
    legal,
    move_on,
    mover,
    person,
    player_at,
    signed_in,
    started,
)
from tests.helpers.pondering import title
from tests.helpers.pondering.bots import A_WHILE, Ponderer
from tests.helpers.values import not_none

pytestmark = pytest.mark.django_db
ROUND = timedelta(seconds=1)
QUEUED = bots.QUEUED


class Inside(Thinker):
    """Thinks in this process."""

    think = staticmethod(answer_to)


@pytest.fixture(autouse=True)
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    title.install(monkeypatch, Easy(), Ponderer("deep", A_WHILE))
    monkeypatch.setattr(bots, "QUEUED", QUEUED)
    return lambda *bots: title.install(monkeypatch, *bots)


def asked(user: User, ago: timedelta, seed: int = 1, level: str = "deep") -> Player:
    """Start a match in which a bot has been asked for so long, and has a choice."""
    match = started(user, bots=(level,), game=title.SLUG, seed=seed)
    while player_at(match, mover(match)).person or len(legal(match, mover(match))) == 1:
        move_on(match)
    bot = player_at(match, mover(match))
    wait(bot, ago)
    return bot


def wait(bot: Player, ago: timedelta) -> None:
    Player.objects.filter(pk=bot.pk).update(asked_since=timezone.now() - ago)


def served(shares: Shares) -> str:
    """Answer the next question, and return the match it is of."""
    before = {match.pk: match.last_number for match in Match.objects.all()}
    with committed():
        assert answer_next(Inside(), set(), shares)
    (moved,) = [m for m in Match.objects.all() if m.last_number > before[m.pk]]
    return moved.pk


def test_bystander_is_next_though_one_person_has_25_older_questions() -> None:
    mallory = person("Mallory")
    crowd = [asked(mallory, ROUND * (40 + n), seed=n) for n in range(25)]
    shares = Shares()
    assert served(shares) == crowd[-1].match_id, "the oldest question, while no other person waits"
    own = asked(person("Berta"), ROUND)
    assert served(shares) == own.match_id
    assert served(shares) in {bot.match_id for bot in crowd}


def test_people_take_turns() -> None:
    anna, berta = person("Anna"), person("Berta")
    for seed in range(3):
        asked(anna, ROUND * 40, seed=seed)
        asked(berta, ROUND * 20, seed=seed)
    shares, turns = Shares(), list[str]()
    for _ in range(6):
        match = Match.objects.get(pk=served(shares))
        turns.append(match.players.get(bot="").name)
        Player.objects.filter(match=match).update(asked_at=None)
    assert turns == ["Anna", "Berta"] * 3


def test_bots_that_no_person_waits_for_come_last() -> None:
    left, own = asked(person("Anna"), ROUND * 40), asked(person("Berta"), ROUND)
    Player.objects.filter(match=left.match, bot="").update(left_at=1)
    assert [one.match for one in bots.asked_slow()] == [left.match_id, own.match_id]
    assert served(Shares()) == own.match_id


def test_quick_bot_answers_after_five_seconds_and_table_says_so() -> None:
    anna = person("Anna")
    bot = asked(anna, QUEUED - ROUND)
    assert bots.hurry(bots.asked_slow()) == 0
    due = not_none(bots.next_hurried(bots.asked_slow()))
    assert timezone.now() < due < timezone.now() + 2 * ROUND
    wait(bot, QUEUED)
    with committed():
        assert bots.hurry(bots.asked_slow()) == 1
    event = bot.match.events.order_by("number").last()
    assert not_none(event).weaker == 1
    words = f"A weaker bot stood in for {bot.name} on this move."
    assert words in signed_in(anna).get(f"/matches/{bot.match_id}/").content.decode()


def test_own_answer_is_not_called_a_stand_in() -> None:
    bot = asked(person("Anna"), ROUND)
    with committed():
        assert answer_next(Inside(), set(), Shares())
    assert not_none(bot.match.events.order_by("number").last()).weaker is None


def test_slow_bot_without_people_or_quick_level_is_not_hurried(
    install: Callable[..., None],
) -> None:
    bot = asked(person("Anna"), QUEUED * 9)
    Player.objects.filter(match=bot.match, bot="").update(left_at=1)
    assert bots.hurry(bots.asked_slow()) == 0
    Player.objects.filter(match=bot.match, bot="").update(left_at=None)
    install(Ponderer("deep", A_WHILE))
    assert bots.hurry(bots.asked_slow()) == 0
    assert bots.next_hurried(bots.asked_slow()) is None


def test_metric_shows_longest_wait_of_people() -> None:
    asked(person("Anna"), ROUND * 40)
    bots.asked_slow()
    assert 40 <= THINKING_AGE._value.get() < 100
