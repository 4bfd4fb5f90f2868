"""The card of a player at a table, with what a visitor can do about that player."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import User
from accounts.permissions import may_be_met, may_follow_people
from accounts.services.blocks import has_blocked
from accounts.services.follows import Relation, relations
from accounts.services.privacy import Shown, shown_to
from games.archive.presenters import visible_seats
from games.boards.words import level_description, signed
from games.engine.bots import ANY
from games.ladders.models import Rating
from games.ladders.services.rating_preview import rating_previews_of
from games.matches.models import Match, Player
from games.matches.refusals import NoSuchPlayer
from games.matches.viewing import Access
from games.profiles.presenters.reliability import Reliability, reliability_of
from games.rating import START, size_of
from games.titles.contract import CharacterWords
from games.titles.registry import character_words


@dataclass(frozen=True)
class PlayerCard:
    """A player at a seat, for a visitor of the match; each part is read when it is shown."""

    match: Match
    seat: int
    person: User
    viewer: Visitor
    gain: str = ""
    """The rating change for the first place, and for the last one; empty without any."""
    loss: str = ""

    @property
    def own(self) -> bool:
        return bool(self.viewer.pk == self.person.pk)

    @property
    def duel(self) -> bool:
        return self.match.seats == 2

    @property
    def table(self) -> str:
        """The page to which forms on the card return without htmx."""
        return self.match.get_absolute_url()

    @property
    def report(self) -> str:
        return reverse("report_player", args=[self.match.id, self.seat])

    @cached_property
    def shown(self) -> Shown:
        return shown_to(self.viewer, self.person)

    @cached_property
    def rating(self) -> Rating | None:
        """The player's rating at tables of this size, which is public on the ladder."""
        people = Rating.objects.filter(
            ladder__game=self.match.game, ladder__bots=self.person.is_bot
        )
        own = people.filter(ladder__size=size_of(self.match.seats), user=self.person)
        return own.filter(matches__gt=0).first()

    @property
    def value(self) -> int:
        return START if self.rating is None else self.rating.value

    @property
    def provisional(self) -> bool:
        return self.rating is None or self.rating.provisional

    @cached_property
    def matches(self) -> int | None:
        """The number of the player's matches of this game as on their page; None if hidden."""
        if not self.shown.matches:
            return None
        return int(visible_seats(self.person, self.viewer).filter(game=self.match.game).count())

    @cached_property
    def reliability(self) -> Reliability | None:
        return reliability_of(self.person) if self.shown.reliability else None

    @cached_property
    def blocked(self) -> bool:
        return self.viewer.is_authenticated and has_blocked(self.viewer, self.person)

    @cached_property
    def relation(self) -> Relation:
        return relations(self.viewer, [self.person.pk])[self.person.pk]

    @property
    def signed_in(self) -> bool:
        return bool(self.viewer.is_authenticated)

    @property
    def may_follow(self) -> bool:
        """Whether following or its end is offered: between permanent accounts without a block."""
        offered = self.signed_in and not self.own and not self.person.is_guest
        if not offered or self.blocked or not may_follow_people(self.viewer):
            return False
        return self.relation.follows or bool(may_be_met(self.person))


@dataclass(frozen=True)
class BotCard:
    """A bot at a seat: its level, and its character unless that was left to chance."""

    player: Player

    @property
    def seat(self) -> int | None:
        return self.player.seat

    @property
    def level(self) -> str:
        return level_description(self.player.bot)

    @property
    def character(self) -> CharacterWords | None:
        named = self.player.named_character
        return character_words(self.player.match.game, named) if named else None

    @property
    def is_secret(self) -> bool:
        """Whether it has a character that was drawn, which the bot keeps secret."""
        return self.player.character == ANY


def bot_card_at(access: Access, seat: int) -> BotCard | None:
    """Return the card of the bot at this seat; None if no bot sits there."""
    at = (player for player in access.players if player.seat == seat and player.bot)
    return next((BotCard(player) for player in at), None)


def card_at(access: Access, seat: int, viewer: Visitor) -> PlayerCard:
    """Return the card of the player at this seat.

    Raises:
        NoSuchPlayer: No player sits there, or the account is closed.
    """
    match = access.match
    user_id = next((player.user_id for player in access.players if player.seat == seat), None)
    person = None if user_id is None else User.objects.filter(pk=user_id).first()
    if person is None or not person.is_active:
        raise NoSuchPlayer(_("This player no longer has an account."))
    running = match.status == Match.Status.RUNNING
    preview = rating_previews_of(match, access.players).get(seat) if running else None
    gain, loss = ("", "") if preview is None else (signed(preview.gain), signed(preview.loss))
    return PlayerCard(match, seat, person, viewer, gain, loss)
