"""Ratings recomputed from the finished matches: compared with the ledger, and corrected.

No line is ever removed from the ledger: a wrong line is reversed by another one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Subquery, Sum

from games.ladders.models import Ladder, Newcomer, Rating, RatingEntry, SeasonRating
from games.ladders.services import ledger
from games.ladders.services.ledger import Count, Identity, Line, Seated
from games.matches.models import Match, Player
from games.rating import DUEL, START, Form, Season

Key = tuple[str, str, bool]
Owner = int | Identity
"""The id of a rating, or the identity of one that is not stored yet."""
WHOLE = ""
"""The key of all seasons together, where counts are keyed by season."""


@dataclass
class Audit:
    """The differences between the ledger of a ladder and its matches."""

    key: Key
    matches: int = 0
    lines: int = 0
    missing: list[tuple[Owner, Line]] = field(default_factory=list)
    wrong: list[int] = field(default_factory=list)
    """The ids of lines in force that should not be there."""
    miscounted: int = 0
    """The number of ratings whose tallies differ from the sum of their lines."""

    @property
    def equal(self) -> bool:
        return not (self.missing or self.wrong or self.miscounted)


def audit_all() -> list[Audit]:
    """Compare every ladder with its matches, all as of one moment; write nothing."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        return [_audit(key) for key in _all_keys()]


def rebuild_all(note: str) -> list[Audit]:
    """Correct every ladder, each in its own transaction; return the audits."""
    found = []
    for key in _all_keys():
        with transaction.atomic():
            found.append(rebuild(ledger.lock_ladder(*key), note=note))
    return found


def rebuild(ladder: Ladder, *, since: datetime | None = None, note: str = "") -> Audit:
    """Correct a ladder whose row is locked: all of it, or the matches that ended `since`."""
    known = _identities(ladder)
    audit = _compare((ladder.game, ladder.size, ladder.bots), ladder, known, since)
    touched = _reverse(audit.wrong, note)
    lines = []
    for owner, line in audit.missing:
        if not isinstance(owner, int):
            if owner not in known:
                fields = ledger.identity_fields(owner)
                known[owner] = Rating.objects.create(ladder=ladder, **fields).pk
            owner = known[owner]
        lines.append((owner, line))
    ledger.add_lines(lines, note)
    touched.update(rating for rating, _line in lines)
    if since is None:
        ended = [at for at in (ladder.last_at, *(line.at for _rating, line in lines)) if at]
        ladder.last_at = max(ended, default=None)
        ladder.save(update_fields=["last_at"])
    audit.miscounted = _recount(ladder, None if since is None else touched, write=True)
    return audit


def _all_keys() -> list[Key]:
    """Return the ladders that exist, or should."""
    known = set(Ladder.objects.values_list("game", "size", "bots"))
    played = {key for _id, _at, key, _players in _rated_matches(None, None)}
    return sorted(known | played)


def _audit(key: Key) -> Audit:
    game, size, bots = key
    ladder = Ladder.objects.filter(game=game, size=size, bots=bots).first()
    audit = _compare(key, ladder, {} if ladder is None else _identities(ladder), None)
    audit.miscounted = 0 if ladder is None else _recount(ladder)
    return audit


def _compare(
    key: Key, ladder: Ladder | None, known: dict[Identity, int], since: datetime | None
) -> Audit:
    """Compare the lines the matches should have with those in force."""
    audit = Audit(key)
    stored = {line.player_id: (id_, rating, line) for id_, rating, line in _lines(ladder, since)}
    forms = _forms_before(ladder, since) if ladder is not None and since is not None else {}
    starts = ledger.starts_in(ladder)
    for match_id, at, played, players in _rated_matches(key, since):
        if played != key:
            continue
        audit.matches += 1
        owners: list[Owner] = [known.get(one.identity, one.identity) for one in players]
        for owner, one in zip(owners, players, strict=True):
            if owner not in forms:
                begun = starts.get(owner) if isinstance(owner, int) else None
                forms[owner] = Form(begun or ledger.start_for(*key[:2], one.identity))
        before = [forms[owner] for owner in owners]
        lines = ledger.lines_of(match_id, at, players, before)
        for owner, line in zip(owners, lines, strict=True):
            won = forms[owner].from_newcomers + line.from_newcomers
            forms[owner] = Form(line.after, line.number, won)
            audit.lines += 1
            found = stored.pop(line.player_id, None)
            if found is not None and found[1:] == (owner, line):
                continue
            audit.missing.append((owner, line))
            if found is not None:
                audit.wrong.append(found[0])
    audit.wrong.extend(id_ for id_, _rating, _line in stored.values())
    return audit


