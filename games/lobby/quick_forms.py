"""The form that files a ticket."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.lobby.services.tickets import CLOCKS_TO_SEEK, TicketRequest
from games.matches.models import Match
from games.matches.presenters.clocks import clock_words
from games.titles.registry import all_games

USUAL = "live-10"
LAST = "quick"
"""Where a session keeps what was looked for last."""


class QuickForm(forms.Form):
    """Which games, how many people, how fast, rated or not."""

    games = forms.MultipleChoiceField(
        label=_("Games"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one game.")},
    )
    seats = forms.TypedMultipleChoiceField(
        label=_("How many sit down?"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one number of players.")},
    )
    clock = forms.ChoiceField(label=_("How fast?"), widget=forms.RadioSelect)
    rated = forms.BooleanField(label=_("Rated"), required=False)
    nonce = forms.CharField(required=False, widget=forms.HiddenInput)
    sure = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, guest: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.question = ""
        shelf = all_games()
        choices: dict[str, list[tuple[Any, Any]]] = {
            "games": [(game.slug, game.name) for game in shelf],
            "seats": [(n, str(n)) for n in sorted({n for game in shelf for n in game.seats})],
            "clock": [
                (name, clock_words(clock.bank, clock.increment, clock.cap))
                for name, clock in CLOCKS_TO_SEEK.items()
            ],
        }
        for name, offered in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = offered
        self.fields["games"].initial = [game.slug for game in shelf]
        self.fields["seats"].initial = [2]
        self.fields["clock"].initial = USUAL
        if guest:
            self.fields["rated"].disabled = True

    @classmethod
    def prefilled(cls, last: Any, guest: bool) -> QuickForm:
        """A fresh form with what was looked for last, as the session keeps it."""
        known = last if isinstance(last, dict) else {}
        return cls(initial={**known, "rated": known.get("rated", False) and not guest}, guest=guest)

    def live_clocks(self) -> list[Any]:
        return self._clocks(Match.Pace.LIVE)

    def slow_clocks(self) -> list[Any]:
        return self._clocks(Match.Pace.TURNS)

    def _clocks(self, pace: str) -> list[Any]:
        radios = self["clock"].subwidgets
        return [one for one in radios if CLOCKS_TO_SEEK[one.data["value"]].pace == pace]

    def ask_if_sure(self, question: str) -> None:
        """Show the form again with a question; sending it once more is the answer."""
        self.question = question
        data = cast(QueryDict, self.data).copy()
        data["sure"] = "yes"
        self.data = data

    def sought(self) -> TicketRequest:
        given = self.cleaned_data
        return TicketRequest(
            tuple(given["games"]), tuple(given["seats"]), given["clock"], given["rated"]
        )

    def to_keep(self) -> dict[str, Any]:
        """What the session keeps of it."""
        return {name: self.cleaned_data[name] for name in ("games", "seats", "clock", "rated")}
