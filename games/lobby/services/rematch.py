"""Rematches with the seats turned by one: offered and joined with one click each."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import User
from accounts.permissions import may_be_met, may_play_rated, may_sit_down
from accounts.refusals import require
from accounts.services.blocks import apart_among
from games.lobby.models import Challenge
from games.lobby.services import admission, dealing, limits, lobby
from games.lobby.services.lobby import TableRequest
from games.matches import hooks
from games.matches.access import seated_access
from games.matches.models import Match, MatchSecret, Player
from games.matches.refusals import NotAllowed, NotOver
from games.matches.services.clocks import clock_of

OFFERED_EACH = 10
"""How often a player may offer a rematch of the same match: each time the others are notified."""


@transaction.atomic
def offer(user: Visitor, match_id: str, nonce_hash: str = "") -> Match:
    """Offer a rematch of a finished match, or join the one that is offered.

    Players sit down in the order of their former seats. Bots do so at once.

    Raises:
        NotOver: the match is not over.
        NotAllowed: one of the players is gone, may not play, or has blocked another, the match is
            part of a tournament, or the user offered its rematch too often.
        TooMany: the user opened too many tables lately.
    """
    access = seated_access(user, match_id)
    former, person = access.match, access.user
    assert person is not None
    if former.status != Match.Status.FINISHED:
        raise NotOver(_("You can offer a rematch once the match is over."))
    home = hooks.home_of(access)
    if home is not None and not home.rematches:
        raise NotAllowed(_("This match belongs to a tournament, which goes on without rematches."))
    offered = offered_for(former)
    if offered is None:
        require(may_play_rated(person) if former.rated else may_sit_down(person))
        _require_allowed(former, access.players)
        return _create(person, former, access.players, nonce_hash)
    seated = offered.players.filter(user=person).exists()
    if seated or offered.status != Match.Status.OPEN:
        return offered
    return lobby.join(user, offered.id, sure=True, nonce_hash=nonce_hash)


def offered_for(former: Match) -> Match | None:
    """Return the rematch of a match that is open, or was played, or None."""
    return former.rematches.exclude(status=Match.Status.CLOSED).order_by("-opened_at").first()


def is_without_player(players: Sequence[Player]) -> bool:
    """Return whether one of the players deleted the account or is banned.

    A bot that took over the seat of such a player is not the former opponent.
    """
    return any(
        not player.bot or player.left_at is not None
        if player.user is None
        else not may_be_met(player.user)
        for player in players
    )


def is_first_side(match: Match) -> bool:
    """Return whether a rematch of this match gets its cards, with the seats swapped."""
    return match.sealed and Challenge.objects.filter(match=match, both_sides=True).exists()


def _create(user: User, former: Match, players: Sequence[Player], nonce_hash: str) -> Match:
    request = TableRequest(
        game=former.game,
        seats=former.seats,
        options=former.options,
        public=former.public,
        rated=former.rated,
        clock=clock_of(former),
        same_deal=is_first_side(former),
    )
    limits.require_may_open(user)
    if former.rematches.filter(host=user).count() >= OFFERED_EACH:
        raise NotAllowed(_("You have offered this rematch often enough. Challenge them instead."))
    again = MatchSecret.objects.get(match=former).secrets if request.same_deal else []
    match = lobby.create_table(
        request, host=user, former=former, committed_secrets=[bytes.fromhex(one) for one in again]
    )
    for player in players:
        if player.user_id == user.pk:
            lobby.sit_down(match, user, nonce_hash, player.seat)
        elif player.user is not None:
            admission.add_invitation(match, player.user)
        elif player.bot:
            lobby.seat_bot(match, player.bot, player.seat, character=player.character)
    dealing.start_if_full(match)
    return match


def _require_allowed(former: Match, players: Sequence[Player]) -> None:
    """Raise NotAllowed unless all are there and may play, and no two have blocked each other."""
    people = [player.user for player in players if player.user is not None]
    allowed = may_play_rated if former.rated else may_sit_down
    blocked = apart_among([person.pk for person in people])
    are_there = not is_without_player(players) and all(allowed(person) for person in people)
    if blocked or not are_there:
        raise NotAllowed(_("A rematch with the same players isn’t possible."))
