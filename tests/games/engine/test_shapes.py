"""Records and the referee's answers fit their declared shapes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine import shapes
from games.engine.referee import Requested, judge
from games.titles.registry import ALL_RULES
from tests.games.engine.test_referee import GAME, REFUSED_MOVE, REFUSED_RECORD
from tests.helpers.records import changed, fair_match, read, written
from tests.helpers.shapes import misfits


@pytest.mark.parametrize("changes", [{}, {"position": {"holder": 1}}])
def test_record_dump_fits_its_shape(changes: Any) -> None:
    assert misfits(read(**changes).dump(), shapes.Record) == []


def test_record_shape_allows_leaving_out_fields_with_defaults() -> None:
    assert misfits(written(), shapes.Record) == []
    for key in ("format", "game", "seats"):
        assert misfits({k: v for k, v in written().items() if k != key}, shapes.Record)


@pytest.mark.parametrize(
    "requested",
    [
        Requested(),
        Requested(legal=True),
        Requested(trace=True),
        Requested(view=0),
        Requested(view="public"),
    ],
)
@pytest.mark.parametrize("record", [GAME, REFUSED_MOVE, REFUSED_RECORD])
def test_referee_answer_fits_its_shape(record: Any, requested: Requested) -> None:
    assert misfits(judge(json.dumps(record), ALL_RULES, requested), shapes.Answer) == []


def test_referee_answer_with_verification_fits_its_shape() -> None:
    answer = judge(json.dumps(fair_match()), ALL_RULES, Requested(verify=True))
    assert answer["verified"]
    assert misfits(answer, shapes.Answer) == []


def test_misfits_reports_extra_and_ill_typed_keys() -> None:
    record = read().dump()
    assert misfits(changed(dict(record), more=1), shapes.Record)
    assert misfits(changed(dict(record), seats="2"), shapes.Record)
    assert misfits(changed(dict(record), seats=True), shapes.Record)
