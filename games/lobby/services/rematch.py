"""Once more, the seats turned by one: offered and joined with one click each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.permissions import may_play_rated, may_sit_down
from accounts.services.blocks import apart_among
from games.lobby.services import invitations, lobby
from games.lobby.services.lobby import TableRequest
from games.matches.access import seated_access
from games.matches.models import Match, Player
from games.matches.refusals import NotAllowed, NotRunning
from games.matches.services.clocks import CLOCKS, FREE

if TYPE_CHECKING:
    from accounts.http import Visitor
    from accounts.models import User


def offer(user: Visitor, match_id: str, nonce: str = "") -> Match:
    """Offer a rematch of a finished match, or join the one that is offered; NotAllowed.

    A chair of the new table is a seat of the old one. Bots sit down again at once.
    """
    with transaction.atomic():
        access = seated_access(user, match_id)
        former, person = access.match, access.user
        assert person is not None
        if former.status != Match.Status.FINISHED:
            raise NotRunning(_("A rematch can be offered once the match is over."))
        offered = offered_for(former)
        if offered is None:
            _require_all(former, access.players)
            return _lay(person, former, access.players, nonce)
        seated = offered.players.filter(user=person).exists()
        if seated or offered.status != Match.Status.OPEN:
            return offered
        return lobby.join(user, offered.id, sure=True, nonce=nonce)


def offered_for(former: Match) -> Match | None:
    """The rematch of a match that is open, or was played."""
    return former.rematches.exclude(status=Match.Status.CLOSED).order_by("-opened_at").first()


def _lay(user: User, former: Match, players: list[Player], nonce: str) -> Match:
    wish = TableRequest(
        game=former.game,
        seats=former.seats,
        options=former.options,
        public=former.public,
        rated=former.rated,
        clock=_clock_of(former),
    )
    match = lobby.lay(wish, host=user, former=former)
    for player in players:
        if player.user_id == user.pk:
            lobby.sit_down(match, user, nonce, player.seat)
        elif player.user is not None:
            invitations.ask(match, player.user)
        elif player.bot:
            lobby.seat_bot(match, player.bot, player.seat)
    lobby.start_if_full(match)
    lobby.notify_former_match(match)
    return match


def _require_all(former: Match, players: list[Player]) -> None:
    """That all of them may play, and meet, once more."""
    people = [player.user for player in players if player.user is not None]
    allowed = may_play_rated if former.rated else may_sit_down
    kept_apart = apart_among([person.pk for person in people])
    if kept_apart or not all(allowed(person) for person in people):
        raise NotAllowed(_("There can be no rematch with the same people."))


def _clock_of(match: Match) -> str:
    """The clock a match was opened with, by its name."""
    times = (match.pace, match.bank, match.increment, match.cap)
    for clock in CLOCKS.values():
        if (clock.pace, clock.bank, clock.increment, clock.cap) == times:
            return clock.name
    return FREE.name
