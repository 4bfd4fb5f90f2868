"""JSON of clients: parsed within bounds, or refused."""

from __future__ import annotations

import json

import pytest

from games.engine.values import DEEPEST
from games.matches.client_json import LARGEST, parse
from games.matches.refusals import BadBody


@pytest.mark.parametrize("number", [0, 1, -1, LARGEST, -LARGEST])
def test_whole_number_is_read(number: int) -> None:
    assert parse(f'{{"n": [{number}]}}') == {"n": [number]}
    assert parse(b'{"n": 1.5e3, "name": "\xc3\xa9"}') == {"n": 1500.0, "name": "é"}


@pytest.mark.parametrize(
    "digits",
    [str(LARGEST + 1), str(-LARGEST - 1), "9" * 4300, "9" * 60_000, "1e999", "-1e999"],
    ids=range(6),
)
def test_larger_number_is_refused_with_the_largest_one(digits: str) -> None:
    with pytest.raises(BadBody, match="up to 9007199254740991"):
        parse(f'{{"n": [{digits}]}}')


def nested(levels: int) -> str:
    return '{"a":[' * (levels // 2) + "[" * (levels % 2) + "]" * (levels % 2) + "]}" * (levels // 2)


def test_levels_are_counted_alike_by_every_python() -> None:
    """Python 3.14 reads 60,000 levels, and 3.11 fewer than 1,000, depending on its calls."""
    assert parse(nested(DEEPEST)) == json.loads(nested(DEEPEST))
    wide = f'[{", ".join(["[]"] * 300)}, "{"[" * 300}"]'
    assert len(parse(wide)) == 301


@pytest.mark.parametrize(
    "text",
    ["", "{", "NaN", "-Infinity", "[" * 60_000, nested(DEEPEST + 1), b"\xff", b"\xed\xa0\x80"],
    ids=range(8),
)
def test_text_that_is_no_json_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadBody, match="isn’t JSON"):
        parse(text)
