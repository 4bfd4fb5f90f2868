"""The forms of what a club's page says, and of the result of a real table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.forms import own_name
from accounts.shields import PARTS, Shield
from games.clubs.models import ABOUT_LENGTH, NAME_LENGTH, Club, TableResult
from games.clubs.services.founding import ClubFacts
from games.clubs.services.table_results import MOST_POINTS, SeatFacts, TableFacts
from games.titles.registry import all_games


class ClubForm(forms.Form):
    """Name, text, language, who sees it, how users join, and the shield."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)
    about = forms.CharField(
        label=_("What is the club about?"),
        max_length=ABOUT_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    language = forms.ChoiceField(label=_("Language"), required=False)
    public = forms.TypedChoiceField(
        label=_("Who sees the club?"),
        choices=[("yes", _("Everyone")), ("no", _("Members, and those who have its link"))],
        coerce=lambda value: value == "yes",
        initial="yes",
        widget=forms.RadioSelect,
    )
    joining = forms.ChoiceField(
        label=_("How do players join?"),
        choices=Club.Joining.choices,
        initial=Club.Joining.OPEN,
        widget=forms.RadioSelect,
    )
    division = forms.ChoiceField(choices=PARTS["division"][1], required=False)
    charge = forms.ChoiceField(choices=PARTS["charge"][1], required=False)
    tincture = forms.ChoiceField(choices=PARTS["tincture"][1], required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        names = ((code, own_name(code)) for code, _name in settings.LANGUAGES)
        fields["language"].choices = [("", _("several")), *names]

    def facts(self) -> ClubFacts:
        """Return what a valid form says."""
        given = self.cleaned_data
        parts = [given["division"], given["charge"], given["tincture"]]
        return ClubFacts(
            name=given["name"],
            about=given["about"],
            language=given["language"],
            joining=given["joining"],
            public=given["public"],
            shield=Shield(*parts).dump() if all(parts) else "",
        )

    @classmethod
    def of(cls, club: Club) -> ClubForm:
        """Return the form with what a club's page says now."""
        return cls(
            initial={
                "name": club.name,
                "about": club.about,
                "language": club.language,
                "public": "yes" if club.public else "no",
                "joining": club.joining,
                **club.shield._asdict(),
            }
        )


class TableForm(forms.Form):
    """The game, the date, and a row for each player: who it was, the place, the score."""

    game = forms.ChoiceField(label=_("Game"))
    played_on = forms.DateField(
        label=_("Played on"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = all_games()
        fields: dict[str, Any] = self.fields
        fields["game"].choices = [(game.slug, game.name) for game in games]
        self.count = max(max(game.seats) for game in games)
        box = {"class": "input"}
        text = {**box, "list": "club-members", "autocomplete": "off"}
        for n in range(self.count):
            fields[f"player_{n}"] = forms.CharField(
                max_length=NAME_LENGTH + 1, required=False, widget=forms.TextInput(attrs=text)
            )
            fields[f"place_{n}"] = forms.IntegerField(
                min_value=1,
                max_value=self.count,
                required=False,
                widget=forms.NumberInput(attrs=box),
            )
            fields[f"score_{n}"] = forms.IntegerField(
                min_value=-MOST_POINTS,
                max_value=MOST_POINTS,
                required=False,
                widget=forms.NumberInput(attrs=box),
            )

    def rows(self) -> list[tuple[int, list[forms.BoundField]]]:
        """Return the fields of each player, with a number to show."""
        names = ("player", "place", "score")
        return [(n + 1, [self[f"{name}_{n}"] for name in names]) for n in range(self.count)]

    def facts(self) -> TableFacts:
        """Return what a valid form says; rows without a player count only if they have more."""
        given = self.cleaned_data
        seats = []
        for n in range(self.count):
            who, place, score = (given[f"{name}_{n}"] for name in ("player", "place", "score"))
            if not who and place is None and score is None:
                continue
            typed = {"username": who[1:]} if who.startswith("@") else {"name": who}
            seats.append(SeatFacts(**typed, place=place, score=score))
        return TableFacts(given["game"], given["played_on"], seats)

    @classmethod
    def of(cls, result: TableResult) -> TableForm:
        """Return the form with what a result says now."""
        initial: dict[str, object] = {"game": result.game, "played_on": result.played_on}
        for n, seat in enumerate(result.seats.select_related("user")):
            who = seat.name if seat.user is None else f"@{seat.user.username}"
            initial |= {f"player_{n}": who, f"place_{n}": seat.place, f"score_{n}": seat.score}
        return cls(initial=initial)
