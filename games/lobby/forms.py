"""The forms that open a table and that search for opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.boards.words import level_name, name_words
from games.engine.bots import ANY
from games.engine.contract import Game
from games.lobby.presenters.lobby import listable_options
from games.lobby.presenters.opponents import character_choices
from games.lobby.presenters.quick import USUAL_SEARCH, describe_clock
from games.lobby.services.lobby import RATED_NEEDS_CLOCK, TableRequest
from games.lobby.services.tickets import CLOCKS_TO_SEEK, TicketRequest
from games.matches.models import Match
from games.matches.refusals import AddressUnconfirmed, SeatedElsewhere
from games.matches.services.clocks import CLOCKS, FREE, USUAL
from games.titles.contract import OptionWords
from games.titles.registry import all_games, bot_levels, title_of
from refusals import Refusal
from refusals.words import refusal_text

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    ClockGroups = list[tuple[StrOrPromise, StrOrPromise, list[tuple[Any, StrOrPromise]]]]

RATING_MOST = 4000
LAST = "quick"
"""The session key of what somebody searched for last."""
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


class SeatForm(forms.Form):
    """A form by which somebody may get a seat.

    It brings the hash of a nonce that the page's script has drawn, and asks whoever sits elsewhere.
    """

    nonce_hash = forms.CharField(required=False, widget=forms.HiddenInput)
    sure = forms.BooleanField(required=False, widget=forms.HiddenInput)
    question = ""

    def refuse(self, refusal: Refusal) -> int:
        """Show the form again with a refusal, whose HTTP status is returned.

        A second seat is refused with a question: sending the form once more answers it.
        """
        if isinstance(refusal, SeatedElsewhere):
            self.question = refusal_text(refusal)
            data = cast(QueryDict, self.data).copy()
            data["sure"] = "yes"
            self.data = data
        elif isinstance(refusal, AddressUnconfirmed):
            link = (reverse("account_email"), gettext("To your e-mail address"))
            self.add_error(
                None, format_html('{} <a href="{}">{}</a>', refusal_text(refusal), *link)
            )
        else:
            self.add_error(None, refusal_text(refusal))
        return refusal.status


class TableForm(SeatForm):
    """A table that a host wants: seats, who takes them, options, public or by link."""

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
    bots_welcome = forms.BooleanField(
        label=_("Bots of others are welcome"),
        help_text=_("Programs with accounts of their own may sit down; their names end in [bot]."),
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

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        fields: dict[str, Any] = self.fields
        fields["seats"].choices = [(n, str(n)) for n in game.seats]
        fields["seats"].initial = 4 if 4 in game.seats else game.seats[0]
        levels = [("", _("a person")), *((lv, level_name(lv)) for lv in bot_levels(game.slug))]
        for chair in range(1, game.seats[-1]):
            fields[f"chair_{chair}"] = forms.ChoiceField(
                label=_("Chair {number}").format(number=chair + 1),
                choices=levels,
                required=False,
                widget=forms.RadioSelect,
                initial="",
            )
        fields["fill"] = forms.ChoiceField(choices=levels[1:], required=False)
        fields["character"] = forms.ChoiceField(
            label=_("What are the bots like?"),
            choices=character_choices(game.slug),
            required=False,
            initial=ANY,
            widget=forms.RadioSelect,
        )
        for option in listable_options(game):
            fields[f"option_{option.name}"] = self._option_field(option.name, option.values)

    def _option_field(self, name: str, values: tuple[Any, ...]) -> forms.Field:
        words = self._option_words(name)
        label, help_text, kind = str(words.name), str(words.help), type(values[0])
        if values == (False, True):
            return forms.BooleanField(label=label, help_text=help_text, required=False)
        return forms.TypedChoiceField(
            label=label,
            help_text=help_text,
            coerce=lambda value: kind(value),
            choices=[(v, _value_label(words, v)) for v in values],
            required=False,
            empty_value=values[0],
            initial=values[0],
            widget=forms.RadioSelect,
        )

    def _option_words(self, name: str) -> OptionWords:
        """The words of the title for an option; without any, its name."""
        return title_of(self.game.slug).options.get(name) or OptionWords(name_words(name))

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
        """Refuse options that exclude each other, by the names they have on the page."""
        cleaned = self.cleaned_data
        known = {option.name: option for option in self.game.options}
        for pair in self.game.exclusive:
            if all(cleaned.get(f"option_{name}") != known[name].default for name in pair):
                one, other = (str(self._option_words(name).name) for name in pair)
                words = _("“{one}” and “{other}” do not go together. Choose one of them.")
                self.add_error(None, words.format(one=one, other=other))
        if cleaned.get("rated") and cleaned.get("clock") in ("", FREE.name):
            self.add_error("clock", gettext(RATED_NEEDS_CLOCK))
        return cleaned

    def clocks(self) -> ClockGroups:
        """The clocks by pace: the pace's name, its help text, its radio buttons with labels."""
        radios = {radio.data["value"]: radio for radio in self["clock"].subwidgets}
        groups: ClockGroups = []
        for pace, title, means in CLOCK_GROUPS:
            clocks = [clock for clock in CLOCKS.values() if clock.pace == pace]
            labels = {c.name: describe_clock(c) if c.pace else _("No clock") for c in clocks}
            groups.append((title, means, [(radios[name], labels[name]) for name in labels]))
        return groups

    def chairs(self) -> list[Any]:
        return [self[name] for name in self.fields if name.startswith("chair_")]

    def options(self) -> list[Any]:
        return [self[name] for name in self.fields if name.startswith("option_")]

    def ratings(self) -> list[Any]:
        return [self["least"], self["most"]]

    def table_request(self) -> TableRequest:
        """The table of a valid form."""
        cleaned = self.cleaned_data
        chairs = range(1, cleaned["seats"])
        # One of the buttons that open the table puts bots in every chair. Nobody waits then: there
        # is no clock unless one is chosen.
        fill, clock = cleaned["fill"], cleaned["clock"] or FREE.name
        levels = (fill or cleaned[f"chair_{chair}"] for chair in chairs)
        bots = tuple(level for level in levels if level)
        return TableRequest(
            game=self.game.slug,
            seats=cleaned["seats"],
            options={o.name: cleaned[f"option_{o.name}"] for o in listable_options(self.game)},
            public=cleaned["public"],
            bots=bots,
            character=cleaned["character"] or ANY if bots else ANY,
            clock=FREE.name if fill and clock == USUAL.name else clock,
            rated=cleaned["rated"],
            bots_welcome=cleaned["bots_welcome"],
            least=cleaned["least"],
            most=cleaned["most"],
            invited=tuple(name for part in cleaned["invited"].split(",") if (name := part.strip())),
        )


