"""The options: armies, card sets, and whether players are asked to cheer."""

from typing import Any

import pytest

from games.engine.record import read_record
from games.engine.refusals import BadOptions
from games.titles.kharnage.rules.position import Kharnage
from games.titles.registry import ALL_RULES
from tests.games.titles.kharnage.rules.tables import toy_cards
from tests.helpers.sentences import says_what_is_wrong

PAIR = {"armies": {army: toy_cards()["armies"][army] for army in ("human", "orc")}}


def start(seats: int, options: Any) -> Any:
    head = {"format": 1, "game": "kharnage", "seats": seats, "options": options}
    return read_record(head, ALL_RULES).start()


BAD = [
    (2, {"armies": ["human"]}),
    (2, {"armies": ["human", "orc", "dwarf"]}),
    (2, {"armies": ["human", "human"]}),
    (2, {"armies": ["human", "elf"]}),
    (2, {"armies": "human"}),
    (2, {"armies": [0, 1]}),
    (2, {"armies": [["human"], "orc"]}),
    (3, {"cards": PAIR}),
    (2, {"cards": PAIR, "armies": ["human", "dwarf"]}),
    (2, {"cards": {"armies": {}}}),
    (2, {"cards": []}),
    (2, {"cards": {}}),
    (2, {"cheer": "never"}),
    (2, {"cheer": True}),
    (2, {"hill": True}),
    (2, ["cheer"]),
]


@pytest.mark.parametrize(("seats", "options"), BAD)
def test_invalid_options_are_refused(seats: int, options: Any) -> None:
    with pytest.raises(BadOptions) as refused:
        start(seats, options)
    assert says_what_is_wrong(refused.value)


def test_too_many_seats_are_refused_with_maximum() -> None:
    with pytest.raises(BadOptions, match="There are 2 armies in this set"):
        start(3, {"cards": PAIR})


def test_invalid_options_are_refused_before_invalid_position() -> None:
    record = {"format": 1, "game": "kharnage", "seats": 3, "options": {"cards": PAIR}}
    with pytest.raises(BadOptions):
        read_record({**record, "position": 7}, ALL_RULES)


def test_null_takes_default() -> None:
    position = start(4, {"armies": None, "cards": None, "cheer": None})
    assert isinstance(position, Kharnage)
    assert position.options == {"armies": None, "cards": None, "cheer": "auto"}


def test_set_of_two_armies_seats_two_players() -> None:
    position = start(2, {"cards": PAIR})
    assert sorted(army.id for army in position.armies) == ["human", "orc"]


def test_record_round_trip_keeps_options() -> None:
    head = {"format": 1, "game": "kharnage", "seats": 2, "options": {"cards": PAIR}}
    record = read_record(head, ALL_RULES)
    assert read_record(record.dump(), ALL_RULES).options == record.options
