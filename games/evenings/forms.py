"""The form by which a host lays several tables at once."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.evenings.services import OPEN_TABLES
from games.lobby.services.lobby import TableRequest
from games.matches.presenters.clocks import clock_words
from games.matches.services.clocks import CLOCKS, FREE
from games.titles.registry import all_games

USUAL = "live-10"


class TablesForm(forms.Form):
    """Which game, for how many, how many tables, how fast."""

    game = forms.ChoiceField(label=_("Game"))
    seats = forms.IntegerField(label=_("Seats each"), min_value=2, max_value=6, initial=2)
    tables = forms.IntegerField(label=_("Tables"), min_value=1, max_value=OPEN_TABLES, initial=2)
    clock = forms.ChoiceField(label=_("How fast?"))
    rated = forms.BooleanField(label=_("Rated"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = {
            "game": [(game.slug, game.name) for game in all_games()],
            "clock": [
                (
                    name,
                    _("no clock")
                    if clock is FREE
                    else clock_words(clock.bank, clock.increment, clock.cap),
                )
                for name, clock in CLOCKS.items()
            ],
        }
        for name, given in choices.items():
            self.fields[name].choices = given  # type: ignore[attr-defined]
        self.fields["clock"].initial = USUAL

    def wish(self) -> TableRequest:
        """What was asked for; the tables are for those who have the evening's link."""
        given = self.cleaned_data
        return TableRequest(
            given["game"],
            given["seats"],
            public=False,
            rated=given["rated"],
            clock=given["clock"],
        )
