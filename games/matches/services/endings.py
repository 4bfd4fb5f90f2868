"""The endings of a match: by the rules, called off, or because a player leaves permanently.

Everything here is pure: it sets columns on the rows of a table, for `append` to write.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.verify import with_leavers
from games.matches.models import Event, Match, Player
from games.matches.services import clocks
from games.matches.services.append import Change, next_event
from games.matches.services.event_store import MatchState, digest_of, left_seats
from games.matches.services.execute import Table
from games.matches.services.turns import Questions

SUBSTITUTE = "normal"


def finish(table: Table, event: Event, after: MatchState) -> Change:
    """End a match with the rules' outcome; players who left are placed behind all others.

    A match that ends because a player left before it was under way counts for no achievements.
    """
    match, players = table.access.match, table.access.players
    left = left_seats(players)
    outcome = after.position.outcome()
    if outcome is None or left:
        outcome = with_leavers(outcome, match.seats, left)
    for player in players:
        assert player.seat is not None
        player.place = outcome.places[player.seat]
        player.score = outcome.scores[player.seat]
        player.honoured = after.under_way or not left
    match.outcome = outcome.dump()
    return close(table, Match.Status.FINISHED, event, after)


def close(table: Table, status: str, event: Event, after: MatchState) -> Change:
    """End a match with this status: withdraw all questions and stop all clocks."""
    match, players, at = table.access.match, table.access.players, event.at
    match.digest = digest_of(after)
    match.status, match.ended_at, match.answer_by = status, at, None
    freed = [player for player in players if player.asked_at is not None]
    for player in players:
        clocks.stop(match, player, at)
        player.asked_at = player.asked_since = None
    return Change(table.access, event, after, Questions(freed=freed), rewritten=players)


def leaves_early(table: Table) -> bool:
    """Return whether this is a rated match that is not yet under way."""
    return table.access.match.rated and not table.state.under_way


def call_off_by(table: Table, players: Sequence[Player], cause: str) -> Change:
    """End a running match without a result; for its players it counts as called off by them.

    Args:
        table: The match.
        players: The players who caused it; the event has the first one's seat, and names those
            of several. Empty if a moderator calls the match off.
        cause: The reason to store.
    """
    seats = [player.seat for player in players]
    facts = {"cause": cause, "seats": seats} if len(seats) > 1 else {"cause": cause}
    event = next_event(table.access.match, Event.Kind.ABORT, next(iter(seats), None), facts)
    for player in players:
        player.called_off_at = event.at
    return close(table, Match.Status.ABORTED, event, table.state.after_event(event))


def leave_for_good(table: Table, player: Player, kind: str) -> Change:
    """Take a player out of a running match.

    Several others play on, against a bot in that seat; once all people have left, the match ends.
    A rated match that is not yet under way then changes no ratings, and counts as called off by the
    player who left.
    """
    match = table.access.match
    event = next_event(match, kind, player.seat, {})
    if leaves_early(table):
        player.called_off_at = event.at
        match.uncounted = match.uncounted or Match.Uncounted.EARLY
    clocks.stop(match, player, event.at)
    player.left_at, player.left_by = event.number, kind
    player.bot = SUBSTITUTE
    after = table.state.after_event(event)
    if match.seats == 2 or not any(one.person for one in table.access.players):
        return finish(table, event, after)
    freed = []
    if player.asked_at is not None:
        player.asked_since = event.at
        freed.append(player)
    return Change(table.access, event, after, Questions(freed=freed), rewritten=[player])


def put_out(table: Table, player: Player, kind: str) -> Change:
    """Put a player out by an event of this kind; the player takes the last place.

    The match is called off instead if a seat has not moved yet, and a rated match of two also if
    it is not yet under way.
    """
    early = table.access.match.seats == 2 and leaves_early(table)
    if table.state.all_moved and not early:
        return leave_for_good(table, player, kind)
    return call_off_by(table, [player], kind)
