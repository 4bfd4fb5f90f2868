"""The form of a new league."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.events.models import TITLE_LENGTH
from games.game_nights.forms import clock_choices
from games.leagues.services.seasons import MOVING, PER_WEEK, SIZES, LeagueFacts
from games.matches.services.clocks import CLOCKS
from games.titles.registry import all_games


class LeagueForm(forms.Form):
    """Title, game, first day, clock, and the shape of divisions."""

    title = forms.CharField(label=_("Title"), max_length=TITLE_LENGTH)
    game = forms.ChoiceField(label=_("Game"))
    clock = forms.ChoiceField(label=_("Clock"), initial="turns-24")
    starts_on = forms.DateField(
        label=_("First day of the first week"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    size = forms.TypedChoiceField(label=_("Players in a division"), coerce=int, initial=8)
    per_week = forms.TypedChoiceField(label=_("Matches a week"), coerce=int, initial=1)
    moving = forms.TypedChoiceField(label=_("How many go up and down"), coerce=int, initial=2)
    rated = forms.BooleanField(label=_("Rated"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        games = [game for game in all_games() if 2 in game.seats]
        fields["game"].choices = [(game.slug, game.name) for game in games]
        fields["clock"].choices = [
            (name, words) for name, words in clock_choices() if CLOCKS[name].pace
        ]
        numbers = {"size": SIZES, "per_week": PER_WEEK, "moving": MOVING}
        for name, allowed in numbers.items():
            fields[name].choices = [(n, str(n)) for n in allowed]

    def facts(self) -> LeagueFacts:
        """Return what a valid form says."""
        return LeagueFacts(**self.cleaned_data)
