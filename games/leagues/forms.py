"""The forms of a league, and of a challenge to another club."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.clubs.models import NAME_LENGTH
from games.events.forms import StartForm
from games.events.models import TITLE_LENGTH
from games.game_nights.forms import clock_choices
from games.leagues.models import Season
from games.leagues.services.seasons import (
    LASTING,
    MOVING,
    PER_WEEK,
    SIZES,
    TERMS,
    LeagueFacts,
)
from games.leagues.services.teams import BOARDS, TeamFacts
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
    same_cards = forms.BooleanField(
        label=_("The same cards in all matches of a round"),
        help_text=_(
            "With days on the clock. Matches stay closed until the last one of the round is over. "
            "Then everyone sees what others did with their cards."
        ),
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["game"].choices = games_for_two()
        fields["clock"].choices = clocks()
        numbers = {"size": SIZES, "per_week": PER_WEEK, "moving": MOVING}
        for name, allowed in numbers.items():
            fields[name].choices = [(n, str(n)) for n in allowed]

    @classmethod
    def of(cls, season: Season, given: QueryDict | None) -> LeagueForm:
        """Return the form with what a league is now, and `given` if it was submitted."""
        league = season.league
        initial = {name: getattr(league, name) for name in ("title", *TERMS)}
        form = cls(given, initial={**initial, "starts_on": season.local_start.date()})
        if season.number > 1:
            for name in LASTING:
                form.fields[name].disabled = True
        return form

    def facts(self) -> LeagueFacts:
        """Return what a valid form says."""
        return LeagueFacts(**self.cleaned_data)


class TeamForm(StartForm):
    """The other club, the game, the clock, the number of boards, and the date."""

    rival = forms.CharField(
        label=_("Other club"),
        max_length=NAME_LENGTH + 20,
        widget=forms.TextInput(attrs={"list": "rivals", "autocomplete": "off"}),
    )
    game = forms.ChoiceField(label=_("Game"))
    boards = forms.TypedChoiceField(label=_("Boards"), coerce=int, initial=4)
    clock = forms.ChoiceField(label=_("Clock"), initial="live-10")
    rated = forms.BooleanField(label=_("Rated"), required=False)
    field_order = ("rival", "game", "boards", "clock")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["game"].choices = games_for_two()
        fields["clock"].choices = clocks()
        fields["boards"].choices = [(n, str(n)) for n in BOARDS]

    def facts(self) -> TeamFacts:
        """Return what a valid form says."""
        return TeamFacts(**self.given())


def games_for_two() -> list[tuple[str, str]]:
    """Return the games of two players with their names."""
    return [(game.slug, game.name) for game in all_games() if 2 in game.seats]


def clocks() -> list[tuple[str, str]]:
    """Return the clocks by which a match ends, with their words."""
    return [(name, words) for name, words in clock_choices() if CLOCKS[name].pace]
