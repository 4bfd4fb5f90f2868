"""How a match ends: by the rules, called off, or because somebody leaves it for good."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from fastpath.statements import update
from games.engine.verify import with_leavers
from games.matches import announce
from games.matches.access import Access
from games.matches.models import Event, Match, Player
from games.matches.services import arrivals, clocks
from games.matches.services.event_store import MatchState, digest_of, left_seats, match_state
from games.matches.services.store import LISTED_FIELDS, enter_lists, next_event, store
from games.matches.services.turns import QUESTION_FIELDS, announce_turns
from games.matches.signals import match_finished

SUBSTITUTE = "normal"


def finish(access: Access, state: MatchState, at: datetime) -> None:
    """End a match with the rules' outcome; those who left are placed behind all others."""
    match, players = access.match, access.players
    left = left_seats(players)
    outcome = state.position.outcome()
    if outcome is None or left:
        outcome = with_leavers(outcome, match.seats, left)
    for player in players:
        assert player.seat is not None
        player.place = outcome.places[player.seat]
        player.score = outcome.scores[player.seat]
    match.outcome = outcome.dump()
    close(access, Match.Status.FINISHED, state, at)
    match_finished.send(Match, match=match, players=players)
    enter_lists(match, players)
    Player.objects.bulk_update(players, LISTED_FIELDS)


def close(access: Access, status: str, state: MatchState, at: datetime) -> None:
    """Withdraw all questions and stop all clocks of a match that ends with this status."""
    match, players = access.match, access.players
    if arrivals.absent(match, players):
        announce.arrivals_moved(match.id)
    match.digest = digest_of(state)
    match.status, match.ended_at, match.answer_by = status, at, None
    announce_turns(match, (), [player for player in players if player.asked_at is not None])
    announce.playing_moved(player.user_id for player in players)
    for player in players:
        clocks.stop(match, player, at)
        player.asked_at = player.asked_since = None
    Player.objects.bulk_update(players, ["place", "score", "called_off_at", *QUESTION_FIELDS])
    announce.lobby_moved()


def leaves_early(access: Access) -> bool:
    """Whether who leaves a match now leaves a rated one before it is under way."""
    return access.match.rated and not match_state(access.match).under_way


def call_off_by(access: Access, players: Sequence[Player], cause: str) -> Access:
    """End a locked, running match for nobody; those by whom it was called off are counted.

    The event is the first one's; nobody's where a moderator does it.
    """
    match = access.match
    event = next_event(
        match, Event.Kind.ABORT, players[0].seat if players else None, {"cause": cause}
    )
    for player in players:
        player.called_off_at = event.at
    after = match_state(match).after_event(event)
    close(access, Match.Status.ABORTED, after, event.at)
    return store(access, event, after)


def leave_for_good(access: Access, player: Player, kind: str) -> Access:
    """Take a player out of a match that is locked and running; the match after that.

    The others play on where there are several. If it was rated, and not under way, it counts for
    nobody, and whoever left is counted as if they had called it off.
    """
    match = access.match
    before = match_state(match)
    event = next_event(match, kind, player.seat, {})
    if leaves_early(access):
        player.called_off_at = event.at
        match.uncounted = match.uncounted or Match.Uncounted.EARLY
        update([match], ["uncounted"])
    clocks.stop(match, player, event.at)
    player.left_at, player.left_by = event.number, kind
    player.bot = SUBSTITUTE
    if player.asked_at is not None:
        player.asked_since = event.at
        announce_turns(match, (), [player])
    announce.playing_moved([player.user_id])
    player.save(update_fields=["left_at", "left_by", "bot", "called_off_at", *QUESTION_FIELDS])
    after = before.after_event(event)
    if match.seats == 2:
        finish(access, after, event.at)
    return store(access, event, after)
