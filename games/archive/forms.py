"""The form with the filters of the list of finished matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.http import Visitor
from accounts.models import User
from accounts.services.people import find_people
from accounts.services.privacy import shown_to
from games.archive import hooks
from games.archive.facts import fact_choices
from games.archive.hooks import Occasion, find_occasion
from games.archive.search import Marked, MatchFilters, Opponents, Result
from games.titles.registry import all_games

ANY = gettext_lazy("Any")


@dataclass(frozen=True)
class ActiveFilter:
    """A filter in words, and the URL of the list without it."""

    words: str
    without: str


class HistoryForm(forms.Form):
    """Filters of the list of finished matches; an empty field filters nothing."""

    text = forms.CharField(
        label=gettext_lazy("A name, “took Venezia”, a word of my notes"),
        max_length=80,
        required=False,
        widget=forms.TextInput({"type": "search"}),
    )
    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    fact = forms.ChoiceField(label=gettext_lazy("What I did"), required=False)
    occasion = forms.ChoiceField(label=gettext_lazy("Part of"), required=False)
    player = forms.CharField(label=gettext_lazy("Player"), max_length=60, required=False)
    result = forms.ChoiceField(
        label=gettext_lazy("Result"), required=False, choices=[("", ANY), *Result.choices]
    )
    opponents = forms.ChoiceField(
        label=gettext_lazy("Opponents"), required=False, choices=[("", ANY), *Opponents.choices]
    )
    rated = forms.ChoiceField(
        label=gettext_lazy("Rated"),
        required=False,
        choices=[("", ANY), ("yes", gettext_lazy("rated")), ("no", gettext_lazy("unrated"))],
    )
    seats = forms.TypedChoiceField(
        label=gettext_lazy("Seats"), required=False, coerce=int, empty_value=None
    )
    since = forms.DateField(
        label=gettext_lazy("From"), required=False, widget=forms.DateInput({"type": "date"})
    )
    until = forms.DateField(
        label=gettext_lazy("Until"), required=False, widget=forms.DateInput({"type": "date"})
    )

    marked = forms.ChoiceField(
        label=gettext_lazy("Bookmarked"), required=False, choices=[("", ANY), *Marked.choices]
    )

    def __init__(self, query: Mapping[str, str], viewer: Visitor) -> None:
        super().__init__(dict(query.items()))
        self.viewer = viewer
        self.mine = viewer.is_authenticated and query.get("whose", "mine") == "mine"
        self.whose = "mine" if self.mine else "all"
        games = all_games()
        fields: dict[str, Any] = self.fields
        fields["game"].choices = [("", _("All games")), *((g.slug, g.name) for g in games)]
        game = query.get("game", "")
        fact = query.get("fact", "")
        of_game = game and (not fact or fact.startswith(f"{game}."))
        fields["fact"].choices = [("", ANY), *fact_choices(game if of_game else "")]
        self._offer_occasions(query.get("occasion", ""))
        seats = sorted({number for game in games for number in game.seats})
        fields["seats"].choices = [("", ANY), *((number, str(number)) for number in seats)]
        fields["player"].widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}
        text = fields["text"]
        text.widget.attrs |= {"placeholder": text.label, "enterkeyhint": "search"}
        if self.mine:
            fields["player"].label = _("Opponent")
        else:
            del fields["result"], fields["marked"]
            fields["opponents"].label = _("Players")
            fields["fact"].label = _("What a player did")

    def _offer_occasions(self, chosen: str) -> None:
        """Offer the occasions of the viewer's own matches, and the chosen one if it exists."""
        self._occasion: Occasion | None = find_occasion(self.viewer, chosen) if chosen else None
        offered: list[Any] = [("", ANY)]
        keys = {""}
        if self.mine and isinstance(self.viewer, User):
            for kind in hooks.kinds:
                named = [(kind.key(one), one.name) for one in kind.played(self.viewer)]
                keys.update(key for key, _name in named)
                offered += [(str(kind.name), named)] if named else []
        if self._occasion is not None and chosen not in keys:
            offered.append((chosen, self._occasion.name))
            keys.add(chosen)
        fields: dict[str, Any] = self.fields
        fields["occasion"].choices = offered
        if len(offered) == 1 and not chosen:
            del self.fields["occasion"]

    @property
    def folded(self) -> list[forms.BoundField]:
        """The fields of the part that is folded at first."""
        return [self[name] for name in self.fields if name != "text"]

    def clean_player(self) -> Any:
        name = self.cleaned_data["player"]
        if not name:
            return None
        found = find_people(name)
        if not found:
            raise forms.ValidationError(_("No player has this name."))
        if len(found) > 1:
            raise forms.ValidationError(_("Several players have this name. Use their @username."))
        if not self.mine and not shown_to(self.viewer, found[0]).matches:
            raise forms.ValidationError(
                _("{name} keeps their matches private.").format(name=found[0].name)
            )
        return found[0]

    def clean_occasion(self) -> Occasion | None:
        return self._occasion if self.cleaned_data["occasion"] else None

    def clean(self) -> dict[str, Any]:
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and until < since:
            self.add_error("until", _("This day is before the first one."))
        return self.cleaned_data

    def filters(self) -> MatchFilters:
        """Return the filters of a valid form."""
        return MatchFilters(**self.cleaned_data)

    def active(self) -> list[ActiveFilter]:
        """Return the filters that are not empty."""
        return [
            ActiveFilter(self._describe(name, value), self.link(without=name))
            for name, value in self.cleaned_data.items()
            if value not in ("", None)
        ]

    def _describe(self, name: str, value: Any) -> str:
        if isinstance(value, date):
            day = date_format(value, "DATE_FORMAT")
            return (_("from {day}") if name == "since" else _("until {day}")).format(day=day)
        if name == "text":
            return _("“{text}”").format(text=value)
        if name == "seats":
            return _("{number} seats").format(number=value)
        if name == "occasion":
            return str(value.name)
        if name == "fact":
            return str(dict(option for _game, some in fact_choices() for option in some)[value])
        if name == "player":
            return _("with {name}").format(name=value.name)
        field: Any = self.fields[name]
        return str(dict(field.choices)[value])

    def bulk_link(self) -> str:
        """Return the URL of the records of the chosen days and game."""
        chosen = {name: self.cleaned_data.get(name) for name in ("since", "until", "game")}
        query = urlencode({name: value for name, value in chosen.items() if value})
        return reverse("public_records") + (f"?{query}" if query else "")

    def link(self, *, without: str = "", **more: str) -> str:
        """Return the URL of this list with all its filters but one."""
        filters = {name: self.data.get(name, "") for name in self.fields if name != without}
        query = {"whose": self.whose, **{name: v for name, v in filters.items() if v}, **more}
        return f"?{urlencode(query)}"


class BulkForm(forms.Form):
    """The days and the game of records to download; an empty game means all.

    The default for the last day is today, and for the first one a week before.
    """

    since = forms.DateField(required=False)
    until = forms.DateField(required=False)
    game = forms.CharField(max_length=20, required=False)

    def clean(self) -> dict[str, Any]:
        wanted = self.cleaned_data
        if not self.errors:
            wanted["until"] = wanted["until"] or datetime.now(UTC).date()
            wanted["since"] = wanted["since"] or _week_before(wanted["until"])
        return wanted


def _week_before(last: date) -> date:
    """Return the first of the seven days that end with this one, or the first day there is."""
    return date.fromordinal(max(date.min.toordinal(), last.toordinal() - 6))
