"""The forms that open a table and that search for opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.labels import name_words
from core.refusals import Refusal
from core.refusals.words import refusal_text
from games.boards.words import level_name
from games.engine.bots import ANY
from games.engine.contract import Game
from games.lobby.presenters.lobby import listable_options
from games.lobby.presenters.opponents import character_choices
from games.lobby.presenters.quick import USUAL_SEARCH, describe_clock
from games.lobby.services.lobby import RATED_NEEDS_CLOCK, TableRequest
from games.lobby.services.pairing import TicketRequest
from games.lobby.services.tickets import CLOCKS_TO_SEEK
from games.matches.models import Match
from games.matches.refusals import AddressUnconfirmed, SeatedElsewhere
from games.matches.services.clocks import CLOCKS, FREE, USUAL
from games.titles.contract import OptionWords
from games.titles.registry import all_games, bot_levels, title_of

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    ClockGroups = list[tuple[StrOrPromise, StrOrPromise, list[tuple[Any, StrOrPromise]]]]

RATING_MOST = 4000
LAST = "quick"
"""The session key of the visitor's last search."""
CLOCK_GROUPS = (
    (Match.Pace.FREE, "", _("No time limit; some matches are never finished.")),
    (
        Match.Pace.LIVE,
        _("Live"),
        _(
            "Everyone stays at the table. The first time is for the whole match; each turn "
            "adds the second."
        ),
    ),
    (
        Match.Pace.TURNS,
        _("Turn by turn"),
        _("Play when it’s your turn. Unused time is kept, up to a limit."),
    ),
)


class SeatForm(forms.Form):
    """A form that leads to a seat.

    It has the hash of a nonce that the page's script draws, and asks a player who sits elsewhere.
    """

    nonce_hash = forms.CharField(required=False, widget=forms.HiddenInput)
    sure = forms.BooleanField(required=False, widget=forms.HiddenInput)
    question = ""

    def refuse(self, refusal: Refusal) -> int:
        """Show the form again with a refusal, and return its HTTP status.

        A second seat is refused with a question: sending the form again answers it.
        """
        if isinstance(refusal, SeatedElsewhere):
            self.question = refusal_text(refusal)
            data = cast(QueryDict, self.data).copy()
            data["sure"] = "yes"
            self.data = data
        elif isinstance(refusal, AddressUnconfirmed):
            link = (reverse("account_email"), gettext("Go to your email address"))
            self.add_error(
                None, format_html('{} <a href="{}">{}</a>', refusal_text(refusal), *link)
            )
        else:
            self.add_error(None, refusal_text(refusal))
        return refusal.status


