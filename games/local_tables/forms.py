"""The form for a new table on one device."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.boards.words import level_name
from games.engine.contract import Game
from games.local_tables.services import NAME_MOST, LocalRequest
from games.titles.registry import bot_levels


class LocalTableForm(forms.Form):
    """The people's names, and bots for more seats."""

    bots = forms.ChoiceField(label=_("Bots"), initial="0", required=False, widget=forms.RadioSelect)
    level = forms.ChoiceField(
        label=_("How strong are the bots?"), required=False, widget=forms.RadioSelect
    )

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        declared: dict[str, Any] = self.fields
        for number in range(game.seats[-1]):
            declared[f"name_{number}"] = forms.CharField(
                label=gettext("Player {number}").format(number=number + 1),
                max_length=NAME_MOST,
                required=False,
                widget=forms.TextInput({"autocomplete": "off"}),
            )
        # There are two people at least, so a level that plays only tables of two is left out.
        more = {
            level for seats in game.seats if seats > 2 for level in bot_levels(game.slug, seats)
        }
        levels = [level for level in bot_levels(game.slug) if level in more]
        declared["bots"].choices = [
            (str(number), str(number) if number else gettext("none"))
            for number in range(game.seats[-1] - 1 if levels else 1)
        ]
        declared["level"].choices = [(level, level_name(level)) for level in levels]
        declared["level"].initial = levels[0] if levels else ""

    @property
    def names(self) -> list[forms.BoundField]:
        """The fields for names."""
        return [self[f"name_{number}"] for number in range(self.game.seats[-1])]

    def request(self) -> LocalRequest:
        """Return the table that a valid form asks for."""
        given = self.cleaned_data
        names = tuple(given[f"name_{number}"] for number in range(self.game.seats[-1]))
        level = given["level"] or self.fields["level"].initial
        return LocalRequest(self.game.slug, names, (level,) * int(given["bots"] or 0))
