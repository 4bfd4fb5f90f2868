"""Workers are killed while bots think and clocks run; another worker continues at once."""

from __future__ import annotations

import time
from functools import partial
from random import Random

from tests.faults.cluster import Cluster, wait_until
from tests.helpers.effort import examples

KILLS = examples(3)
MATCHES = 2


def test_killed_worker_is_replaced_for_bots_and_clocks(grown_up: Cluster) -> None:
    rng = Random()
    bots = grown_up.ask("of_bots", how_many=MATCHES)
    (table,) = grown_up.ask("tables", clock=("live", 300, 10))
    # For so long that the site must have been down: the clock gets a minute.
    assert grown_up.ask("let_time_pass", match_id=table["id"], seconds=3600) == 1
    workers = [grown_up.worker(), grown_up.worker()]
    try:
        for kill in range(KILLS):
            # While there is work, kill at a random moment.
            so_far = grown_up.ask("events", match_ids=bots)
            wait_until(partial(_further, grown_up, bots, so_far), "bots go on")
            time.sleep(rng.uniform(0, 0.25))
            workers[kill % 2].kill()
            workers[kill % 2] = grown_up.worker()
        workers.pop().kill()
        # The minute runs out, too.
        wait_until(lambda: grown_up.ask("events", match_ids=[table["id"]]), "it gets a minute")
        assert grown_up.ask("let_time_pass", match_id=table["id"], seconds=1) == 1
        everything = [*bots, table["id"]]
        wait_until(lambda: not _running(grown_up, everything), "all of it ends")
    finally:
        for worker in workers:
            worker.kill()
    for match_id in bots:
        assert grown_up.ask("stored", match_id=match_id)["status"] == "finished"
    late = grown_up.ask("stored", match_id=table["id"])
    assert (late["status"], late["kinds"]) == ("aborted", ["resume", "abort"]), "once each"


def _further(cluster: Cluster, bots: list[str], events: int) -> bool:
    """Return whether the bots have moved, or their matches are over."""
    return cluster.ask("events", match_ids=bots) > events or not _running(cluster, bots)


def _running(grown_up: Cluster, match_ids: list[str]) -> int:
    return int(grown_up.ask("running", match_ids=match_ids))
