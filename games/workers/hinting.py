"""Answer hints in the processes of slow bots.

First comes the move, then how it compares, a few worlds at a time. If no process has found the move
in time, a quick bot answers first, in the worker's thread, and the player sees that it did.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

from core.locks import HINTS, claimed
from core.monitoring.context import step
from games.engine.bots import Question
from games.engine.hints import Shares, Weighing
from games.hints import services
from games.hints.models import Hint
from games.titles.registry import adviser_of
from games.workers.thinker import Answer, Failure, Task, answer_to

logger = logging.getLogger(__name__)


class Adviser(Protocol):
    """The process that thinks about hints, a `Thinker`."""

    def think(self, task: Task) -> Answer | None:
        """Wait for the bot's move; return None if this was closed in the meantime."""
        ...

    def judge(self, judging: Weighing) -> list[Shares] | Failure | None:
        """Wait for the shares in some worlds; return None if this was closed in the meantime."""
        ...


def hint_next(thinker: Adviser) -> bool:
    """Do the next step of one hint that no other worker is at; return False if there is none."""
    for player_id in services.unfinished():
        with claimed(HINTS, player_id) as mine:
            if not mine:
                continue
            with step("hint", f"A hint could not be found (player {player_id})."):
                _go_on(thinker, player_id)
                return True
            services.fail(player_id)
            return True
    return False


def hurry(stopping: Callable[[], bool] = lambda: False) -> int:
    """Let quick bots answer the hints that have waited for too long; return how many did."""
    answered = 0
    for player_id in services.late():
        if stopping():
            break
        with step("hint", f"A hint could not be found (player {player_id})."):
            hint = services.open_hint(player_id)
            if hint is not None:
                answered += _stand_in(hint, services.question_of(hint))
            continue
        services.fail(player_id)
    return answered


def _stand_in(hint: Hint, asked: Question) -> bool:
    """Answer a hint with the move of a quick bot; return False if there is none."""
    game = hint.player.match.game
    bot = services.stand_in_of(game)
    answer = None if bot is None else answer_to(Task(bot, asked, services.seed_of(asked, game)))
    if not isinstance(answer, int):
        return False
    if bot == adviser_of(game) or len(asked.moves) == 1:
        services.store_move(hint, asked.moves[answer], choices=len(asked.moves))
    else:
        services.store_stand_in(hint, asked.moves[answer])
    return True


def _go_on(thinker: Adviser, player_id: int) -> None:
    hint = services.open_hint(player_id)
    if hint is None:
        return
    asked, game = services.question_of(hint), hint.player.match.game
    if hint.status in services.WITHOUT_MOVE:
        task = Task(adviser_of(game), asked, services.seed_of(asked, game))
        answer = thinker.think(task)
        if isinstance(answer, int):
            services.store_move(hint, asked.moves[answer], choices=len(asked.moves))
        elif answer is not None:
            _report(hint, answer)
            _stand_in(hint, asked)
            services.fail(player_id)
        return
    shares = thinker.judge(services.next_weighing(hint, asked))
    if isinstance(shares, Failure):
        _report(hint, shares)
        services.store_comparison(hint, None)
    elif shares is not None:
        services.store_worlds(hint, shares)


def _report(hint: Hint, failure: Failure) -> None:
    facts = {"match": hint.player.match_id, "event": hint.number, **failure._asdict()}
    logger.error("The strongest bot could not give a hint.", extra={"facts": facts})
