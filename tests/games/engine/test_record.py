"""Reading records: defaults, refusal codes, and no crash on any input."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.contract import Json
from games.engine.record import parse_json, read_record
from games.engine.refusals import BadOptions, BadPosition, BadRecord, Refusal
from games.titles.registry import ALL_RULES
from tests.helpers.records import GONE, any_json, choose, read, written
from tests.helpers.sentences import says_what_is_wrong

# --- Text.


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"   ",
        b"{",
        b"nonsense",
        b"{'format': 1}",
        b'{"format": 1,}',
        b"{} {}",
        b"NaN",
        b'{"format": NaN}',
        b"[Infinity]",
        b"-Infinity",
        b'{"game": "\xff\xfe"}',
        b"\xef\xbb\xbf{}",
        b"[" * 200_000,
        b"[" * 201 + b"]" * 201,
        b'{"a":' * 200_000,
        "\ufeff{}",
    ],
    ids=lambda text: repr(text[:14]),
)
def test_invalid_json_is_refused(text: bytes | str) -> None:
    with pytest.raises(BadRecord):
        parse_json(text)


def test_huge_seat_counts_are_valid_json_but_refused() -> None:
    for digits in ("1" * 999, "9" * 5000, "-" + "9" * 200_000):
        data = parse_json(f'{{"format": 1, "game": "condottiere", "seats": {digits}}}')
        with pytest.raises(BadRecord):
            read_record(data, ALL_RULES)


@pytest.mark.parametrize("text", ['{"a": [1, "ü", null]}', '{"a": [1, "ü", null]}'.encode()])
def test_json_is_parsed_from_text_and_utf8_bytes(text: bytes | str) -> None:
    assert parse_json(text) == {"a": [1, "ü", None]}


@given(st.binary() | st.text())
def test_parsing_any_text_raises_only_bad_record(text: bytes | str) -> None:
    with suppress(BadRecord):
        parse_json(text)


# --- The head.


def test_missing_fields_take_defaults() -> None:
    assert read().dump() == {
        "format": 1,
        "game": "condottiere",
        "rules": 1,
        "seats": 2,
        "options": {"bigger_kingdom": False, "taking_cities": False, "points": 0},
        "seed": "0" * 64,
        "moves": [],
    }


def test_given_fields_are_kept() -> None:
    given_record = written(
        rules=1,
        seats=5,
        options={"bigger_kingdom": True, "taking_cities": False, "points": 20},
        seed="0123456789abcdef" * 4,
        position={"holder": 1},
        moves=[{**choose("parma"), "at": "2024-01-01T00:00:00Z", "think": 1.5}],
    )
    assert read_record(given_record, ALL_RULES).dump() == given_record


def test_seed_is_case_insensitive() -> None:
    assert read(seed="AB" * 32).seed == read(seed="ab" * 32).seed == b"\xab" * 32


@pytest.mark.parametrize("key", ["rules", "options", "seed", "position", "moves"])
def test_null_field_takes_default(key: str) -> None:
    assert read(**{key: None}) == read()


def test_option_given_as_null_takes_default() -> None:
    assert read(options={"points": None, "bigger_kingdom": None}) == read()


def test_unknown_record_keys_are_ignored() -> None:
    extras = {"comment": "x", "fairness": 3, "": None, "expect": [1]}
    assert read(**extras) == read()


BAD_VALUES: list[Json] = [
    {"format": GONE},
    {"format": 2},
    {"format": 0},
    {"format": True},
    {"format": 1.0},
    {"format": "1"},
    {"format": None},
    {"game": GONE},
    {"game": "chess"},
    {"game": ""},
    {"game": "Condottiere"},
    {"game": None},
    {"game": ["condottiere"]},
    {"game": {"slug": "condottiere"}},
    {"rules": 0},
    {"rules": 2},
    {"rules": 10**400},
    {"rules": True},
    {"rules": "1"},
    {"rules": 1.0},
    {"seats": GONE},
    {"seats": None},
    {"seats": 1},
    {"seats": 7},
    {"seats": -2},
    {"seats": 10**400},
    {"seats": True},
    {"seats": 2.0},
    {"seats": "2"},
    {"seats": [2]},
    {"seed": "0" * 63},
    {"seed": "0" * 65},
    {"seed": "g" * 64},
    {"seed": "0" * 63 + "\n"},
    {"seed": "0" * 64 + "\n"},
    {"seed": " " * 64},
    {"seed": "٣" * 64},
    {"seed": 0},
    {"seed": ""},
    {"moves": {}},
    {"moves": "[]"},
    {"moves": 0},
]
BAD_HEADS: list[Any] = [
    None,
    [],
    "record",
    1,
    True,
    {},
    *(written(**change) for change in BAD_VALUES),
]


@pytest.mark.parametrize("data", BAD_HEADS, ids=lambda data: repr(data)[:90])
def test_invalid_record_is_refused(data: Any) -> None:
    with pytest.raises(BadRecord) as refused:
        read_record(data, ALL_RULES)
    assert says_what_is_wrong(refused.value)


@pytest.mark.parametrize(
    "options",
    [
        [],
        "points",
        0,
        True,
        {"blitz": True},
        {"Points": 20},
        {"points": 10},
        {"points": "20"},
        {"points": True},
        {"points": 20.0},
        {"bigger_kingdom": 1},
        {"taking_cities": "true"},
        {"points": 20, "taking_cities": True},
    ],
)
def test_invalid_options_are_refused(options: Any) -> None:
    with pytest.raises(BadOptions):
        read(options=options)


@pytest.mark.parametrize("position", [[], "start", 0, False, True, [{}]])
def test_position_that_is_not_an_object_is_refused(position: Any) -> None:
    with pytest.raises(BadPosition):
        read(position=position)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"seats": 9, "options": 1, "position": 1}, "bad-record"),
        ({"seed": "", "options": 1, "position": 1}, "bad-record"),
        ({"moves": {}, "options": 1, "position": 1}, "bad-record"),
        ({"rules": 9, "options": 1, "position": 1}, "bad-record"),
        ({"options": {"x": 1}, "position": 1}, "bad-options"),
        ({"options": {"x": 1}, "position": {"x": 1}}, "bad-options"),
        ({"position": {"x": 1}, "moves": [None]}, "bad-position"),
    ],
)
def test_first_error_of_several_is_reported(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        read(**changes).start()
    assert refused.value.code == code


# --- Whatever comes.

FIELDS = {
    "format": st.just(1) | any_json,
    "game": st.just("condottiere") | any_json,
    "rules": st.just(1) | any_json,
    "seats": st.integers(2, 6) | any_json,
    "options": st.just({}) | any_json,
    "seed": st.just("f" * 64) | any_json,
    "position": st.none() | any_json,
    "moves": st.lists(any_json) | any_json,
    "extra": any_json,
}


def read_or_refuse(data: Any) -> None:
    with suppress(BadRecord, BadOptions, BadPosition):
        record = read_record(data, ALL_RULES)
        assert read_record(json.loads(json.dumps(record.dump())), ALL_RULES) == record
        record.start().check()


@given(any_json)
def test_reading_any_json_raises_only_refusals(data: Any) -> None:
    read_or_refuse(data)


@given(st.fixed_dictionaries({}, optional=FIELDS))
def test_reading_record_like_json_raises_only_refusals(data: Any) -> None:
    read_or_refuse(data)
