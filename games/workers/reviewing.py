"""Review finished matches in the processes of slow bots, one decision at a time.

Reviews wait while a slow bot is asked.
"""

from __future__ import annotations

import logging
from typing import Protocol
from zlib import crc32

from core.locks import REVIEWS, claimed
from core.monitoring.context import step
from games.engine.review import Judging, Verdict
from games.reviews import services
from games.workers.thinker import Failure

logger = logging.getLogger(__name__)


class Judge(Protocol):
    """The process that judges decisions, a `Thinker`."""

    def judge(self, judging: Judging) -> Verdict | Failure | None:
        """Wait for the verdict; return None if this was closed in the meantime."""
        ...


def review_next(thinker: Judge) -> bool:
    """Judge one decision of the first waiting match that no other worker reviews.

    Return False if there is none. A match that cannot be replayed is noted as failed.
    """
    for match_id in services.waiting_matches():
        with claimed(REVIEWS, number_of(match_id)) as mine:
            if not mine:
                continue
            with step("review", f"Match {match_id} could not be reviewed."):
                _judge_next(thinker, match_id)
                return True
            services.fail(match_id)
            return True
    return False


def number_of(match_id: str) -> int:
    """Return the number that claims a match; two matches that share one are reviewed in turn."""
    return crc32(match_id.encode())


def _judge_next(thinker: Judge, match_id: str) -> None:
    judging = services.next_judging(match_id)
    if judging is None:
        return
    found = thinker.judge(judging)
    if isinstance(found, Verdict):
        services.store(match_id, judging, found)
    elif isinstance(found, Failure):
        _report(match_id, judging, found)
        services.store(match_id, judging, None)


def _report(match_id: str, judging: Judging, failure: Failure) -> None:
    facts = {"match": match_id, "event": judging.decision.number, **failure._asdict()}
    words = "A decision could not be reviewed. The review goes on without it."
    logger.error(words, extra={"facts": facts})
