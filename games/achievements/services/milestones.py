"""Milestones: achievements of a whole career, counted from finished matches and never stored.

So they change at once when a match is annulled. Each visitor sees those that follow from the
matches that they may see.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from django.utils.translation import gettext_noop as _

from games.achievements.services.career import Career, Group
from games.titles.registry import all_games

IN_A_ROW = 5
DIFFERENT = 2
"""The number of people among the opponents of these wins."""
MATCHES = (10, 100, 1000)


@dataclass(frozen=True)
class Milestone:
    """An achievement for matches of all games; `name` and `condition` are not translated yet."""

    slug: str
    name: str
    condition: str
    emblem: str


FIRST_WIN = Milestone("first-win", _("First win"), _("Win a match."), "trophy")
PEOPLE = Milestone("people", _("Among people"), _("Win a match against other people."), "people")
ROW = Milestone(
    "row",
    _("Five in a row"),
    _("Win five matches in a row against people, not always the same one."),
    "arrow",
)
EVERY_SIZE = Milestone(
    "every-size",
    _("At every table"),
    _("Win the same game with every possible number of players."),
    "tavola",
)
EVERY_GAME = Milestone(
    "every-game", _("All-rounder"), _("Win a match of every game on the site."), "crown"
)
PLAYED = {
    10: Milestone("matches-10", _("Regular"), _("Finish 10 matches."), "cards"),
    100: Milestone("matches-100", _("A hundred matches"), _("Finish 100 matches."), "deck"),
    1000: Milestone("matches-1000", _("A thousand matches"), _("Finish 1000 matches."), "medal"),
}
MILESTONES = (FIRST_WIN, PEOPLE, *PLAYED.values(), ROW, EVERY_SIZE, EVERY_GAME)


@dataclass(frozen=True)
class Reached:
    """A milestone, and the match in which it was reached."""

    milestone: Milestone
    match_id: str
    at: datetime

    @property
    def name(self) -> str:
        return self.milestone.name


def milestones_of(career: Career) -> list[Reached]:
    """Return the milestones of a career, in the order of `MILESTONES`."""
    moments = dict(_by_moment([group for group in career.groups if group.counts]))
    rows = career.honoured.filter(ended_at__in=set(moments.values())).order_by("-id")
    ended = dict(rows.values_list("ended_at", "match_id")) if moments else {}
    reached = [Reached(one, ended[at], at) for one, at in moments.items() if at in ended]
    reached += _by_number(career)
    reached += _in_a_row(career)
    return sorted(reached, key=lambda one: MILESTONES.index(one.milestone))


def _by_moment(groups: Sequence[Group]) -> Iterator[tuple[Milestone, datetime]]:
    """Return the milestones that follow from first wins, each with the end of the match."""
    wins = [group for group in groups if group.won]
    if not wins:
        return
    yield FIRST_WIN, min(group.first for group in wins)
    among_people = [group.first for group in wins if group.people]
    if among_people:
        yield PEOPLE, min(among_people)
    by_size: dict[str, dict[int, datetime]] = defaultdict(dict)
    for group in wins:
        firsts = by_size[group.game]
        firsts[group.seats] = min(group.first, firsts.get(group.seats, group.first))
    complete = [
        max(by_size[game.slug][seats] for seats in game.seats)
        for game in all_games()
        if len(game.seats) > 1 and by_size[game.slug].keys() >= set(game.seats)
    ]
    if complete:
        yield EVERY_SIZE, min(complete)
    games = [by_size[game.slug] for game in all_games()]
    if len(games) > 1 and all(games):
        yield EVERY_GAME, max(min(firsts.values()) for firsts in games)


def _by_number(career: Career) -> Iterator[Reached]:
    """Return the milestones for numbers of finished matches."""
    rows = career.honoured.order_by("ended_at", "id").values_list("match_id", "ended_at")
    for number in MATCHES:
        if number <= career.matches:
            match_id, at = rows[number - 1]
            assert at is not None
            yield Reached(PLAYED[number], match_id, at)


def _in_a_row(career: Career) -> Iterator[Reached]:
    """Return the milestone for `IN_A_ROW` wins, with the first match that completed it."""
    if career.streaks.longest < IN_A_ROW:
        return
    seats = career.among_people.values_list("match_id", "ended_at")
    for won, run in groupby(zip(career.wins, seats, strict=False), key=itemgetter(0)):
        row = [seat for _won, seat in run] if won else []
        if len(row) < IN_A_ROW:
            continue
        opponents = career.opponents([match_id for match_id, _at in row])
        met = set[int]()
        for number, (match_id, at) in enumerate(row, start=1):
            met |= opponents[match_id]
            if number >= IN_A_ROW and len(met) >= DIFFERENT:
                yield Reached(ROW, match_id, at)
                return
