"""Ratings told again from the finished matches: compared with the ledger, and put right.

Nothing is ever taken out of the ledger: a line that does not hold is reversed by another one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from django.db import connection, transaction
from django.db.models import OuterRef, Subquery

from games.ladders.models import Ladder, Rating, RatingEntry, SeasonRating
from games.ladders.services.ledger import (
    COUNTED,
    FIELDS,
    GONE,
    Career,
    Count,
    Fact,
    Identity,
    Line,
    Seated,
    add_lines,
    ladder_key,
    lines_of,
    lock_ladder,
    named,
)
from games.matches.models import Match, Player
from games.rating import Form
from games.rating.ladder import DUEL

Key = tuple[str, str, bool]
Whose = int | Identity
"""A rating by its id; where none is stored, by who it would be for."""


@dataclass
class Audit:
    """How the ledger of a ladder was found to compare with its matches."""

    key: Key
    matches: int = 0
    lines: int = 0
    missing: list[tuple[Whose, Line]] = field(default_factory=list)
    wrong: list[int] = field(default_factory=list)
    """Lines that stand in the ledger and should not: their ids."""
    miscounted: int = 0
    """Ratings whose tallies are not what their lines add up to."""

    @property
    def equal(self) -> bool:
        return not (self.missing or self.wrong or self.miscounted)


def audit_all() -> list[Audit]:
    """Every ladder compared with its matches, all as of one moment; nothing is written."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        return [_audited(key) for key in _all_keys()]


def rebuild_all(note: str) -> list[Audit]:
    """Every ladder put right, one after the other; how each was found."""
    found = []
    for key in _all_keys():
        with transaction.atomic():
            found.append(rebuild(lock_ladder(*key), note=note))
    return found


def rebuild(ladder: Ladder, *, since: datetime | None = None, note: str = "") -> Audit:
    """Put a ladder right, whose row is locked: all of it, or what ended at a moment and later."""
    key = (ladder.game, ladder.size, ladder.bots)
    known = _identities(ladder)
    audit = _compared(key, ladder, known, since)
    touched = _reverse(audit.wrong, note)
    for whose, _line in audit.missing:
        if not isinstance(whose, int) and whose not in known:
            known[whose] = Rating.objects.create(ladder=ladder, **named(whose)).pk
    lines = [(_id(whose, known), line) for whose, line in audit.missing]
    add_lines(lines, note)
    touched.update(whose for whose, _line in lines)
    if since is None:
        touched = set(ladder.ratings.values_list("id", flat=True))
        ended = [at for at in (ladder.last_at, *(line.at for _whose, line in lines)) if at]
        ladder.last_at = max(ended, default=None)
        ladder.save(update_fields=["last_at"])
    audit.miscounted = _count_again(ladder, touched, write=True)
    return audit


def _id(whose: Whose, known: dict[Identity, int]) -> int:
    return whose if isinstance(whose, int) else known[whose]


def _all_keys() -> list[Key]:
    """The ladders there are, or ought to be."""
    known = set(Ladder.objects.values_list("game", "size", "bots"))
    played = {key for _id, _at, key, _players in _rated_matches(None, None)}
    return sorted(known | played)


def _audited(key: Key) -> Audit:
    game, size, bots = key
    ladder = Ladder.objects.filter(game=game, size=size, bots=bots).first()
    if ladder is None:
        return _compared(key, None, {}, None)
    audit = _compared(key, ladder, _identities(ladder), None)
    audit.miscounted = _count_again(ladder, set(ladder.ratings.values_list("id", flat=True)))
    return audit


def _compared(
    key: Key, ladder: Ladder | None, known: dict[Identity, int], since: datetime | None
) -> Audit:
    """The lines that ought to stand against those that do."""
    audit = Audit(key)
    standing = _standing(ladder, since)
    forms = _forms_before(ladder, since) if ladder is not None and since is not None else {}
    for match_id, at, played, players in _rated_matches(key, since):
        if played != key:
            continue
        audit.matches += 1
        whose: list[Whose] = [known.get(one.identity, one.identity) for one in players]
        lines = lines_of(match_id, at, players, [forms.get(one, Form()) for one in whose])
        for one, line in zip(whose, lines, strict=True):
            forms[one] = Form(line.after, line.number)
            audit.lines += 1
            found = standing.pop(line.player_id, None)
            if found is not None and found[1:] == (one, line):
                continue
            audit.missing.append((one, line))
            if found is not None:
                audit.wrong.append(found[0])
    audit.wrong.extend(entry for entry, _whose, _line in standing.values())
    return audit


