"""The forms with which a host draws a round, and opens several tables at once."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.contract import Json
from games.game_nights.rounds import DrawRequest
from games.game_nights.services import OPEN_TABLES
from games.lobby.presenters.quick import describe_clock
from games.lobby.services.lobby import TableRequest
from games.matches.services.clocks import CLOCKS
from games.titles.registry import all_games


def clock_choices() -> list[tuple[str, str]]:
    """Return the clocks with their words."""
    return [
        (name, describe_clock(clock) if clock.pace else gettext("no clock"))
        for name, clock in CLOCKS.items()
    ]


def table_sizes() -> list[tuple[int, str]]:
    """Return the table sizes that the games of this site have, except those for one player."""
    known = {size for game in all_games() for size in game.seats if size > 1}
    return [(size, str(size)) for size in sorted(known)]


class DrawForm(forms.Form):
    """The game, the allowed table sizes, the clock, and whether bots fill tables."""

    prefix = "draw"
    game = forms.ChoiceField(label=_("Game"))
    sizes = forms.TypedMultipleChoiceField(
        label=_("Players per table"),
        coerce=int,
        initial=[2],
        widget=forms.CheckboxSelectMultiple,
    )
    clock = forms.ChoiceField(label=_("Clock"), initial="live-10")
    bots = forms.BooleanField(label=_("Bots fill tables that lack players"), required=False)
    same_cards = forms.BooleanField(
        label=_("The same cards at every table"),
        help_text=_(
            "Tables stay sealed until all are over. Then everyone sees what others did with their "
            "cards."
        ),
        required=False,
    )

    def __init__(self, *args: Any, rated: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["game"].choices = [(game.slug, game.name) for game in all_games()]
        fields["sizes"].choices = table_sizes()
        fields["clock"].choices = clock_choices()
        if rated:
            del fields["bots"]

    @classmethod
    def of(cls, drawn: Json, *, rated: bool) -> DrawForm:
        """Return the form with the latest choice at a game night."""
        known = {
            name: drawn[name]
            for name in ("game", "sizes", "clock", "bots", "same_cards")
            if name in drawn
        }
        return cls(initial=known, rated=rated)

    def draw_request(self) -> DrawRequest:
        """Return the round that a valid form asks for."""
        given = self.cleaned_data
        bots = given.get("bots", False)
        sizes, same_cards = tuple(given["sizes"]), given["same_cards"]
        return DrawRequest(given["game"], sizes, given["clock"], bots, same_cards)


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
        fields["clock"].choices = clock_choices()

    def table_request(self) -> TableRequest:
        """Return the request for one table; only users with the game night's link may join it."""
        given = self.cleaned_data
        return TableRequest(
            given["game"], given["seats"], public=False, rated=given["rated"], clock=given["clock"]
        )
