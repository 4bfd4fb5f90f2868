"""The scripts of `manage.py bench --only phone`: where to tap, and how long it takes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bench.phone import CHOOSE, MEASURE, play
from tests.browser.conftest import Person
from tests.helpers.kabale import column

POSITION = {
    "turn": 0,
    "columns": [column("music 5", "0 king"), column("trade 3")],
    "hands": [["juliet", "storm"], ["dragon", "queen"]],
}

IS_CARD = "([x, y]) => document.elementFromPoint(x, y).closest('label.card') !== null"

WHILE_TABLE_MOVES = f"""(chance) => {{
  requestAnimationFrame(() => (document.getElementById("my-side").style.translate = "0 500px"));
  return ({CHOOSE})(chance);
}}"""


def test_each_moving_tap_is_measured_until_paint(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    anna = arrive(phone=True, touch=True, own=True)
    page = anna.page
    page.add_init_script(MEASURE)
    page.goto(prepare("kabale", POSITION, anna, "easy"))
    page.wait_for_selector("#table.is-mine")
    assert page.evaluate(WHILE_TABLE_MOVES, 0.1) is None, "the card is no longer there"
    page.evaluate("document.getElementById('my-side').style.translate = ''")
    assert page.evaluate(IS_CARD, page.evaluate(CHOOSE, 0.1)), "a card comes first"
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 8})
    play(page, Random(1), 2)
    taps = page.evaluate("phone.taps")
    assert len(taps) == 2
    assert all(0 < milliseconds < 30_000 for milliseconds in taps)
    assert anna.complaints == []
