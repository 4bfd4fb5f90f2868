"""The description of action and observation numbers."""

from __future__ import annotations

import json

import pytest

from tavola_games import encoder, slugs
from tavola_games.describe import main


@pytest.mark.parametrize("slug", slugs())
def test_every_action_and_entry_is_described(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([slug]) == 0
    known = encoder(slug)
    first, *lines = capsys.readouterr().out.splitlines()
    assert first == f"{len(known.moves)} actions"
    for number, move in enumerate(known.moves):
        counted, written = lines[number].split(maxsplit=1)
        assert (int(counted), json.loads(written)) == (number, move.dump())
    rest = lines[len(known.moves) :]
    assert rest[0].startswith(f"{len(known.highs)} entries")
    count, last = len(known.entries), len(known.highs) - 1
    assert [line.split()[1] for line in rest[1 : count + 1]] == [one.name for one in known.entries]
    assert rest[count].split()[0].rpartition("–")[2] == str(last)
    more = rest[count + 1 :]
    assert more[0] == f"{len(known.remembered_highs)} more with recall, each from 0"
    assert [line.split()[1] for line in more[1:]] == [one.name for one in known.remembered]


def test_seats_and_options_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["condottiere", "--seats", "5", "--options", '{"points": 20}']) == 0
    assert "series (to 39): each seat: its points" in capsys.readouterr().out
    assert main(["condottiere", "--seats", "9"]) == 1
    assert capsys.readouterr().err == "Condottiere needs 2 to 6 seats.\n"