def _lines(ladder: Ladder | None, since: datetime | None = None) -> Iterator[tuple[int, int, Line]]:
    """Yield the lines in force in match order: the line's id, its rating's id, the line."""
    rows = RatingEntry.objects.in_force().filter(rating__ladder=ladder).order_by("at", "id")
    if since is not None:
        rows = rows.filter(at__gte=since)
    for id_, rating, *line in rows.values_list("id", "rating_id", *Line._fields).iterator():
        yield id_, rating, Line(*line)


def _rated_matches(
    key: Key | None, since: datetime | None
) -> Iterator[tuple[str, datetime, Key, list[Seated]]]:
    """Yield the matches that count, in the order they ended, each with its ladder and players."""
    players = Player.objects.filter(
        match__rated=True,
        match__uncounted="",
        match__status=Match.Status.FINISHED,
        match__annulment=None,
    ).exclude(match__deal=Match.Deal.SEALED)
    if key is not None:
        players = players.filter(match__game=key[0])
        two = {"match__seats": 2}
        players = players.filter(**two) if key[1] == DUEL else players.exclude(**two)
    if since is not None:
        players = players.filter(match__ended_at__gte=since)
    newcomers = Newcomer.objects.filter(player=OuterRef("pk"))
    players = players.annotate(is_newcomer=Exists(newcomers))
    rows = players.order_by("match__ended_at", "match_id", "seat").values_list(
        "match_id", "match__ended_at", "match__game", "match__seats", *Seated._fields
    )
    for (match_id, at, game, seats), group in groupby(rows.iterator(), key=lambda row: row[:4]):
        at_table = [Seated(*row[4:]) for row in group]
        played = ledger.ladder_key(game, seats, at_table)
        if played is not None:
            yield match_id, at, played, at_table


def _identities(ladder: Ladder) -> dict[Identity, int]:
    """Return the ids of the ratings by identity; those of deleted accounts by player."""
    known: dict[Identity, int] = {}
    for pk, user, bot in ladder.ratings.values_list("id", "user_id", "bot"):
        if user is not None:
            known["user", user] = pk
        elif bot:
            known["bot", bot] = pk
    deleted = RatingEntry.objects.filter(rating__ladder=ladder, rating__user=None, rating__bot="")
    for player, pk in deleted.values_list("player_id", "rating_id"):
        known[ledger.DELETED, player] = pk
    return known


def _forms_before(ladder: Ladder, since: datetime) -> dict[Owner, Form]:
    """Return every rating's form before a moment."""
    earlier = RatingEntry.objects.in_force().filter(rating=OuterRef("pk"), at__lt=since)
    last = Subquery(earlier.order_by("-at").values("id")[:1])
    ids = ladder.ratings.annotate(last=last).exclude(last=None).values("last")
    entries = RatingEntry.objects.filter(id__in=ids)
    sums = RatingEntry.objects.in_force().filter(rating__ladder=ladder, at__lt=since)
    won = dict(sums.values_list("rating").annotate(Sum("from_newcomers")).order_by())
    return {
        rating: Form(after, number, won[rating])
        for rating, after, number in entries.values_list("rating_id", "after", "number")
    }


def _reverse(wrong: list[int], note: str) -> set[int]:
    """Write the reversal of each of these lines; return the ids of their ratings."""
    same = [name for name in Line._fields if name not in ("before", "after")]
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


def _recount(ladder: Ladder, ratings: set[int] | None = None, *, write: bool = False) -> int:
    """Return how many ratings (of these, or all) differ from their lines; `write` corrects them."""
    tallies: dict[int, dict[str, Rating | SeasonRating]] = {
        rating.pk: {WHOLE: rating}
        for rating in ladder.ratings.order_by("id")
        if ratings is None or rating.pk in ratings
    }
    for season in SeasonRating.objects.filter(ladder=ladder):
        if season.rating_id in tallies:
            tallies[season.rating_id][season.season] = season
    starts = ledger.starts_in(ladder)
    counts = {rating: {WHOLE: Count(starts.get(rating, START))} for rating in tallies}
    for _id, pk, line in _lines(ladder):
        if pk in counts:
            for name in (WHOLE, str(Season.of(line.at))):
                counts[pk].setdefault(name, Count()).add(line)
    wrong = 0
    for pk, stored in tallies.items():
        if {name: Count.of(tally) for name, tally in stored.items()} != counts[pk]:
            wrong += 1
            if write:
                _correct(stored, counts[pk])
    return wrong


def _correct(tallies: dict[str, Rating | SeasonRating], counts: dict[str, Count]) -> None:
    """Write the counts of one rating, in total and by season."""
    rating = tallies[WHOLE]
    assert isinstance(rating, Rating)
    rating.seasons.exclude(season__in=counts).delete()
    for name, count in counts.items():
        new = SeasonRating(rating=rating, ladder_id=rating.ladder_id, season=name)
        tally = tallies.get(name, new)
        count.write_to(tally)
        tally.save(update_fields=ledger.COUNTED if tally.pk else None)
