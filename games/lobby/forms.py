"""Forms of the games' pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.boards.words import level_name, name_words
from games.engine.contract import Game
from games.lobby.presenters.lobby import offered
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match
from games.matches.presenters.clocks import clock_words
from games.matches.services.clocks import CLOCKS, FREE, USUAL, Clock
from games.titles.contract import OptionWords
from games.titles.registry import bot_levels, title_of

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    ClockGroups = list[tuple[StrOrPromise, StrOrPromise, list[tuple[Any, StrOrPromise]]]]


def words_of(clock: Clock) -> StrOrPromise:
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


def _words_of_option(game: Game, name: str) -> OptionWords:
    """An option as its title calls it, or by its own name."""
    return title_of(game.slug).options.get(name) or OptionWords(name_words(name))


def _value_words(words: OptionWords, value: Any) -> Any:
    """A value as it stands on its button."""
    if value in words.values:
        return words.values[value]
    if type(value) is not int:
        return name_words(str(value))
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
        levels = [("", _("a person")), *((lv, level_name(lv)) for lv in bot_levels(game.slug))]
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
        words = _words_of_option(self.game, name)
        label, help_text, kind = str(words.name), str(words.help), type(values[0])
        if values == (False, True):
            return forms.BooleanField(label=label, help_text=help_text, required=False)
        return forms.TypedChoiceField(
            label=label,
            help_text=help_text,
            coerce=lambda value: kind(value),
            choices=[(v, _value_words(words, v)) for v in values],
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
        if query.get("bots") in bot_levels(game.slug):
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
                one, other = (str(_words_of_option(self.game, name).name) for name in pair)
                words = _("“{one}” and “{other}” do not go together. Choose one of them.")
                self.add_error(None, words.format(one=one, other=other))
        return cleaned

    def clocks(self) -> ClockGroups:
        """The clocks by pace: the pace's name, what it means, its radio buttons in words."""
        radios = {radio.data["value"]: radio for radio in self["clock"].subwidgets}
        groups: ClockGroups = []
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
        data = cast(QueryDict, self.data).copy()
        data["sure"] = "yes"
        self.data = data

    def wish(self) -> TableRequest:
        cleaned = self.cleaned_data
        others = range(1, cleaned["seats"])
        levels = (cleaned[f"chair_{chair}"] for chair in others)
        return TableRequest(
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
