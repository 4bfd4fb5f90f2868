"""Answer hints in the processes of slow bots.

First comes the move, then how it compares, a few worlds at a time.
"""

from __future__ import annotations

import logging
from typing import Protocol

from core.locks import HINTS, claimed
from core.monitoring.context import step
from games.engine.hints import Shares, Weighing
from games.hints import services
from games.hints.models import Hint
from games.titles.registry import adviser_of
from games.workers.thinker import Answer, Failure, Task

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


def _go_on(thinker: Adviser, player_id: int) -> None:
    hint = services.open_hint(player_id)
    if hint is None:
        return
    asked, game = services.question_of(hint), hint.player.match.game
    if hint.status == Hint.Status.WAITING:
        task = Task(adviser_of(game), asked, services.seed_of(asked, game))
        answer = thinker.think(task)
        if isinstance(answer, int):
            services.store_move(hint, asked.moves[answer], choices=len(asked.moves))
        elif answer is not None:
            _report(hint, answer)
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
