"""Ratings: read, written when a match ends, and reversed when a match is annulled."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.http import Visitor
from accounts.models import Privacy, User
from accounts.services.privacy import hidden_from
from games.ladders.models import Annulment, Ladder, Rating, RatingEntry, SeasonRating
from games.ladders.services import ledger
from games.ladders.services.ledger import Count, Line, Seated
from games.ladders.services.newcomers import newcomers_at
from games.ladders.services.rebuild import rebuild
from games.ladders.signals import match_annulled
from games.matches.models import Match, Player
from games.matches.refusals import CannotAnnul
from games.rating import PROVISIONAL, START, Form, Season, size_of

TICK = timedelta(microseconds=1)


def rating_of(user: Visitor, game: str, seats: int) -> int:
    """Return a user's rating at tables of this size; 1500 before their first rated match."""
    ratings = Rating.objects.filter(ladder__game=game, ladder__size=size_of(seats))
    own = ratings.filter(ladder__bots=getattr(user, "is_bot", False), user=user.pk)
    value = own.values_list("value", flat=True).first()
    return START if value is None else value


@dataclass(frozen=True)
class ShownRating:
    """A rating next to a name; provisional until the user has had ten rated matches there."""

    value: int
    provisional: bool


Place = tuple[int, str, int]
"""A user (id), a game (slug) and a number of seats."""


def shown_ratings(viewer: Visitor, places: Collection[Place]) -> dict[Place, ShownRating]:
    """Return the ratings that a visitor may see, for those who have one.

    Args:
        viewer: The visitor; ratings that users hide from them are left out.
        places: The users and tables.
    """
    if not places:
        return {}
    users = {user for user, _game, _seats in places}
    hiding = Privacy.objects.filter(user__in=users, ratings__in=hidden_from(viewer))
    hidden = set(hiding.exclude(user=viewer.pk).values_list("user", flat=True))
    rows = Rating.objects.filter(
        user__in=users - hidden,
        matches__gt=0,
        ladder__game__in={game for _user, game, _seats in places},
    )
    known = {
        (user, game, size): ShownRating(value, career < PROVISIONAL)
        for user, game, size, value, career in rows.values_list(
            "user", "ladder__game", "ladder__size", "value", "career"
        )
    }
    return {
        place: found
        for place in places
        if (found := known.get((place[0], place[1], size_of(place[2])))) is not None
    }


def ratings_of(user: User) -> list[Rating]:
    """Return all ratings of a user, each with its ladder, by game and size."""
    rows = Rating.objects.filter(user=user, matches__gt=0).select_related("ladder")
    return list(rows.order_by("ladder__game", "ladder__size"))


def rate(match: Match, players: list[Player], **signal: object) -> None:
    """Write a rated match into the ledger, in the transaction that ends it; its row is locked.

    The matches of a ladder end one after the other: if two end at the same time, or clocks differ,
    the later one gets a later end, so that a rebuild finds the same order.
    """
    newcomers = newcomers_at([player.pk for player in players]) if match.rated else set()
    at_table = [
        _seated(player, player.pk in newcomers)
        for player in sorted(players, key=lambda p: p.seat or 0)
    ]
    key = ledger.ladder_key(match.game, match.seats, at_table)
    if not match.rated or match.uncounted or key is None:
        return
    ladder = ledger.lock_ladder(*key)
    assert match.ended_at is not None
    if ladder.last_at is not None:
        match.ended_at = max(match.ended_at, ladder.last_at + TICK)
    ladder.last_at = match.ended_at
    ladder.save(update_fields=["last_at"])
    ratings = [_rating(ladder, player) for player in at_table]
    forms = [Form(rating.value, rating.career, rating.from_newcomers) for rating in ratings]
    lines = ledger.lines_of(match.id, match.ended_at, at_table, forms)
    ledger.add_lines((rating.pk, line) for rating, line in zip(ratings, lines, strict=True))
    for rating, line in zip(ratings, lines, strict=True):
        _count(rating, line)


def _seated(player: Player, is_newcomer: bool) -> Seated:
    assert player.place is not None
    return Seated(
        *(player.pk, player.user_id, player.bot, player.left_at, player.place, player.program),
        is_newcomer,
    )


def _rating(ladder: Ladder, player: Seated) -> Rating:
    fields = ledger.identity_fields(player.identity)
    if player.identity[0] == ledger.DELETED:
        return Rating.objects.create(ladder=ladder, **fields)
    start = ledger.start_for(ladder.game, ladder.size, player.identity)
    return Rating.objects.get_or_create(ladder=ladder, **fields, defaults={"value": start})[0]


def _count(rating: Rating, line: Line) -> None:
    """Add a line to the tallies of a rating."""
    season, _created = SeasonRating.objects.get_or_create(
        rating=rating, season=str(Season.of(line.at)), defaults={"ladder_id": rating.ladder_id}
    )
    for tally in (rating, season):
        count = Count.of(tally)
        count.add(line)
        count.write_to(tally)
        tally.save(update_fields=ledger.COUNTED)


@transaction.atomic
def annul(match_id: str, reason: str, by: User | None = None) -> Annulment:
    """Exclude a finished match from all ratings, and recompute later ratings.

    The caller checks the permission.

    Raises:
        CannotAnnul: the reason is empty, the match did not count, or it is annulled already.
    """
    reason = reason.strip()
    if not reason:
        raise CannotAnnul(_("Give a reason for annulling this match."))
    entry = RatingEntry.objects.filter(match=match_id).select_related("rating__ladder").first()
    if entry is None:
        raise CannotAnnul(_("Only a match that counted for ratings can be annulled."))
    # Only the ladder is locked, not the match: the ladder's lock guards finished matches, and
    # the rewritten lines refer to many of them.
    ladder = entry.rating.ladder
    ladder = ledger.lock_ladder(ladder.game, ladder.size, ladder.bots)
    if Annulment.objects.filter(match=match_id).exists():
        raise CannotAnnul(_("This match has already been annulled."))
    annulment = Annulment.objects.create(match_id=match_id, by=by, reason=reason)
    rebuild(ladder, since=entry.at, note=f"annulled: {match_id}")
    match_annulled.send(Match, match_id=match_id)
    return annulment


def annulment_of(match: Match) -> Annulment | None:
    """Return the annulment of a match with its moderator, or None."""
    return Annulment.objects.select_related("by").filter(match=match).first()


def is_annulled(match: Match) -> bool:
    return Annulment.objects.filter(match=match).exists()


def annulled_among(matches: Iterable[Match]) -> set[str]:
    """Return the ids of those of these matches that a moderator annulled."""
    rated = [match.id for match in matches if match.rated]
    return set(Annulment.objects.filter(match__in=rated).values_list("match_id", flat=True))


def changes_among(matches: Iterable[Match]) -> dict[tuple[str, int | None], tuple[int, int]]:
    """Return the rating changes of finished matches: before and after, by match and seat."""
    rated = [match.id for match in matches if match.rated]
    rows = RatingEntry.objects.in_force().filter(match__in=rated)
    found = rows.values_list("match_id", "player__seat", "before", "after")
    return {(match, seat): (before, after) for match, seat, before, after in found}


def counts(match: Match) -> bool:
    """Return whether a match changed ratings and still does, so that it can be annulled."""
    return RatingEntry.objects.in_force().filter(match=match).exists()


def changes_of(match: Match) -> dict[int, tuple[int, int]]:
    """Return the rating changes of a finished match: before and after, by seat."""
    changes = changes_among([match])
    return {seat: change for (_match, seat), change in changes.items() if seat is not None}
