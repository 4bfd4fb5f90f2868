"""A full disk under SQLite: moves are refused, nothing is lost, and play goes on afterwards."""

from __future__ import annotations

import resource
from pathlib import Path
from random import Random

from tests.faults.cluster import Driver, Endpoint, Page, agree, cluster


def test_full_disk_refuses_moves_and_loses_nothing(tmp_path: Path) -> None:
    with cluster(tmp_path) as home:
        (table,) = home.ask("tables")
        server = home.server()
        driver = Driver(table, [server.port], Random(3))
        driver.moves(4)
        anna, berta = table["people"]
        before = home.ask("stored", match_id=table["id"])
        # For this process no file can grow any more.
        whole = resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        try:
            for person in (anna, berta):
                endpoint = Endpoint(person["token"], [server.port])
                state = endpoint.ask("GET", f"/api/v1/matches/{table['id']}/")
                assert state.status == 200, "reads are served"
                for move in state.body.get("moves", [])[:2]:
                    move["turn_token"] = state.body["turn_token"]
                    answer = endpoint.ask("POST", f"/api/v1/matches/{table['id']}/moves/", move)
                    assert (answer.status, answer.code) == (503, "unavailable")
                endpoint.close()
            page = Page(anna, server.port)
            assert page.get(f"/matches/{table['id']}/").status == 200
            assert page.post(f"/matches/{table['id']}/chat/", text="hello").status == 503
        finally:
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, whole)
        assert home.ask("stored", match_id=table["id"]) == before
        driver.moves(4)
        driver.close()
        assert server.lost_files() == [], "it writes the files that others read"
        server.kill()
        stored = home.ask("stored", match_id=table["id"])
        assert agree(driver.sent, stored["moves"])
        assert len(stored["moves"]) == 8
