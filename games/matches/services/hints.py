"""Hints: what a strong bot would do at a seat, from what that seat may know and nothing else."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_noop as _

from games.engine.bots import Question
from games.engine.contract import Move
from games.matches.access import Access, open_match, require_signed_in
from games.matches.models import Match
from games.matches.refusals import NoHint, NotAPlayer, TooMany
from games.matches.services.commands import require_move, require_playing
from games.matches.services.execute import Table
from games.matches.services.knowledge import question
from games.titles.registry import title_of
from watch.rate_limit import is_beyond

if TYPE_CHECKING:
    from accounts.http import Visitor

HINTS = 20
"""As many somebody is given in `SECONDS`: thinking is dearer than a move."""
SECONDS = 60


def is_against_bots(access: Access) -> bool:
    """Whether a hint harms nobody: an unrated match in which bots alone have ever played the
    other seats. Whoever left one to a bot ranks last, but has played for it."""
    others = (player for player in access.players if player is not access.player)
    return (
        not access.match.rated
        and access.seat is not None
        and all(player.bot and player.left_at is None for player in others)
    )


def hint(user: Visitor, match_id: str, asked: Any) -> tuple[Access, Move]:
    """The match of a person, and what a strong bot would do at their seat; nothing is written.

    The refusals of a move; NoHint, TooMany.
    """
    access = open_match(require_signed_in(user), match_id)
    player = access.player
    if player is None:
        raise NotAPlayer(_("You have no seat at this table."))
    table = Table(access)
    require_playing(table, player)
    _require_bots(access)
    require_move(user, table, player, asked)
    if is_beyond(f"hints:{player.user_id}", HINTS, SECONDS):
        raise TooMany(_("You have asked for many hints. Try it yourself for a minute."))
    assert player.seat is not None
    open_question = question(table.state, player.seat)
    return access, best_move(access.match, open_question)


def _require_bots(access: Access) -> None:
    if access.match.rated:
        raise NoHint(_("In a rated match you are on your own."))
    if not is_against_bots(access):
        raise NoHint(_("There are hints only where all others are bots."))


def best_move(match: Match, question: Question) -> Move:
    """What the strongest bot of the game does that need not think long.

    Its luck comes from the view: who asks twice is told the same, and two positions that the seat
    cannot tell apart, by what it sees and what it was told, give the same hint.
    """
    bots = title_of(match.game).bots
    strongest = next((bot for bot in reversed(bots) if not bot.slow), bots[0])
    luck = Random(f"{match.game} {json.dumps(question.view, sort_keys=True)}")
    return strongest.choose(question, luck)
