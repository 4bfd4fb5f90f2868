"""The card of somebody at a table: who they are, and what a visitor can do about them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.permissions import may_follow_people
from accounts.services.blocks import has_blocked
from accounts.services.follows import Relation, relations
from accounts.services.privacy import Shown, shown_to
from games.archive.presenters import visible_chairs
from games.boards.words import signed
from games.ladders.models import Rating
from games.ladders.services.stakes import stakes_of
from games.matches.access import Access
from games.matches.models import Match
from games.matches.refusals import NoSuchPlayer
from games.profiles.presenters.reliability import Reliability, reliability_of
from games.rating import PROVISIONAL, START, size_of


@dataclass(frozen=True)
class PlayerCard:
    """Somebody at a seat, for a visitor of the match: each part is read when it is shown."""

    match: Match
    seat: int
    person: User
    viewer: Any
    gain: str = ""
    """What the first place would do to their rating, and the last one; empty where nothing is."""
    loss: str = ""

    @property
    def own(self) -> bool:
        return bool(self.viewer.pk == self.person.pk)

    @property
    def duel(self) -> bool:
        return self.match.seats == 2

    @property
    def table(self) -> str:
        """Where forms on the card lead without htmx."""
        return self.match.get_absolute_url()

    @property
    def report(self) -> str:
        return reverse("report_player", args=[self.match.id, self.seat])

    @cached_property
    def shown(self) -> Shown:
        return shown_to(self.viewer, self.person)

    @cached_property
    def rating(self) -> Rating | None:
        """Their rating at tables of this size, as everybody sees it on the ladder."""
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
        return self.rating is None or self.rating.career < PROVISIONAL

    @cached_property
    def matches(self) -> int | None:
        """How many matches of this game they finished, as their page says it; None if hidden."""
        if not self.shown.matches:
            return None
        return int(visible_chairs(self.person, self.viewer).filter(game=self.match.game).count())

    @cached_property
    def reliability(self) -> Reliability | None:
        return reliability_of(self.person) if self.shown.reliability else None

    @cached_property
    def blocked(self) -> bool:
        return self.signed_in and has_blocked(self.viewer, self.person)

    @cached_property
    def relation(self) -> Relation:
        return relations(self.viewer, [self.person.pk])[self.person.pk]

    @property
    def signed_in(self) -> bool:
        return bool(self.viewer.is_authenticated)

    @property
    def may_follow(self) -> bool:
        """Whether following is offered: between lasting accounts, where nobody is blocked."""
        offered = self.signed_in and not self.own and not self.person.is_guest
        return offered and not self.blocked and bool(may_follow_people(self.viewer))


def card_at(access: Access, seat: int, viewer: Any) -> PlayerCard:
    """The card of whoever sits there; NoSuchPlayer for a bot, and for an account that is gone."""
    match = access.match
    user_id = next((player.user_id for player in access.players if player.seat == seat), None)
    person = None if user_id is None else User.objects.filter(pk=user_id).first()
    if person is None or not person.is_active:
        raise NoSuchPlayer(_("Nobody with an account sits there any more."))
    running = match.status == Match.Status.RUNNING
    stake = stakes_of(match, access.players).get(seat) if running else None
    gain, loss = ("", "") if stake is None else (signed(stake.gain), signed(stake.loss))
    return PlayerCard(match, seat, person, viewer, gain, loss)
