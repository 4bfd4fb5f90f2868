"""Ratings: written when a match ends, taken back when it is annulled, asked for by many."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_noop as _

from games.ladders.models import Annulment, Ladder, Rating, RatingEntry, SeasonRating
from games.ladders.services.ledger import (
    COUNTED,
    GONE,
    Count,
    Line,
    Seated,
    add_lines,
    ladder_key,
    lines_of,
    lock_ladder,
    named,
)
from games.ladders.services.rebuild import rebuild
from games.matches.models import Match, Player
from games.matches.refusals import CannotAnnul
from games.rating import PROVISIONAL, START, Form, Season, size_of

if TYPE_CHECKING:
    from accounts.models import User

MOMENT = timedelta(microseconds=1)


def rating_of(user: User, game: str, seats: int) -> int:
    """Somebody's rating at tables of so many seats; 1500 before their first rated match."""
    value = _of(user, game, seats, "value")
    return START if value is None else value


def is_provisional(user: User, game: str, seats: int) -> bool:
    """Whether that rating stands on fewer than ten matches."""
    return (_of(user, game, seats, "career") or 0) < PROVISIONAL


def _of(user: User, game: str, seats: int, field: str) -> int | None:
    people = Rating.objects.filter(ladder__game=game, ladder__size=size_of(seats))
    return people.filter(ladder__bots=False, user=user.pk).values_list(field, flat=True).first()


def rate(match: Match, players: list[Player]) -> None:
    """Write a rated match into the ledger, in the transaction that ends it; its row is locked.

    The matches of a ladder end one after the other: should two end in the same moment, or clocks
    differ, the later to come ends later, and the ledger can be told again from the matches.
    """
    at_table = [_seated(player) for player in sorted(players, key=lambda p: p.seat or 0)]
    key = ladder_key(match.game, match.seats, at_table)
    if not match.rated or key is None:
        return
    ladder = lock_ladder(*key)
    assert match.ended_at is not None
    if ladder.last_at is not None:
        match.ended_at = max(match.ended_at, ladder.last_at + MOMENT)
    ladder.last_at = match.ended_at
    ladder.save(update_fields=["last_at"])
    ratings = [_rating(ladder, player) for player in at_table]
    forms = [Form(rating.value, rating.career) for rating in ratings]
    lines = lines_of(match.id, match.ended_at, at_table, forms)
    add_lines((rating.pk, line) for rating, line in zip(ratings, lines, strict=True))
    for rating, line in zip(ratings, lines, strict=True):
        _count(rating, line)


def _seated(player: Player) -> Seated:
    assert player.place is not None
    return Seated(player.pk, player.user_id, player.bot, player.left_at, player.place)


def _rating(ladder: Ladder, player: Seated) -> Rating:
    names = named(player.identity)
    if player.identity[0] == GONE:
        return Rating.objects.create(ladder=ladder, **names)
    return Rating.objects.get_or_create(ladder=ladder, **names)[0]


def _count(rating: Rating, line: Line) -> None:
    """Add a line to what is counted of a rating."""
    season, _made = SeasonRating.objects.get_or_create(
        rating=rating, season=str(Season.of(line.at)), defaults={"ladder_id": rating.ladder_id}
    )
    for tally in (rating, season):
        count = Count.of(tally)
        count.add(line.fact)
        count.write_to(tally)
        tally.save(update_fields=COUNTED)


def annul(match_id: str, reason: str, by: User | None = None) -> Annulment:
    """Let a finished match count for no rating: it and all that came of it is reckoned anew.

    Who may do this is for the door to ask. CannotAnnul.
    """
    reason = reason.strip()
    if not reason:
        raise CannotAnnul(_("Say why this match is annulled."))
    with transaction.atomic():
        entry = RatingEntry.objects.filter(match=match_id).select_related("rating__ladder").first()
        if entry is None:
            raise CannotAnnul(_("Only a match that counted for a rating can be annulled."))
        # Not the match's row: the ladder's alone guards what is over, and lines that are written
        # anew refer to many matches.
        ladder = entry.rating.ladder
        ladder = lock_ladder(ladder.game, ladder.size, ladder.bots)
        if Annulment.objects.filter(match=match_id).exists():
            raise CannotAnnul(_("This match is annulled already."))
        annulment = Annulment.objects.create(match_id=match_id, by=by, reason=reason)
        rebuild(ladder, since=entry.at, note=f"annulled: {match_id}")
        return annulment


def changes_of(match: Match) -> dict[int, tuple[int, int]]:
    """What a finished match did to the ratings at its table: before and after, by seat."""
    rows = RatingEntry.objects.standing().filter(match=match)
    found = rows.values_list("player__seat", "before", "after")
    return {seat: (before, after) for seat, before, after in found if seat is not None}
