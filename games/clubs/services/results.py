"""Results of matches between members, and the ladders and records of a club that they make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from heapq import merge
from itertools import groupby

from django.core.cache import cache
from django.db import transaction
from django.db.models import Count
from django.urls import reverse

from games.clubs.models import Club, ClubMatch, ClubRating, Membership
from games.clubs.records import Record, Result, Seat, count, records_of
from games.clubs.services import webhooks
from games.clubs.services.founding import member_ids
from games.ladders.services.ratings import is_annulled
from games.matches.models import Match, Player

LADDER = 100
"""The most members shown on a ladder."""
COUNTED = 5000
"""The newest matches, and the newest real tables, from which a club's records are computed."""
RECORDS_CACHED = 300
"""Seconds after which records follow members who joined or left; results change them at once."""


def count_match(match: Match, players: list[Player], **signal: object) -> None:
    """Count a finished match in every club of which all its players are members.

    It is called in the transaction that ends the match. A match with a bot of the site, or with
    an account that was deleted, counts in none.
    """
    users = {player.user_id for player in players}
    if None in users or len(users) < 2 or is_annulled(match):
        return
    shared = Membership.objects.filter(user__in=users).values("club").annotate(all=Count("user"))
    found = shared.filter(all=len(users)).values_list("club", flat=True)
    # In one order, and one match after the other in each club.
    clubs = Club.objects.select_for_update(no_key=True).filter(pk__in=list(found)).order_by("pk")
    for club in clubs:
        ClubMatch.objects.create(club=club, match=match)
        seats = [Seat(one.user_id, one.place, one.score) for one in players if one.place]
        _add(club, match.game, seats)
        if match.public:
            webhooks.send_match(club, match, players)


@transaction.atomic
def forget_match(match_id: str, **signal: object) -> None:
    """Compute the ladders again in which a match counted that a moderator has annulled."""
    for counted in ClubMatch.objects.filter(match=match_id).select_related("match"):
        club = Club.objects.select_for_update(no_key=True).get(pk=counted.club_id)
        counted.delete()
        recompute(club, counted.match.game)


def recompute(club: Club, game: str) -> None:
    """Compute the ladder of a game again from all its results; the club's row is locked."""
    ladder: dict[int, ClubRating] = {}
    for result in results_of(club, game=game):
        for seat in result.seats:
            if seat.user is not None and seat.user not in ladder:
                ladder[seat.user] = ClubRating(club=club, game=game, user_id=seat.user)
        count(ladder, result.seats)
    ClubRating.objects.filter(club=club, game=game).delete()
    ClubRating.objects.bulk_create([row for row in ladder.values() if row.matches])
    _forget_records(club)


def results_of(club: Club, *, game: str = "", most: int | None = None) -> Iterator[Result]:
    """Yield a club's results in their order: of all games or of one, all or the newest.

    These are matches between members, and games at real tables.
    """
    both = _matches_of(club, game, most), _tables_of(club, game, most)
    for _ended_at, result in merge(*both, key=lambda pair: pair[0]):
        yield result


def _matches_of(club: Club, game: str, most: int | None) -> Iterator[tuple[datetime, Result]]:
    seats = Player.objects.filter(match__clubs__club=club, place__isnull=False)
    if game:
        seats = seats.filter(match__game=game)
    if most is not None:
        newest = Match.objects.filter(clubs__club=club).order_by("-ended_at")
        oldest = newest.values_list("ended_at", flat=True)[most - 1 : most].first()
        seats = seats if oldest is None else seats.filter(match__ended_at__gte=oldest)
    rows = seats.order_by("match__ended_at", "match", "seat").values_list(
        *("match", "match__game", "match__last_number", "match__public", "match__ended_at"),
        *("user", "place", "score", "left_at"),
    )
    for head, group in groupby(rows.iterator(), lambda row: row[:5]):
        match, slug, decisions, public, ended_at = head
        players = [row[5:] for row in group]
        left = any(left_at is not None for *_seat, left_at in players)
        yield (
            ended_at,
            Result(
                slug,
                tuple(Seat(user, place, score) for user, place, score, _left_at in players),
                decisions=None if left else decisions,
                link=reverse("match", args=[match]) if public else "",
            ),
        )


def _tables_of(club: Club, game: str, most: int | None) -> Iterator[tuple[datetime, Result]]:
    found = club.table_results.all()
    if game:
        found = found.filter(game=game)
    newest = found.order_by("-ended_at", "-pk").prefetch_related("seats")
    for table in reversed(newest if most is None else newest[:most]):
        seats = tuple(
            Seat(None if one.objected else one.user_id, one.place, one.score)
            for one in table.seats.all()
        )
        link = reverse("table_result", args=[club.slug, table.pk])
        yield table.ended_at, Result(table.game, seats, link=link)


def records_of_club(club: Club) -> list[Record]:
    """Return the records that members hold; changes of members count within five minutes."""
    key = _records_key(club)
    records: list[Record] | None = cache.get(key)
    if records is None:
        records = records_of(results_of(club, most=COUNTED), member_ids(club))
        cache.set(key, records, RECORDS_CACHED)
    return records


def ladders_of(club: Club) -> dict[str, list[ClubRating]]:
    """Return the ladders by game, the best member first; former members are left out."""
    members = club.memberships.values("user")
    rows = club.ratings.filter(user__in=members).select_related("user")
    found: dict[str, list[ClubRating]] = {}
    for row in rows.order_by("game", "-value", "-wins", "user__username"):
        found.setdefault(row.game, []).append(row)
    return {game: rows[:LADDER] for game, rows in found.items()}


def _add(club: Club, game: str, seats: Sequence[Seat]) -> None:
    """Count a result on a ladder after all others."""
    users = [seat.user for seat in seats if seat.user is not None]
    if len(users) < 2:
        return
    rows = ClubRating.objects.filter(club=club, game=game, user__in=users)
    ladder = {row.user_id: row for row in rows}
    for user in users:
        ladder.setdefault(user, ClubRating(club=club, game=game, user_id=user))
    count(ladder, seats)
    for row in ladder.values():
        row.save()
    _forget_records(club)


def _records_key(club: Club) -> str:
    return f"club-records-{club.pk}"


def _forget_records(club: Club) -> None:
    transaction.on_commit(partial(cache.delete, _records_key(club)), robust=True)
