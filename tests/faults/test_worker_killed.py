"""Workers are killed while bots think and clocks run; another one goes on at once."""

from __future__ import annotations

import time
from random import Random

from tests.faults.house import House, wait_until

KILLS = 5
MATCHES = 2


def test_bots_and_clocks_go_on_with_another_worker(grown_up: House) -> None:
    rng = Random()
    bots = grown_up.ask("of_bots", how_many=MATCHES)
    (table,) = grown_up.ask("tables", clock=("live", 300, 10))
    assert grown_up.ask("let_time_pass", match_id=table["id"], seconds=3600) == 1
    workers = [grown_up.worker(), grown_up.worker()]
    try:
        for kill in range(KILLS):
            time.sleep(rng.uniform(0.05, 0.25))
            workers[kill % 2].kill()
            workers[kill % 2] = grown_up.worker()
        workers.pop().kill()
        everything = [*bots, table["id"]]
        wait_until(lambda: not _running(grown_up, everything), "all of it ends", 120)
    finally:
        for worker in workers:
            worker.kill()
    for match_id in bots:
        assert grown_up.ask("stored", match_id=match_id)["status"] == "finished"
    late = grown_up.ask("stored", match_id=table["id"])
    assert (late["status"], late["kinds"]) == ("aborted", ["abort"]), "called off, and once"


def _running(grown_up: House, match_ids: list[str]) -> int:
    time.sleep(0.5)
    return int(grown_up.ask("running", match_ids=match_ids))
