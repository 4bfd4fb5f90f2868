"""Options with two truth values are ticks on the form of a table, whichever is the default."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.contract import Option
from games.lobby.forms import TableForm
from games.titles.registry import title_of


@pytest.mark.parametrize("values", [(False, True), (True, False)])
def test_option_with_truth_values_is_tick(values: tuple[bool, bool]) -> None:
    options = (Option("bigger_kingdom", values),)
    game = replace(title_of("condottiere").game, options=options, exclusive=())
    (field,) = TableForm(game).options()
    assert ('type="checkbox"' in str(field), " checked" in str(field)) == (True, values[0])
    posted = {"seats": "3", "public": "yes"}
    for more, chosen in (({}, False), ({"option_bigger_kingdom": "on"}, True)):
        form = TableForm(game, {**posted, **more})
        assert form.is_valid(), form.errors
        assert form.cleaned_data["option_bigger_kingdom"] is chosen
