"""Assess finished matches: find the achievements, habits and facts of their players.

A match is replayed from its events outside of any transaction; a short one replaces the results of
an earlier assessment. So the result does not depend on how often, or in which order, it is done.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256

from django.db import transaction

from games.achievements.models import MARK_LENGTH, Assessment, Earned, HabitChoice, MatchFact
from games.achievements.services import news
from games.engine.achievements import Achievement, Fact, Played, play_again
from games.engine.record import Record
from games.ladders.services.ratings import is_annulled
from games.matches.models import Match, MatchSecret, Player
from games.matches.services.event_store import left_seats, moves_that_stand
from games.titles.registry import ALL_RULES, slugs, title_of

logger = logging.getLogger(__name__)
BATCH = 50
FAILED = "failed"
"""The mark of a match that could not be replayed: `award_achievements` tries it again."""


@cache
def mark_of(game: str) -> str:
    """Return a hash of what is looked for in matches of a game; it changes with every addition."""
    title = title_of(game)
    names = [one.slug for one in title.achievements] + [one.slug for one in title.habits]
    names += [f"fact:{one.slug}" for one in title.facts]
    return sha256(" ".join(sorted(names)).encode()).hexdigest()[:MARK_LENGTH]


def assess_waiting() -> int:
    """Assess matches that have just ended, and notify their players of what they earned.

    Returns:
        The number of matches assessed, at most `BATCH`.
    """
    waiting = Assessment.objects.filter(mark="", match__game__in=slugs())
    ids = list(waiting.values_list("match", flat=True)[:BATCH])
    for match_id in ids:
        try:
            assess(match_id, tell=True)
        except Exception:
            # An error in one title must not stop the others.
            logger.exception("Match %s could not be assessed for achievements.", match_id)
            mark_failed(match_id)
    return len(ids)


def unassessed(*, again: bool = False) -> Iterator[str]:
    """Return the ids of the finished matches not yet assessed for all that a title declares.

    Each match comes once. An interrupted command continues where it stopped, since matches that are
    assessed are left out.

    Args:
        again: Also return the matches assessed before.
    """
    for game in slugs():
        finished = Match.objects.filter(game=game, status=Match.Status.FINISHED)
        finished = finished.exclude(deal=Match.Deal.SEALED)
        if not again:
            finished = finished.exclude(assessment__mark=mark_of(game))
        last = ""
        while batch := list(
            finished.filter(id__gt=last).order_by("id").values_list("id", flat=True)[:BATCH]
        ):
            yield from batch
            last = batch[-1]


def assess(match_id: str, *, tell: bool = False) -> int:
    """Assess one finished match.

    Args:
        match_id: The match.
        tell: Notify the players of what they earned for the first time.

    Returns:
        The number of achievements that users earned in it.
    """
    match = Match.objects.get(id=match_id, status=Match.Status.FINISHED)
    players = list(Player.objects.filter(match=match).select_related("user").order_by("seat"))
    stayed = {p.seat: p for p in players if p.user_id is not None and p.left_at is None}
    title = title_of(match.game)
    played = _played(match, players)
    earned: list[tuple[Player, Achievement]] = []
    chosen: list[HabitChoice] = []
    facts: list[MatchFact] = []
    if played is not None:
        for achievement in title.achievements:
            seats = set(achievement.earned(played))
            earned += [
                (stayed[seat], achievement)
                for seat in sorted(seats & stayed.keys())
                if stayed[seat].honoured is not False
            ]
        for habit in title.habits:
            choices = habit.choices(played).items()
            chosen += [
                HabitChoice(player=stayed[seat], habit=habit.slug, choice=choice)
                for seat, choice in choices
                if seat in stayed
            ]
        facts = list(_facts(match, played, title.facts, stayed))
    with transaction.atomic():
        assessment = _locked(match_id)
        forget(match_id)
        assessment.mark = mark_of(match.game)
        assessment.save(update_fields=["mark"])
        MatchFact.objects.filter(match=match).delete()
        MatchFact.objects.bulk_create(facts)
        if is_annulled(match):
            return 0
        _write(match, earned)
        HabitChoice.objects.bulk_create(chosen)
        if tell:
            news.tell(match, list(stayed.values()), earned)
    return len(earned)


def _played(match: Match, players: Sequence[Player]) -> Played | None:
    """Replay a match; None if it began from a given position or the rules did not end it."""
    secret = MatchSecret.objects.get(match=match)
    if secret.position is not None:
        # A match that began from a given position earns nothing.
        return None
    rules = ALL_RULES[match.game, match.rules]
    moves = [{"seat": event.seat, **event.data} for event in moves_that_stand(match)]
    options = rules.game.read_options(match.options)
    record = Record(rules, match.seats, options, bytes.fromhex(secret.seed), None, moves)
    return play_again(record, left_seats(list(players)))


def _facts(
    match: Match, played: Played, declared: Sequence[Fact], stayed: Mapping[int | None, Player]
) -> Iterator[MatchFact]:
    """Yield what the players of a match did; an annulled match is found by it, too."""
    for fact in declared:
        for seat, values in fact.found(played).items():
            if seat in stayed:
                for value in sorted(values):
                    yield MatchFact(match=match, player=stayed[seat], fact=fact.slug, value=value)


def _write(match: Match, earned: Sequence[tuple[Player, Achievement]]) -> None:
    assert match.ended_at is not None
    Earned.objects.bulk_create(
        Earned(
            user=player.user,
            match=match,
            game=match.game,
            achievement=achievement.slug,
            at=match.ended_at,
        )
        for player, achievement in earned
    )


def forget(match_id: str) -> None:
    """Delete the achievements and habits of a match."""
    Earned.objects.filter(match=match_id).delete()
    HabitChoice.objects.filter(player__match=match_id).delete()


def forget_habits(user_id: int) -> None:
    """Delete a user's habits and facts, for an account that is deleted while its seats stay."""
    HabitChoice.objects.filter(player__user=user_id).delete()
    MatchFact.objects.filter(player__user=user_id).delete()


@transaction.atomic
def take_back(match_id: str) -> None:
    """Delete what an annulled match gave; the lock makes this wait for a running assessment."""
    _locked(match_id)
    forget(match_id)


def mark_failed(match_id: str) -> None:
    Assessment.objects.update_or_create(match_id=match_id, defaults={"mark": FAILED})


def _locked(match_id: str) -> Assessment:
    """Lock a match's row until the end of the transaction; create it if there is none."""
    Assessment.objects.get_or_create(match_id=match_id)
    return Assessment.objects.select_for_update().get(match_id=match_id)
