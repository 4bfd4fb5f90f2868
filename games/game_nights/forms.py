"""The form with which a host opens several tables at once."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.game_nights.services import OPEN_TABLES
from games.lobby.presenters.quick import describe_clock
from games.lobby.services.lobby import TableRequest
from games.matches.services.clocks import CLOCKS
from games.titles.registry import all_games


class TablesForm(forms.Form):
    """The game, the seats of a table, the number of tables, and the clock."""

    game = forms.ChoiceField(label=_("Game"))
    seats = forms.IntegerField(label=_("Seats per table"), min_value=2, max_value=6, initial=2)
    tables = forms.IntegerField(label=_("Tables"), min_value=1, max_value=OPEN_TABLES, initial=2)
    clock = forms.ChoiceField(label=_("Clock"), initial="live-10")
    rated = forms.BooleanField(label=_("Rated"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["game"].choices = [(game.slug, game.name) for game in all_games()]
        fields["clock"].choices = [
            (name, describe_clock(clock) if clock.pace else _("no clock"))
            for name, clock in CLOCKS.items()
        ]

    def table_request(self) -> TableRequest:
        """Return the request for one table; only users with the game night's link may join it."""
        given = self.cleaned_data
        return TableRequest(
            given["game"], given["seats"], public=False, rated=given["rated"], clock=given["clock"]
        )
