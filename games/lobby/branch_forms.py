"""The form to play on from a step of a finished match."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.services.guests import name_in_words
from games.boards.words import level_name
from games.lobby.forms import SeatForm
from games.lobby.services.branching import BranchRequest
from games.matches.presenters.replay import event_at_step
from games.matches.viewing import Access
from games.titles.registry import bot_levels

AS_THEY_WERE, RESAMPLED = "were", "resampled"


class BranchForm(SeatForm):
    """The player's own seat, the players at the other seats, and the hidden cards.

    `step` counts as in the replay that the player sees; an invalid one becomes the nearest.
    """

    step = forms.CharField(required=False, widget=forms.HiddenInput)
    seat = forms.TypedChoiceField(label=_("Your seat"), coerce=int, widget=forms.RadioSelect)
    free = forms.TypedMultipleChoiceField(
        label=_("Seats for players you send the link to"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    level = forms.ChoiceField(label=_("All other seats"), widget=forms.RadioSelect)
    hidden = forms.ChoiceField(
        label=_("Hidden cards"),
        choices=[
            (AS_THEY_WERE, _("as they were")),
            (RESAMPLED, _("dealt again, from what your seat could know")),
        ],
        initial=AS_THEY_WERE,
        widget=forms.RadioSelect,
    )

    def __init__(self, access: Access, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.access = access
        fields: dict[str, Any] = self.fields
        players = sorted(access.players, key=lambda player: player.seat or 0)
        seats = [(player.seat, name_in_words(player.name)) for player in players]
        former = access.match
        levels = [(level, level_name(level)) for level in bot_levels(former.game, former.seats)]
        fields["seat"].choices = fields["free"].choices = seats
        fields["level"].choices = levels
        fields["level"].initial = levels[-1][0]

    def branch_request(self) -> BranchRequest:
        """Return the request of a valid form."""
        given = self.cleaned_data
        seat = given["seat"]
        return BranchRequest(
            event=event_at_step(self.access, given["step"]),
            seat=seat,
            level=given["level"],
            free=frozenset(given["free"]) - {seat},
            eyes=seat if given["hidden"] == RESAMPLED else None,
        )
