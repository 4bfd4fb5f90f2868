"""Turns: the questions put to the seats, and the matches that wait for a player."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.engine.contract import Position
from games.matches import publish
from games.matches.models import Event, Match, Player
from games.matches.services import clocks
from games.matches.services.event_store import installed
from games.matches.signals import seats_asked
from games.matches.viewing import Access

NO_ACCOUNT = 0
"""Stands for the id of all people without an account."""
NEVER = datetime.max.replace(tzinfo=UTC)
QUESTION_FIELDS = ("asked_at", "asked_since", *clocks.CLOCK_FIELDS)


def waiting_players() -> QuerySet[Player]:
    """Select the people with an open question, in matches that can continue."""
    return Player.objects.filter(
        installed("match__"),
        asked_at__isnull=False,
        left_at=None,
        bot="",
        match__status=Match.Status.RUNNING,
    )


def people_at(matches: Collection[str]) -> dict[str, frozenset[int]]:
    """Return the ids of the users who still play in each of these matches.

    All people without an account, who share a device, count as one user.
    """
    found: dict[str, frozenset[int]] = {}
    players = Player.objects.filter(match__in=matches, bot="", left_at=None)
    for match, user in players.values_list("match_id", "user_id"):
        found[match] = found.get(match, frozenset()) | {user or NO_ACCOUNT}
    return found


def of_levels(levels: Iterable[tuple[str, str]]) -> Q:
    """Return a filter for the bots of these games and levels."""
    found = Q(pk__in=())
    for slug, level in levels:
        found |= Q(match__game=slug, bot=level)
    return found


def asked_bots() -> QuerySet[Any]:
    """Select the bots with an open question, in matches that can continue.

    `with_people` is whether a person still plays at the table, and so waits for the bot.
    """
    people = Player.objects.filter(match=OuterRef("match"), bot="", left_at=None)
    return (
        Player.objects.exclude(bot="")
        .filter(installed("match__"), asked_at__isnull=False, match__status=Match.Status.RUNNING)
        .annotate(with_people=Exists(people))
    )


def oldest_question_to_bots() -> datetime | None:
    """Return since when people have waited the longest for a bot; None if no person waits."""
    waiting = asked_bots().filter(with_people=True).order_by("asked_since")
    return waiting.values_list("asked_since", flat=True).first()


class Waiting(NamedTuple):
    """A match that waits for a user: since when, and until when."""

    id: str
    game: str
    since: datetime | None
    deadline: datetime | None
    """When the user's time is up; None without a clock."""


def deadline_of(match: Match, player: Player) -> datetime | None:
    """Return when the time of a player who is asked is up; None without a clock."""
    return player.deadline or match.answer_by


def by_deadline(deadline: datetime | None, since: datetime | None) -> tuple[datetime, datetime]:
    """Return a key that sorts what waits for a user: the first deadline, then the longest wait."""
    return deadline or NEVER, since or NEVER


def waiting_matches(user_id: int, *, but: str | None = None) -> list[Waiting]:
    """Return the matches that wait for a user, newest question first, without the match `but`."""
    players = waiting_players().filter(user=user_id).exclude(match=but).order_by("-asked_since")
    columns = ("match_id", "match__game", "asked_since", "deadline", "match__answer_by")
    return [
        Waiting(match, game, since, deadline or answer_by)
        for match, game, since, deadline, answer_by in players.values_list(*columns)
    ]


def running_matches(user_id: int) -> dict[str, str]:
    """Return the matches that a user plays now: match id → slug of the game."""
    # `ended_at` is only filtered because an index has it.
    players = Player.objects.filter(
        installed("match__"),
        user=user_id,
        ended_at=None,
        left_at=None,
        match__status=Match.Status.RUNNING,
    )
    return dict(players.order_by("match_id").values_list("match_id", "match__game"))


def past_matches(user_id: int, since: datetime) -> list[str]:
    """Return the ids of matches that a user started to play since a moment and no longer plays."""
    players = Player.objects.filter(
        Q(ended_at=None) | Q(ended_at__gte=since),
        ~Q(match__status=Match.Status.RUNNING) | Q(left_at__isnull=False),
        installed("match__"),
        user=user_id,
        match__started_at__gte=since,
    )
    return list(players.order_by("match__started_at").values_list("match_id", flat=True))


def publish_turns(match: Match, asked: Iterable[Player], freed: Iterable[Player] = ()) -> None:
    """Publish turns to people who are newly asked, and to those who are no longer asked.

    Receivers of `seats_asked` also write notices for the newly asked.
    """
    people = newly_asked(asked)
    if people:
        seats_asked.send(Match, players=people)
    publish_to_people(match, people, freed)


def newly_asked(asked: Iterable[Player]) -> list[Player]:
    """Return the people among the players who are asked."""
    return [player for player in asked if player.person and player.user_id is not None]


def publish_to_people(match: Match, asked: Iterable[Player], freed: Iterable[Player]) -> None:
    """Publish that a match started or stopped waiting for these players."""
    users = {player.user_id for player in (*asked, *freed) if player.user_id is not None}
    publish.turns_moved(match.id, users)


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions that an event changes.

    Attributes:
        changed: The players whose rows changed.
        asked: The players who are newly asked.
        freed: The players who are no longer asked.
    """

    changed: Sequence[Player] = ()
    asked: Sequence[Player] = ()
    freed: Sequence[Player] = ()


def set_questions(access: Access, before: Position, after: Position, event: Event) -> Questions:
    """Set the questions and clocks that follow from an event on the players; write nothing."""
    changed = []
    for player in access.players:
        question_changed = _ask_seat(player, before, after, event)
        turned = clocks.turn(access.match, player, after, event.seat, event.at, event.pause)
        if question_changed or turned:
            changed.append(player)
    clocks.set_answer_by(access.match, before, after, event.at)
    was, now = before.to_move(), after.to_move()
    newly = [player for player in access.players if player.seat in now and player.seat not in was]
    freed = [player for player in access.players if player.seat in was and player.seat not in now]
    return Questions(changed, newly, freed)


def _ask_seat(player: Player, before: Position, after: Position, event: Event) -> bool:
    """Set the new question of one seat; return False if it stays, since its choices do.

    The seat of the event always gets a new question, so that a second click is stale.
    """
    seat, asked, still_asked = player.seat, after.to_move(), before.to_move()
    if seat is None or (seat not in asked and seat not in still_asked):
        return False
    if seat not in asked:
        player.asked_at = player.asked_since = None
        return True
    if event.seat == seat or seat not in still_asked or before.moves(seat) != after.moves(seat):
        player.asked_at, player.asked_since = event.number, event.at
        return True
    return False
