"""All matches of a store replayed, by several processes at once."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

import django

from games.maintenance.replays import PLAYED, Earlier, Filed, Verdict, check, read
from games.matches.models import Match

BATCH = 25
AHEAD = 3
"""So many batches wait for each process: all that is ever in memory at once."""

Work = list[tuple[Filed, Earlier | None]]


def played(alias: str, *, sample: int | None = None) -> list[str]:
    """The ids of all matches that were dealt, or of some of them drawn by lot."""
    ids = sorted(Match.objects.using(alias).filter(status__in=PLAYED).values_list("id", flat=True))
    return ids if sample is None or sample >= len(ids) else sorted(random.sample(ids, sample))


def verify(
    ids: Sequence[str], alias: str, *, jobs: int = 1, against: Mapping[str, Earlier] | None = None
) -> Iterator[Verdict]:
    """What comes of each match, in the order asked for; who is not there is left out.

    This process reads; the others only reckon, so that all is of the one moment the caller's
    transaction sees.
    """
    known = against or {}
    batches: Iterator[Work] = (
        [(filed, known.get(filed.id)) for filed in read(ids[start : start + BATCH], alias)]
        for start in range(0, len(ids), BATCH)
    )
    if jobs < 2:
        for work in batches:
            yield from check_all(work)
        return
    with _workers(jobs) as submit:
        waiting: deque[Future[list[Verdict]]] = deque()
        for work in batches:
            waiting.append(submit(work))
            if len(waiting) > jobs * AHEAD:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


def check_all(work: Work) -> list[Verdict]:
    return [check(filed, earlier) for filed, earlier in work]


@contextmanager
def _workers(jobs: int) -> Iterator[Callable[[Work], Future[list[Verdict]]]]:
    # Fresh processes: a fork would share this one's connections to the database.
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=django.setup)
    try:
        yield lambda work: pool.submit(check_all, work)
    finally:
        pool.shutdown(cancel_futures=True)


def write_digest(one: Verdict) -> bool:
    """Give a match that ended before there were digests its own; whether it was written."""
    without = Match.objects.filter(id=one.match, digest="")
    return one.verdict == "same" and without.update(digest=one.digest) == 1