def _standing(ladder: Ladder | None, since: datetime | None) -> dict[int, tuple[int, int, Line]]:
    """The lines that hold, by player: their id, whose they are, and what they say."""
    rows = RatingEntry.objects.standing().filter(rating__ladder=ladder)
    if since is not None:
        rows = rows.filter(at__gte=since)
    found: dict[int, tuple[int, int, Line]] = {}
    for entry, whose, *line in rows.values_list("id", "rating_id", *FIELDS).iterator():
        written = Line(*line)
        found[written.player_id] = (entry, whose, written)
    return found


def _rated_matches(
    key: Key | None, since: datetime | None
) -> Iterator[tuple[str, datetime, Key, list[Seated]]]:
    """The matches that count, in the order they ended, each with its ladder and players."""
    players = Player.objects.filter(
        match__rated=True, match__status=Match.Status.FINISHED, match__annulment=None
    )
    if key is not None:
        players = players.filter(match__game=key[0])
        two = {"match__seats": 2}
        players = players.filter(**two) if key[1] == DUEL else players.exclude(**two)
    if since is not None:
        players = players.filter(match__ended_at__gte=since)
    rows = players.order_by("match__ended_at", "match_id", "seat").values_list(
        "match_id", "match__ended_at", "match__game", "match__seats", *Seated._fields
    )
    for match, group in groupby(rows.iterator(), key=lambda row: row[:4]):
        match_id, at, game, seats = match
        at_table = [Seated(*row[4:]) for row in group]
        played = ladder_key(game, seats, at_table)
        if played is not None:
            yield match_id, at, played, at_table


def _identities(ladder: Ladder) -> dict[Identity, int]:
    """The ratings there are, by who they are for; who has no account any more, by their lines."""
    known: dict[Identity, int] = {}
    for pk, user, bot in ladder.ratings.values_list("id", "user_id", "bot"):
        if user is not None:
            known["user", user] = pk
        elif bot:
            known["bot", bot] = pk
    gone = RatingEntry.objects.filter(rating__ladder=ladder, rating__user=None, rating__bot="")
    for player, pk in gone.values_list("player_id", "rating_id"):
        known[GONE, player] = pk
    return known


def _forms_before(ladder: Ladder, since: datetime) -> dict[Whose, Form]:
    """How everybody stood before a moment."""
    earlier = RatingEntry.objects.standing().filter(rating=OuterRef("pk"), at__lt=since)
    last = Subquery(earlier.order_by("-at").values("id")[:1])
    ids = ladder.ratings.annotate(last=last).exclude(last=None).values("last")
    entries = RatingEntry.objects.filter(id__in=ids)
    return {
        whose: Form(after, number)
        for whose, after, number in entries.values_list("rating_id", "after", "number")
    }


def _reverse(wrong: list[int], note: str) -> set[int]:
    """Write the reversal of each of these lines; whose they are."""
    same = [name for name in FIELDS if name not in ("before", "after")]
    entries = [entry for _id, entry in sorted(RatingEntry.objects.in_bulk(wrong).items())]
    RatingEntry.objects.bulk_create(
        [
            RatingEntry(
                rating_id=entry.rating_id,
                reverses=entry,
                before=entry.after,
                after=entry.before,
                note=note,
                **{name: getattr(entry, name) for name in same},
            )
            for entry in entries
        ],
        batch_size=500,
    )
    return {entry.rating_id for entry in entries}


def _count_again(ladder: Ladder, ratings: set[int], *, write: bool = False) -> int:
    """How many of these ratings are not what their lines add up to; written right if asked."""
    careers = {rating: Career() for rating in ratings}
    rows = RatingEntry.objects.standing().filter(rating__ladder=ladder).order_by("at", "id")
    for whose, *fact in rows.values_list("rating_id", *Fact._fields).iterator():
        if whose in careers:
            careers[whose].add(Fact(*fact))
    seasons: dict[int, dict[str, SeasonRating]] = {rating: {} for rating in ratings}
    for season in SeasonRating.objects.filter(ladder=ladder):
        if season.rating_id in seasons:
            seasons[season.rating_id][season.season] = season
    return sum(
        _put_right(rating, seasons[rating.pk], careers[rating.pk], write=write)
        for rating in ladder.ratings.order_by("id")
        if rating.pk in careers
    )


def _put_right(
    rating: Rating, seasons: dict[str, SeasonRating], career: Career, *, write: bool
) -> bool:
    """Whether a rating was counted wrong; it is right afterwards, if that is asked."""
    counted = {name: Count.of(season) for name, season in seasons.items()}
    if Count.of(rating) == career.whole and counted == career.seasons:
        return False
    if write:
        career.whole.write_to(rating)
        rating.save(update_fields=COUNTED)
        rating.seasons.exclude(season__in=career.seasons).delete()
        for name, count in career.seasons.items():
            new = SeasonRating(rating=rating, ladder_id=rating.ladder_id, season=name)
            season = seasons.get(name, new)
            count.write_to(season)
            season.save()
    return True
