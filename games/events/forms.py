"""The form of what an event's page says."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.views.forms import Refused
from core.languages.local_time import zone_info, zones
from games.events.models import TEXT_LENGTH, TITLE_LENGTH, ZONE_LENGTH, Event
from games.events.services.finding import usual_zone
from games.events.services.planning import MINUTES, PLACES, EventFacts, start_of
from games.game_nights.forms import clock_choices, table_sizes
from games.matches.refusals import BadEvent
from games.matches.services import time_source
from games.titles.registry import all_games

HOURS = [(60, "1"), (90, "1½"), (120, "2"), (180, "3"), (240, "4"), (300, "5"), (360, "6")]


class StartForm(forms.Form):
    """A local date and time in a time zone."""

    day = forms.DateField(
        label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    time = forms.TimeField(
        label=_("Begins at"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    zone = forms.CharField(
        label=_("Time zone"),
        max_length=ZONE_LENGTH,
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
    )

    def given(self) -> dict[str, Any]:
        """Return what a valid form says, with its `start`."""
        given = dict(self.cleaned_data)
        given["start"] = datetime.combine(given.pop("day"), given.pop("time"))
        return given


class EventForm(StartForm):
    """Title, date, tables, places, and how often it repeats."""

    title = forms.CharField(label=_("Title"), max_length=TITLE_LENGTH)
    text = forms.CharField(
        label=_("What is it about?"),
        max_length=TEXT_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    minutes = forms.TypedChoiceField(
        label=_("Length in hours"),
        coerce=int,
        initial=180,
        help_text=_("Shown with the date and in calendars. The event may end earlier or later."),
    )
    repeats = forms.ChoiceField(label=_("Repeats"), choices=Event.Repeats.choices, required=False)
    games = forms.MultipleChoiceField(label=_("Games"), widget=forms.CheckboxSelectMultiple)
    sizes = forms.TypedMultipleChoiceField(
        label=_("Players per table"),
        coerce=int,
        initial=[2],
        widget=forms.CheckboxSelectMultiple,
    )
    clock = forms.ChoiceField(label=_("Clock"), initial="live-10")
    places = forms.IntegerField(
        label=_("Places"), min_value=PLACES[0], max_value=PLACES[-1], initial=16
    )
    rated = forms.BooleanField(label=_("Rated"), required=False)
    bots = forms.BooleanField(label=_("Bots fill tables that lack players"), required=False)
    members_only = forms.BooleanField(label=_("Only for members of the club"), required=False)
    field_order: tuple[str, ...] = ("title", "text")

    def __init__(self, *args: Any, club: object = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["time"].help_text = _("You can begin it up to two hours earlier.")
        fields["games"].choices = [(game.slug, game.name) for game in all_games()]
        fields["sizes"].choices = table_sizes()
        fields["clock"].choices = clock_choices()
        minutes = self.initial.get("minutes", 180)
        hours = dict(HOURS)
        if minutes in MINUTES and minutes not in hours:
            hours[minutes] = f"{minutes / 60:g}"
        fields["minutes"].choices = sorted(hours.items())
        if club is None:
            del fields["members_only"]

    def clean(self) -> dict[str, Any]:
        """Show at its field why an event can't begin at the typed time."""
        typed = self.cleaned_data
        if {"day", "time", "zone"} <= typed.keys():
            try:
                start_of(datetime.combine(typed["day"], typed["time"]), typed["zone"])
            except BadEvent as refusal:
                self.add_error("day" if typed["zone"] in zones() else "zone", Refused(refusal))
        return typed

    def facts(self) -> EventFacts:
        """Return what a valid form says."""
        given = self.given()
        return EventFacts(
            **{**given, "games": tuple(given["games"]), "sizes": tuple(given["sizes"])}
        )

    @classmethod
    def of(cls, event: Event) -> EventForm:
        """Return the form with what an event's page says now."""
        return cls(initial=initial_of(event), club=event.club)


def initial_for(user: User) -> dict[str, object]:
    """Return what the form of a user's new event says: today, in their time zone."""
    zone = usual_zone(user)
    return {"zone": zone, "day": time_source.now().astimezone(zone_info(zone)).date()}


def initial_of(event: Event) -> dict[str, object]:
    """Return what an event's page says, by field."""
    start = event.local_start
    names = (
        *("title", "text", "zone", "minutes", "repeats", "games", "sizes", "clock", "places"),
        *("rated", "bots", "members_only"),
    )
    return {
        **{name: getattr(event, name) for name in names},
        "day": start.date().isoformat(),
        "time": start.time(),
    }
