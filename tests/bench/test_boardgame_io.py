"""The driver of boardgame.io: who moves when, what counts as a move, and what it sends."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast

import pytest

from bench import boardgame_io, node
from bench.boardgame_io import CONNECT, Table
from bench.client import Listener


class Wire:
    """A socket that keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def send(self, text: bytes) -> None:
        self.sent.append(text)


def state(number: int, asked: int, seat: int, kind: str = "update") -> bytes:
    """What a socket receives of a state, with the hand of its seat alone."""
    players = {str(seat): {"hand": [3, 5, 10]}}
    content: dict[str, Any] = {
        "G": {"players": players},
        "ctx": {"currentPlayer": str(asked)},
        "_stateID": number,
    }
    if kind == "sync":
        content = {"state": content, "log": [{"_stateID": 0}]}
    log: list[Any] = [[{"_stateID": number - 1}]] if kind == "update" else []
    return b"42/skirmish," + json.dumps([kind, "m", content, *log], separators=(",", ":")).encode()


@pytest.fixture
def table() -> Table:
    """A table whose two players have the first state; the second one is asked."""
    table = Table(0, "m", ["secret0", "secret1"])
    table._sockets = cast(list[Listener], [Wire(), Wire()])
    for seat in (0, 1):
        table._receive(seat, state(7, 1, seat, "sync"), 0.0)
    return table


def sent(table: Table) -> list[list[Any]]:
    """What each seat has sent, as events."""
    wires = cast(Sequence[Wire], table._sockets)
    return [
        [json.loads(text.removeprefix(b"42/skirmish,")) for text in wire.sent] for wire in wires
    ]


def test_nobody_moves_before_the_play_begins(table: Table) -> None:
    assert table.is_ready
    assert sent(table) == [[], []]


def test_who_is_asked_moves_on_the_newest_state_with_a_card_of_their_own(table: Table) -> None:
    table.go_on()
    first, ((event, action, number, match, seat),) = sent(table)
    assert (first, event, number, match, seat) == ([], "update", 7, "m", "1")
    payload = action["payload"]
    assert (payload["playerID"], payload["credentials"]) == ("1", "secret1")
    assert payload["type"] == "pass" or payload["args"][0] in range(3)


def test_a_move_counts_when_its_state_is_back_at_who_made_it(table: Table) -> None:
    table.go_on()
    table._receive(0, state(8, 0, 0), 0.0)
    assert table.moves == 0
    assert sent(table)[0] == []
    table._receive(1, state(8, 0, 1), 0.0)
    assert table.moves == 1
    assert [event[2] for event in sent(table)[0]] == [8]


def test_who_is_asked_waits_for_their_own_state(table: Table) -> None:
    table.go_on()
    table._receive(1, state(8, 0, 1), 0.0)
    assert sent(table)[0] == []
    table._receive(0, state(8, 0, 0), 0.0)
    assert [event[2] for event in sent(table)[0]] == [8]


def test_nobody_moves_after_the_end(table: Table) -> None:
    table.go_on()
    table._playing = False
    table._receive(1, state(8, 1, 1), 0.0)
    assert table.moves == 1
    assert len(sent(table)[1]) == 1


def test_a_socket_asks_for_its_state_and_answers_pings() -> None:
    table = Table(0, "m", ["secret0", "secret1"])
    wires = [Wire(), Wire()]
    table._sockets = cast(list[Listener], wires)
    table._receive(1, CONNECT + b'{"sid":"x"}', 0.0)
    table._receive(0, b"2", 0.0)
    assert sent(table)[1] == [["sync", "m", "1", "secret1"]]
    assert wires[0].sent == [b"3"]


def test_without_a_registry_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    (tmp_path / "package-lock.json").write_text("{}")
    monkeypatch.setattr(boardgame_io, "HERE", tmp_path)
    monkeypatch.setattr(node, "npm", lambda *_args, **_options: 1)
    with pytest.raises(OSError, match="could not fetch"):
        boardgame_io.install()


def test_it_is_fetched_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    fetched: list[Any] = []

    def npm(args: list[str], cwd: Any) -> int:
        fetched.append(args)
        (cwd / "node_modules").mkdir()
        return 0

    (tmp_path / "package-lock.json").write_text("{}")
    monkeypatch.setattr(boardgame_io, "HERE", tmp_path)
    monkeypatch.setattr(node, "npm", npm)
    boardgame_io.install()
    boardgame_io.install()
    assert len(fetched) == 1


def test_the_lock_file_names_no_address_of_a_package() -> None:
    lock = json.loads((boardgame_io.HERE / "package-lock.json").read_text("utf-8"))
    packages = lock["packages"].values()
    assert all("resolved" not in package for package in packages)
    assert all("integrity" in package for package in packages if "version" in package)
