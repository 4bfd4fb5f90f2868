"""Forms of the games' pages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games import bots
from games.engine.contract import Game
from games.models import Match
from games.presenters.clocks import clock_words
from games.presenters.lobby import OPTION_HELP, OPTION_NAMES, OPTION_VALUES, offered
from games.presenters.words import LEVEL_NAMES
from games.services.clocks import CLOCKS, FREE, USUAL, Clock
from games.services.lobby import Wish


def words_of(clock: Clock) -> str:
    """A clock to choose, in words."""
    return clock_words(clock.bank, clock.increment, clock.cap) if clock.pace else _("No clock")


def _points(points: int) -> str:
    return _("{points} points").format(points=points)


RATING_MOST = 4000
CLOCK_GROUPS = (
    (Match.Pace.FREE, "", _("Nobody has to hurry; some matches never come to their end.")),
    (
        Match.Pace.LIVE,
        _("Live"),
        _("You sit together. The first time is for the whole match; each turn adds the second."),
    ),
    (
        Match.Pace.TURNS,
        _("Turn by turn"),
        _("You look in when it is your turn. Unused time is kept, up to a limit."),
    ),
)


def _value_words(option: str, value: Any) -> Any:
    """A value as it stands on its button."""
    if option in OPTION_VALUES:
        return OPTION_VALUES[option][value]
    return _points(value) if value else _("single game")


class TableForm(forms.Form):
    """What table a host wants: seats, who takes them, options, public or by link."""

    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int, widget=forms.RadioSelect)
    public = forms.TypedChoiceField(
        label=_("Who may come"),
        coerce=lambda value: value == "yes",
        choices=[("yes", _("Everyone")), ("no", _("Only with my link"))],
        initial="yes",
        widget=forms.RadioSelect,
    )
    clock = forms.ChoiceField(
        label=_("How long everybody may think"),
        choices=[(name, name) for name in CLOCKS],
        required=False,
        initial=USUAL.name,
        widget=forms.RadioSelect,
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        help_text=_("The result counts for everybody’s rating. People only: no bots, no guests."),
        required=False,
    )
    least = forms.IntegerField(
        label=_("Rated at least"), required=False, min_value=100, max_value=RATING_MOST
    )
    most = forms.IntegerField(
        label=_("Rated at most"), required=False, min_value=100, max_value=RATING_MOST
    )
    invited = forms.CharField(
        label=_("Invite by name"),
        help_text=_("Usernames, with commas between them. They see the table in their lobby."),
        required=False,
        max_length=300,
    )
    nonce = forms.CharField(required=False, widget=forms.HiddenInput)
    sure = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.question = ""
        seats = self.fields["seats"]
        assert isinstance(seats, forms.TypedChoiceField)
        seats.choices = [(n, str(n)) for n in game.seats]
        seats.initial = 4 if 4 in game.seats else game.seats[0]
        levels = [("", _("a person")), *((lv, LEVEL_NAMES[lv]) for lv in bots.levels(game.slug))]
        for chair in range(1, game.seats[-1]):
            self.fields[f"chair_{chair}"] = forms.ChoiceField(
                label=_("Chair {number}").format(number=chair + 1),
                choices=levels,
                required=False,
                widget=forms.RadioSelect,
                initial="",
            )
        for option in offered(game):
            self.fields[f"option_{option.name}"] = self._option_field(option.name, option.values)

    def _option_field(self, name: str, values: tuple[Any, ...]) -> forms.Field:
        label, help_text = OPTION_NAMES[name], OPTION_HELP[name]
        if values == (False, True):
            return forms.BooleanField(label=label, help_text=help_text, required=False)
        return forms.TypedChoiceField(
            label=label,
            help_text=help_text,
            coerce=type(values[0]),
            choices=[(v, _value_words(name, v)) for v in values],
            required=False,
            empty_value=values[0],
            initial=values[0],
            widget=forms.RadioSelect,
        )

    @classmethod
    def prefilled(cls, game: Game, query: QueryDict) -> TableForm:
        """A fresh form with the seats and bots that a link asks for: ?seats=3&bots=normal."""
        initial: dict[str, Any] = {}
        seats = query.get("seats", "")
        if seats.isdecimal() and int(seats) in game.seats:
            initial["seats"] = int(seats)
        if query.get("bots") in bots.levels(game.slug):
            chairs = range(1, game.seats[-1])
            initial |= {f"chair_{chair}": query["bots"] for chair in chairs}
            initial["clock"] = FREE.name
        return cls(game, initial=initial)

    def clean(self) -> dict[str, Any]:
        """Options that do not go together are told by the names they have on the page."""
        cleaned = self.cleaned_data
        known = {option.name: option for option in self.game.options}
        for pair in self.game.exclusive:
            if all(cleaned.get(f"option_{name}") != known[name].default for name in pair):
                one, other = (str(OPTION_NAMES[name]) for name in pair)
                words = _("“{one}” and “{other}” do not go together. Choose one of them.")
                self.add_error(None, words.format(one=one, other=other))
        return cleaned

    def clocks(self) -> list[tuple[str, str, list[tuple[Any, str]]]]:
        """The clocks by pace: the pace's name, what it means, its radio buttons in words."""
        radios = {radio.data["value"]: radio for radio in self["clock"].subwidgets}
        groups = []
        for pace, title, means in CLOCK_GROUPS:
            clocks = [clock for clock in CLOCKS.values() if clock.pace == pace]
            groups.append((title, means, [(radios[c.name], words_of(c)) for c in clocks]))
        return groups

    def chairs(self) -> list[Any]:
        return [self[name] for name in self.fields if name.startswith("chair_")]

    def options(self) -> list[Any]:
        return [self[name] for name in self.fields if name.startswith("option_")]

    def ratings(self) -> list[Any]:
        return [self["least"], self["most"]]

    def ask_if_sure(self, question: str) -> None:
        """Show the form again with a question; sending it once more is the answer."""
        self.question = question
        self.data = self.data.copy()
        self.data["sure"] = "yes"

    def wish(self) -> Wish:
        cleaned = self.cleaned_data
        others = range(1, cleaned["seats"])
        levels = (cleaned[f"chair_{chair}"] for chair in others)
        return Wish(
            game=self.game.slug,
            seats=cleaned["seats"],
            options={o.name: cleaned[f"option_{o.name}"] for o in offered(self.game)},
            public=cleaned["public"],
            bots=tuple(level for level in levels if level),
            clock=cleaned["clock"] or FREE.name,
            rated=cleaned["rated"],
            least=cleaned["least"],
            most=cleaned["most"],
            invited=tuple(name for part in cleaned["invited"].split(",") if (name := part.strip())),
        )


class VacationForm(forms.Form):
    """From which day to which day somebody is away."""

    first = forms.DateField(label=_("First day"), widget=forms.DateInput({"type": "date"}))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput({"type": "date"}))
