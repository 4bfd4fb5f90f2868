"""The form that plays on from a step of a finished match."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.boards.words import level_name
from games.lobby.forms import SeatForm
from games.lobby.services.branching import BranchRequest
from games.matches.access import Access
from games.matches.presenters.replay import event_at_step
from games.titles.registry import bot_levels

AS_THEY_WERE, IMAGINED = "were", "imagined"


class BranchForm(SeatForm):
    """Where to sit, who takes the other seats, and what the hidden cards are.

    `step` is one of the replay as its reader counts them; whatever is none becomes the nearest.
    """

    step = forms.CharField(required=False, widget=forms.HiddenInput)
    seat = forms.TypedChoiceField(label=_("Your seat"), coerce=int, widget=forms.RadioSelect)
    free = forms.TypedMultipleChoiceField(
        label=_("Seats for people you send the link to"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    level = forms.ChoiceField(label=_("At all other seats"), widget=forms.RadioSelect)
    hidden = forms.ChoiceField(
        label=_("Hidden cards"),
        choices=[
            (AS_THEY_WERE, _("as they were")),
            (IMAGINED, _("drawn anew, from what your seat could know")),
        ],
        initial=AS_THEY_WERE,
        widget=forms.RadioSelect,
    )

    def __init__(self, access: Access, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.access = access
        fields: dict[str, Any] = self.fields
        players = sorted(access.players, key=lambda player: player.seat or 0)
        seats = [(player.seat, player.name) for player in players]
        levels = [(level, level_name(level)) for level in bot_levels(access.match.game)]
        fields["seat"].choices = fields["free"].choices = seats
        fields["level"].choices = levels
        fields["level"].initial = levels[-1][0]

    def branch_request(self) -> BranchRequest:
        """What is wanted; the form must be valid."""
        given = self.cleaned_data
        seat = given["seat"]
        return BranchRequest(
            event=event_at_step(self.access, given["step"]),
            seat=seat,
            level=given["level"],
            free=frozenset(given["free"]) - {seat},
            eyes=seat if given["hidden"] == IMAGINED else None,
        )