class LevelRadios(forms.RadioSelect):
    """Radios or buttons of bot levels; one that is not for every table names its numbers of seats.

    The page hides it while another number is chosen (static/css/lobby.css).
    """

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Add the numbers of seats of a level to its radio."""
        option = super().create_option(name, value, *args, **kwargs)
        seats = [n for n in self.game.seats if value in bot_levels(self.game.slug, n)]
        if value and len(seats) < len(self.game.seats):
            option["at"] = option["attrs"]["data-at"] = " ".join(map(str, seats))
        return option


class TableForm(SeatForm):
    """A table that a host wants: seats, their players, options, public or by link."""

    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int, widget=forms.RadioSelect)
    public = forms.TypedChoiceField(
        label=_("Who can join"),
        coerce=lambda value: value == "yes",
        choices=[("yes", _("Everyone")), ("no", _("Only players with my link"))],
        initial="yes",
        widget=forms.RadioSelect,
    )
    clock = forms.ChoiceField(
        label=_("Clock"),
        choices=[(name, name) for name in CLOCKS],
        required=False,
        initial=USUAL.name,
        widget=forms.RadioSelect,
    )
    rated = forms.BooleanField(
        label=_("Rated"),
        help_text=_("The result counts for everyone’s rating. People only: no bots or guests."),
        required=False,
    )
    bots_welcome = forms.BooleanField(
        label=_("Other players’ bots are welcome"),
        help_text=_("Programs with their own accounts can sit down; their names end in [bot]."),
        required=False,
    )
    analysis = forms.BooleanField(
        label=_("Analysis boards"),
        help_text=_(
            "In a rated turn-by-turn match everyone may try moves on a board of their own, from"
            " what they know. Unrated turn-by-turn matches always have them, live ones never."
        ),
        required=False,
    )
    least = forms.IntegerField(
        label=_("Minimum rating"), required=False, min_value=100, max_value=RATING_MOST
    )
    most = forms.IntegerField(
        label=_("Maximum rating"), required=False, min_value=100, max_value=RATING_MOST
    )
    invited = forms.CharField(
        label=_("Invite by username"),
        help_text=_("Usernames, separated by commas. They see the table in their lobby."),
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
        for seat in range(1, game.seats[-1]):
            fields[f"seat_{seat}"] = forms.ChoiceField(
                label=_("Seat {number}").format(number=seat + 1),
                choices=levels,
                required=False,
                widget=LevelRadios(game),
                initial="",
            )
        fields["fill"] = forms.ChoiceField(
            choices=levels[1:], required=False, widget=LevelRadios(game)
        )
        fields["character"] = forms.ChoiceField(
            label=_("What kind of bots?"),
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
        if kind is bool:
            return forms.BooleanField(
                label=label, help_text=help_text, required=False, initial=values[0]
            )
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
        """Return the title's words for an option, or else its name."""
        return title_of(self.game.slug).options.get(name) or OptionWords(name_words(name))

    @classmethod
    def prefilled(cls, game: Game, query: QueryDict) -> TableForm:
        """Return a new form with the seats and bots that a link names: ?seats=3&bots=normal."""
        initial: dict[str, Any] = {}
        seats = query.get("seats", "")
        if seats in map(str, game.seats):
            initial["seats"] = int(seats)
        if query.get("bots") in bot_levels(game.slug, initial.get("seats")):
            initial |= {f"seat_{seat}": query["bots"] for seat in range(1, game.seats[-1])}
            initial["clock"] = FREE.name
        return cls(game, initial=initial)

    def clean(self) -> dict[str, Any]:
        """Refuse options that exclude each other, by the names they have on the page."""
        cleaned = self.cleaned_data
        known = {option.name: option for option in self.game.options}
        for pair in self.game.exclusive:
            if all(cleaned.get(f"option_{name}") != known[name].default for name in pair):
                one, other = (str(self._option_words(name).name) for name in pair)
                words = _("“{one}” and “{other}” don’t go together. Choose one of them.")
                self.add_error(None, words.format(one=one, other=other))
        if cleaned.get("rated") and cleaned.get("clock") in ("", FREE.name):
            self.add_error("clock", gettext(RATED_NEEDS_CLOCK))
        return cleaned

    def clocks(self) -> ClockGroups:
        """Return the clocks by pace: the pace's name, its help text, its labelled radio buttons."""
        radios = {radio.data["value"]: radio for radio in self["clock"].subwidgets}
        groups: ClockGroups = []
        for pace, title, means in CLOCK_GROUPS:
            clocks = [clock for clock in CLOCKS.values() if clock.pace == pace]
            labels = {c.name: describe_clock(c) if c.pace else _("No clock") for c in clocks}
            groups.append((title, means, [(radios[name], labels[name]) for name in labels]))
        return groups

    def other_seats(self) -> list[Any]:
        return [self[name] for name in self.fields if name.startswith("seat_")]

    def options(self) -> list[Any]:
        return [self[name] for name in self.fields if name.startswith("option_")]

    def ratings(self) -> list[Any]:
        return [self["least"], self["most"]]

    def table_request(self) -> TableRequest:
        """Return the table of a valid form."""
        cleaned = self.cleaned_data
        others = range(1, cleaned["seats"])
        # One of the buttons puts a bot on every other seat. Then no opponent has to wait, so there
        # is no clock unless the player chooses one.
        fill, clock = cleaned["fill"], cleaned["clock"] or FREE.name
        levels = (fill or cleaned[f"seat_{seat}"] for seat in others)
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
            analysis=cleaned["analysis"],
            least=cleaned["least"],
            most=cleaned["most"],
            invited=tuple(name for part in cleaned["invited"].split(",") if (name := part.strip())),
        )


def _value_label(words: OptionWords, value: Any) -> Any:
    """Return the label of an option's value."""
    if value in words.values:
        return words.values[value]
    if type(value) is not int:
        return name_words(str(value))
    return _("{points} points").format(points=value) if value else _("single game")


class QuickForm(SeatForm):
    """A search for opponents: games, numbers of players, clock, rated or not."""

    games = forms.MultipleChoiceField(
        label=_("Games"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one game.")},
    )
    seats = forms.TypedMultipleChoiceField(
        label=_("How many players?"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one number of players.")},
    )
    clock = forms.ChoiceField(label=_("Clock"), widget=forms.RadioSelect, initial=USUAL_SEARCH)
    rated = forms.BooleanField(
        label=_("Rated"), help_text=_("The result counts for everyone’s rating."), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = all_games()
        seats = sorted({number for game in games for number in game.seats})
        fields: dict[str, Any] = self.fields
        fields["games"].choices = [(game.slug, game.name) for game in games]
        fields["games"].initial = [game.slug for game in games]
        fields["seats"].choices = [(number, str(number)) for number in seats]
        fields["seats"].initial = [2]
        fields["clock"].choices = [(c.name, describe_clock(c)) for c in CLOCKS_TO_SEEK.values()]

    @classmethod
    def prefilled(cls, last: Any) -> QuickForm:
        """Return a new form with the last search, as the session stores it."""
        return cls(initial=last if isinstance(last, dict) else {})

    def live_clocks(self) -> list[Any]:
        return self._clocks(Match.Pace.LIVE)

    def slow_clocks(self) -> list[Any]:
        return self._clocks(Match.Pace.TURNS)

    def _clocks(self, pace: str) -> list[Any]:
        radios = self["clock"].subwidgets
        return [one for one in radios if CLOCKS_TO_SEEK[one.data["value"]].pace == pace]

    def ticket_request(self) -> TicketRequest:
        """Return the search of a valid form."""
        given = self.cleaned_data
        return TicketRequest(
            tuple(given["games"]), tuple(given["seats"]), given["clock"], given["rated"]
        )
