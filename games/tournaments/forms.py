"""The forms of a tournament: what its page says, and a director's correction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.views.forms import Refused
from games.events.forms import EventForm, initial_of
from games.events.services.planning import EventFacts
from games.game_nights.forms import clock_choices
from games.matches.refusals import BadEvent
from games.matches.services.clocks import FREE
from games.titles.registry import all_games
from games.tournaments.models import REASON_LENGTH, Entrant, Tournament
from games.tournaments.presenters.sheets import ShownTable, limit_words, name_of
from games.tournaments.services.directing import clean_reason
from games.tournaments.services.planning import (
    ARENA_MINUTES,
    PLAYERS,
    ROUNDS,
    SIZES,
    TournamentTerms,
    terms_of,
)

BREAKS = [(30, "½"), (60, "1"), (120, "2"), (300, "5"), (600, "10"), (1800, "30"), (3600, "60")]
LIMITS = (0, 15, 30, 45, 60, 90, 120, 1440, 2880, 4320, 10080, 20160)
"""The minutes that the form offers as a limit for a round."""
TERMS = (
    *("format", "size", "rounds", "break_seconds", "round_minutes", "arena_minutes"),
    "same_cards",
)


class TournamentForm(EventForm):
    """The form of an event, with a format in place of lists of games and sizes."""

    game = forms.ChoiceField(label=_("Game"))
    format = forms.ChoiceField(
        label=_("Format"),
        choices=Tournament.Format.choices,
        help_text=_(
            "Swiss: a fixed number of rounds, against players of like points. Round robin: everyone"
            " meets everyone, up to 16 players. Knock-out: the best of each table go on. Arena: as"
            " many live matches as you like, for a time."
        ),
    )
    size = forms.TypedChoiceField(label=_("Players per table"), coerce=int, initial=2)
    rounds = forms.TypedChoiceField(
        label=_("Rounds"),
        coerce=int,
        initial=0,
        required=False,
        help_text=_("Automatic: as many as the number of players needs, at least three."),
    )
    break_seconds = forms.TypedChoiceField(
        label=_("Minutes between rounds"), coerce=int, initial=60, choices=BREAKS
    )
    round_minutes = forms.TypedChoiceField(
        label=_("Time limit for a round"), coerce=int, initial=0, required=False
    )
    arena_minutes = forms.IntegerField(
        label=_("Minutes of an arena"),
        min_value=ARENA_MINUTES[0],
        max_value=ARENA_MINUTES[-1],
        initial=60,
    )
    same_cards = forms.BooleanField(
        label=_("The same cards at every table"),
        required=False,
        help_text=_(
            "Not in an arena. Until the last table of a round is over, only its players see a"
            " match."
        ),
    )
    # The service refuses a number out of bounds, since these depend on the format.
    places = forms.IntegerField(label=_("Places"), initial=16)
    field_order = (
        *("title", "text", "format", "game", "size", "rounds", "break_seconds", "round_minutes"),
        "arena_minutes",
        *("day", "time", "zone", "minutes", "repeats", "clock", "places", "rated", "same_cards"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        for name in ("games", "sizes", "bots"):
            del fields[name]
        fields["game"].choices = [(game.slug, game.name) for game in all_games()]
        known = {size for game in all_games() for size in game.seats}
        fields["size"].choices = [(size, _size_words(size)) for size in SIZES if size in known]
        automatic = gettext("automatic")
        fields["rounds"].choices = [(0, automatic), *((one, str(one)) for one in ROUNDS)]
        fields["round_minutes"].choices = [
            (one, limit_words(one) if one else gettext("none")) for one in LIMITS
        ]
        fields["clock"].choices = [one for one in clock_choices() if one[0] != FREE.name]
        fields["places"].widget.attrs |= {"min": PLAYERS[0], "max": PLAYERS[-1]}

    def facts(self) -> EventFacts:
        """Return what a valid form says about the event."""
        given = self.cleaned_data
        given["games"], given["sizes"] = (given["game"],), (given["size"],)
        kept = {name: value for name, value in given.items() if name not in (*TERMS, "game")}
        self.cleaned_data, before = kept, given
        facts = super().facts()
        self.cleaned_data = before
        return facts

    def terms(self) -> TournamentTerms:
        """Return what a valid form says about the tournament."""
        given = {name: self.cleaned_data[name] for name in TERMS}
        numbers = {name: given[name] or 0 for name in ("rounds", "round_minutes")}
        return TournamentTerms(**{**given, **numbers})


def initial_terms(tournament: Tournament) -> dict[str, object]:
    """Return what a tournament's form says, by field."""
    event = tournament.event
    initial = {
        **initial_of(event),
        **{name: getattr(terms_of(tournament), name) for name in TERMS},
        "game": event.games[0],
    }
    if tournament.format == Tournament.Format.ARENA:
        # The event has the minutes of the arena, not the hours of the form.
        del initial["minutes"]
    return initial


class ReasonForm(forms.Form):
    """The reason for a decision."""

    # The service refuses an empty one, with a sentence that says who reads it.
    reason = forms.CharField(
        label=_("Reason, which everyone can read"),
        max_length=REASON_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"required": True}),
    )

    def clean_reason(self) -> str:
        try:
            return clean_reason(self.cleaned_data["reason"])
        except BadEvent as refusal:
            raise Refused(refusal) from refusal


class RemovalForm(ReasonForm):
    """The player to remove, and the reason."""

    entrant = forms.TypedChoiceField(label=_("Player"), coerce=int)
    field_order = ("entrant", "reason")

    def __init__(self, *args: Any, players: Sequence[Entrant], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        # The first choice is empty, since the first player may be the organiser.
        fields["entrant"].choices = [
            ("", gettext("Choose a player")),
            *((one.pk, name_of(one)) for one in players),
        ]


class CorrectionForm(ReasonForm):
    """The places at a table, and the reason."""

    def __init__(self, *args: Any, table: ShownTable, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._seats: Sequence[Any] = table.seats
        fields: dict[str, Any] = {}
        # The first choice is empty, since one place for all would be a tie.
        choices = [
            ("", gettext("Choose a place")),
            *((place, f"{place}.") for place in range(1, len(table.seats) + 1)),
            (0, gettext("didn’t come: no points")),
        ]
        for seat in table.seats:
            fields[f"place_{seat.entrant.pk}"] = forms.TypedChoiceField(
                label=seat.name, choices=choices, coerce=int, initial=_place_shown(seat)
            )
        self.fields = {**fields, **self.fields}

    def places(self) -> dict[int, int | None]:
        """Return the place of each player; None for one who did not come."""
        given = self.cleaned_data
        return {seat.entrant.pk: given[f"place_{seat.entrant.pk}"] or None for seat in self._seats}


def _place_shown(seat: Any) -> int | None:
    return 0 if seat.absent else seat.place


def _size_words(size: int) -> str:
    if size > 3:
        return gettext("{most}, some tables {least}").format(most=size, least=size - 1)
    return str(size)
