"""The form of a challenge: the table form, with players in place of seats."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.services.guests import name_in_words
from accounts.services.people import active_users_named
from games.boards.words import level_name
from games.engine.contract import Game
from games.lobby.forms import LevelRadios, TableForm
from games.lobby.models import Challenge
from games.lobby.presenters.lobby import listable_options
from games.lobby.services.challenges import Terms
from games.lobby.services.lobby import TableRequest
from games.matches.models import Match, Player
from games.matches.services.clocks import FREE, clock_of
from games.titles.registry import bot_levels, title_of

LONGEST = 1000
"""The length up to which the names of a form that is not valid yet are read."""


class ChallengeForm(TableForm):
    """The players to challenge, the game's terms, and the bots that replace players who decline."""

    order = forms.ChoiceField(
        label=_("Who sits first?"),
        choices=Challenge.Order.choices,
        initial=Challenge.Order.LOT,
        widget=forms.RadioSelect,
    )

    def __init__(self, game: Game, *args: Any, **kwargs: Any) -> None:
        super().__init__(game, *args, **kwargs)
        for name in [one for one in self.fields if one.startswith("seat_")]:
            del self.fields[name]
        for name in ("least", "most", "character"):
            del self.fields[name]
        fields: dict[str, Any] = self.fields
        fields["seats"].initial = game.seats[0]
        fields["public"].label = _("Who may watch?")
        fields["public"].choices = [("yes", _("Everyone")), ("no", _("Only the players"))]
        levels = [(level, level_name(level)) for level in bot_levels(game.slug)]
        fields["fill"] = forms.ChoiceField(
            label=_("Who takes seats that stay free?"),
            choices=[("", _("no one: then there is no match")), *levels],
            required=False,
            initial="",
            widget=LevelRadios(game),
        )
        if may_swap_sides(game):
            fields["both_sides"] = forms.BooleanField(
                label=_("Both sides"),
                help_text=_(
                    "You play the same cards twice, and swap seats in between. In the second match "
                    "you both know some of the cards, so it’s unrated, and no one watches until "
                    "it’s over."
                ),
                required=False,
            )
        fields["invited"].label = _("Who do you want to challenge?")
        fields["invited"].help_text = _("Usernames, separated by commas.")
        fields["invited"].required = True
        fields["invited"].error_messages["required"] = _("Name at least one player to challenge.")

    @classmethod
    def prefilled(cls, game: Game, query: QueryDict) -> ChallengeForm:
        """Return a new form for the players that a link names: ?to=anna&to=berta."""
        names = [name for name in query.getlist("to") if name][: game.seats[-1] - 1]
        enough = [seats for seats in game.seats if seats > len(names)]
        initial: dict[str, Any] = {"invited": ", ".join(names), "seats": enough[0]}
        return cls(game, initial=initial)

    @classmethod
    def like(cls, game: Game, match: Match, people: list[str]) -> ChallengeForm:
        """Return a new form with the terms of a match, to challenge these players."""
        terms = Challenge.objects.filter(match=match).first()
        initial: dict[str, Any] = {
            "invited": ", ".join(people),
            "seats": match.seats if match.seats in game.seats else game.seats[0],
            "clock": clock_of(match),
            "rated": match.rated,
            "public": "yes" if match.public or (terms and terms.watched) else "no",
            "fill": _bots_of(match) if terms is None else terms.fill,
            "both_sides": terms is not None and terms.both_sides,
            "order": Challenge.Order.LOT
            if terms is None
            else MIRRORED[Challenge.Order(terms.order)],
        }
        for option in listable_options(game):
            if option.name in match.options:
                initial[f"option_{option.name}"] = match.options[option.name]
        return cls(game, initial=initial)

    @property
    def may_fill(self) -> bool:
        """Whether bots can ever sit down: at two seats the player who accepts takes the last."""
        return self.game.seats[-1] > 2 and bool(bot_levels(self.game.slug))

    def invited_people(self) -> dict[int, str]:
        """Return the names of the accounts that are named so far, by their ids."""
        named = str(self["invited"].value() or "")[:LONGEST].split(",")
        usernames = [name.strip().removeprefix("@") for name in named[: self.game.seats[-1]]]
        return {user.pk: name_in_words(user.name) for user in active_users_named(usernames)}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("rated") and cleaned.get("fill"):
            words = gettext("Bots can’t play at rated tables. Remove them, or play unrated.")
            self.add_error("fill", words)
        if cleaned.get("both_sides") and cleaned.get("rated"):
            self.add_error("both_sides", gettext("“Both sides” is unrated. Choose one of them."))
        if cleaned.get("both_sides") and cleaned.get("seats") != 2:
            self.add_error("both_sides", gettext("“Both sides” is for two players."))
        return cleaned

    def table_request(self) -> TableRequest:
        """Return the table of a valid form."""
        cleaned = self.cleaned_data
        return TableRequest(
            game=self.game.slug,
            seats=cleaned["seats"],
            options={o.name: cleaned[f"option_{o.name}"] for o in listable_options(self.game)},
            clock=cleaned["clock"] or FREE.name,
            rated=cleaned["rated"],
            invited=tuple(name for part in cleaned["invited"].split(",") if (name := part.strip())),
        )

    def terms(self, instead_of: str = "") -> Terms:
        """Return the terms of a valid form besides the table."""
        cleaned = self.cleaned_data
        return Terms(
            cleaned["fill"],
            cleaned["order"],
            cleaned["public"],
            instead_of,
            both_sides=cleaned.get("both_sides", False),
        )


def may_swap_sides(game: Game) -> bool:
    """Return whether two players can play the same cards of this game with swapped seats."""
    return 2 in game.seats and title_of(game.slug).same_deal is not None


MIRRORED = {
    Challenge.Order.LOT: Challenge.Order.LOT,
    Challenge.Order.FIRST: Challenge.Order.LAST,
    Challenge.Order.LAST: Challenge.Order.FIRST,
}
"""The same order as seen by the player who answers."""


def _bots_of(match: Match) -> str:
    """Return the level of a match's bots, or ""."""
    bots = Player.objects.filter(match=match).exclude(bot="").values_list("bot", flat=True)
    return bots.first() or ""
