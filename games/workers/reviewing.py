"""Reviews are computed where slow bots think, when none of these is asked: a decision at a time."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING
from zlib import crc32

from games.engine.review import Judging, Verdict
from games.locks import REVIEWS, claimed
from games.reviews import services
from games.workers.thinker import Failure
from watch.context import step

if TYPE_CHECKING:
    from games.workers.thinking import Thinker

logger = logging.getLogger(__name__)


def review_next(thinker: Thinker) -> bool:
    """Judge one decision of the oldest match that waits and that nobody else is at.

    False if there is none. A match that cannot be replayed is noted as failed.
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
    """By which a match is claimed: two that share one are reviewed one after the other."""
    return crc32(match_id.encode())


def _judge_next(thinker: Thinker, match_id: str) -> None:
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