def _value_label(words: OptionWords, value: Any) -> Any:
    """The label of an option's value."""
    if value in words.values:
        return words.values[value]
    if type(value) is not int:
        return name_words(str(value))
    return _("{points} points").format(points=value) if value else _("single game")


class QuickForm(SeatForm):
    """A search for opponents: which games, how many people, how fast, rated or not."""

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
    clock = forms.ChoiceField(label=_("How fast?"), widget=forms.RadioSelect, initial=USUAL_SEARCH)
    rated = forms.BooleanField(label=_("Rated"), required=False)

    def __init__(self, *args: Any, guest: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = all_games()
        seats = sorted({number for game in games for number in game.seats})
        fields: dict[str, Any] = self.fields
        fields["games"].choices = [(game.slug, game.name) for game in games]
        fields["games"].initial = [game.slug for game in games]
        fields["seats"].choices = [(number, str(number)) for number in seats]
        fields["seats"].initial = [2]
        fields["clock"].choices = [(c.name, describe_clock(c)) for c in CLOCKS_TO_SEEK.values()]
        fields["rated"].disabled = guest

    @classmethod
    def prefilled(cls, last: Any, guest: bool) -> QuickForm:
        """A fresh form with the last search, as the session stores it."""
        known = last if isinstance(last, dict) else {}
        return cls(initial={**known, "rated": known.get("rated", False) and not guest}, guest=guest)

    def live_clocks(self) -> list[Any]:
        return self._clocks(Match.Pace.LIVE)

    def slow_clocks(self) -> list[Any]:
        return self._clocks(Match.Pace.TURNS)

    def _clocks(self, pace: str) -> list[Any]:
        radios = self["clock"].subwidgets
        return [one for one in radios if CLOCKS_TO_SEEK[one.data["value"]].pace == pace]

    def ticket_request(self) -> TicketRequest:
        """The search of a valid form."""
        given = self.cleaned_data
        return TicketRequest(
            tuple(given["games"]), tuple(given["seats"]), given["clock"], given["rated"]
        )
