"""How many rounds a tournament will have, and how long they take."""

from __future__ import annotations

import re
from fractions import Fraction
from math import ceil

from django.utils.translation import gettext, ngettext

from games.titles.registry import title_of
from games.tournaments.models import Tournament
from games.tournaments.presenters.sheets import points_text
from games.tournaments.services.planning import PLAYERS
from games.tournaments.services.state import is_live, rounds_with


def outlook_of(tournament: Tournament, players: int) -> str:
    """Return in words what players can expect before the first round; "" for an arena.

    Args:
        tournament: The tournament.
        players: The players so far; fewer than a tournament needs count as that number.
    """
    players = max(players, PLAYERS[0])
    number = rounds_with(tournament, players)
    if not number:
        return ""
    words = ngettext("{n} round", "{n} rounds", number).format(n=number)
    if minutes := _minutes_of_round(tournament):
        breaks = (number - 1) * tournament.break_seconds / 60
        halves = ceil((number * minutes + breaks) / 30)
        hours = ngettext("about {n} hour", "about {n} hours", ceil(halves / 2))
        words = f"{words}, {hours.format(n=points_text(Fraction(halves, 2)))}"
    if tournament.rounds:
        return words
    return gettext("With {players} players: {rounds}").format(players=players, rounds=words)


def _minutes_of_round(tournament: Tournament) -> int:
    """Return the minutes that the slowest table of a round usually takes; 0 if unknown."""
    usual = re.findall(r"\d+", title_of(tournament.event.games[0]).minutes)
    if not usual or not is_live(tournament):
        return 0
    return min(int(usual[-1]), tournament.round_minutes or int(usual[-1]))
