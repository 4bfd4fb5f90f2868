"""A match as a moderator sees it: its events in words, its players and its chat."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from accounts.models import Report, User
from accounts.moderation_words import Evidence
from accounts.permissions import outranks
from games.boards.board import Board
from games.boards.clock_face import time_words
from games.boards.lines import Line
from games.clubs.models import Club
from games.engine.history import undone_numbers
from games.events.models import Event as PlannedEvent
from games.ladders.services.ratings import annulment_of, counts
from games.leagues.models import League
from games.matches.models import Event, Match
from games.matches.presenters.boards import game_board
from games.matches.presenters.log import full_log_lines
from games.matches.services.event_store import match_state
from games.matches.viewing import Access
from games.moderation.services import moderation
from games.titles.registry import game_of, is_installed

PAGES: dict[str, tuple[Any, str]] = {
    "club": (Club, "slug"),
    "event": (PlannedEvent, "pk"),
    "league": (League, "pk"),
}
"""The models of pages that evidence names, by its key, and the field that it has in brackets."""
STARTED = (Match.Status.RUNNING, Match.Status.FINISHED, Match.Status.ABORTED)


def reported_table(report: Report) -> dict[str, object]:
    """Return the game and the URL of the table a report is about; {} if the table is deleted."""
    match = Match.objects.filter(id=str(report.evidence.get("match", ""))).first()
    if match is None:
        return {}
    return {"game": game_of(match.game), "url": reverse("moderate_match", args=[match.id])}


def reported_page(piece: Evidence) -> str:
    """Return the address of the club, event or league that evidence names; "" if it is gone."""
    if piece.key not in PAGES:
        return ""
    model, field = PAGES[piece.key]
    # Evidence has the key in brackets, after a name that players write.
    key = str(piece.text).rpartition("(")[2].removesuffix(")")
    found = model._default_manager.filter(**{field: key}).first()
    return "" if found is None else found.get_absolute_url()


@dataclass(frozen=True)
class EventRow:
    """One stored event in words. `took`: how long its player thought."""

    number: int
    at: datetime
    kind: str
    lines: list[Line]
    took: str = ""
    undone: bool = False


def match_context(user: User, access: Access) -> dict[str, object]:
    """Return the context of moderation/match.html, with only the chat and events `user` may see."""
    match = access.match
    plays = moderation.plays(user, access)
    sees_everything = moderation.sees_everything(user, access)
    sees_chat = moderation.sees_chat(user, access)
    chat = list(moderation.newest_lines(access)) if sees_chat else []
    people = {line.author_id: line.author for line in chat}
    people |= {player.user_id: player.user for player in access.players}
    return {
        "match": match,
        "game": game_of(match.game),
        "players": sorted(access.players, key=lambda player: (player.seat or 0, player.joined)),
        "sees_everything": sees_everything,
        "plays": plays,
        "may_be_looked_into": moderation.may_be_looked_into(match),
        "may_look": match.public or any(one.user_id == user.pk for one in access.players),
        "may_annul": moderation.may_annul(user, access),
        "counts": counts(match),
        "may_take_down": not plays and outranks(user, match.host),
        "annulment": annulment_of(match),
        "events": event_rows(access, moderation.newest_events(access)) if sees_everything else (),
        "sees_chat": sees_chat,
        "chat": chat,
        # The ids of staff whom this moderator may not act on.
        "beyond": {pk for pk, person in people.items() if not outranks(user, person)},
    }


def event_rows(access: Access, events: QuerySet[Event]) -> list[EventRow]:
    """Return these events in words, with all secrets."""
    match, listed = access.match, list(events)
    if match.status not in STARTED or not listed:
        return []
    installed = is_installed(match.game)
    board = game_board(match.game).board if installed else Board()
    history = match_state(match).history if installed else ()
    steps, undone = {step.number: step for step in history}, undone_numbers(history)
    by_seat = sorted(access.players, key=lambda player: player.seat or 0)
    names = [player.name for player in by_seat]
    return [
        EventRow(
            event.number,
            event.at,
            event.get_kind_display(),
            full_log_lines(steps[event.number], names, board) if event.number in steps else [],
            "" if event.took is None else time_words(event.took),
            event.number in undone,
        )
        for event in listed
    ]
