"""Results of matches between members, and the ladders of a club that they make."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Count

from games.clubs.models import Club, ClubMatch, ClubRating, Membership
from games.ladders.services.ratings import is_annulled
from games.matches.models import Match, Player
from games.rating import Form, rated

LADDER = 100
"""The most members shown on a ladder."""


def count_match(match: Match, players: list[Player], **signal: object) -> None:
    """Count a finished match in every club of which all its players are members.

    It is called in the transaction that ends the match. A match with a bot of the site, or with
    an account that was deleted, counts in none.
    """
    users = {player.user_id for player in players}
    if None in users or len(users) < 2:
        return
    shared = Membership.objects.filter(user__in=users).values("club").annotate(all=Count("user"))
    found = shared.filter(all=len(users)).values_list("club", flat=True)
    # In one order, and one match after the other in each club.
    clubs = Club.objects.select_for_update(no_key=True).filter(pk__in=list(found)).order_by("pk")
    for club in clubs:
        ClubMatch.objects.create(club=club, match=match)
        _add(club, match, players)


@transaction.atomic
def forget_match(match_id: str, **signal: object) -> None:
    """Compute the ladders again in which a match counted that a moderator has annulled."""
    for counted in ClubMatch.objects.filter(match=match_id).select_related("match"):
        club = Club.objects.select_for_update(no_key=True).get(pk=counted.club_id)
        game = counted.match.game
        counted.delete()
        ClubRating.objects.filter(club=club, game=game).delete()
        rest = Match.objects.filter(clubs__club=club, game=game).order_by("ended_at", "pk")
        for match in rest:
            _add(club, match, list(match.players.all()))


def ladders_of(club: Club) -> dict[str, list[ClubRating]]:
    """Return the ladders by game, the best member first; former members are left out."""
    members = club.memberships.values("user")
    rows = club.ratings.filter(user__in=members).select_related("user")
    found: dict[str, list[ClubRating]] = {}
    for row in rows.order_by("game", "-value", "-wins", "user__username"):
        found.setdefault(row.game, []).append(row)
    return {game: rows[:LADDER] for game, rows in found.items()}


def _add(club: Club, match: Match, players: Iterable[Player]) -> None:
    if is_annulled(match):
        return
    seated = [player for player in players if player.user_id and player.place]
    if len(seated) < 2:
        return
    rows = [
        ClubRating.objects.get_or_create(club=club, game=match.game, user=player.user)[0]
        for player in seated
    ]
    places = [player.place or 0 for player in seated]
    for row, place, change in zip(
        rows, places, rated([Form(row.value, row.matches) for row in rows], places), strict=True
    ):
        row.value, row.matches, row.wins = change.after, row.matches + 1, row.wins + (place == 1)
        row.save(update_fields=["value", "matches", "wins"])
