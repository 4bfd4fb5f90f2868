"""Hints: the move of a strong bot at a seat, from only what that seat may know."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

from django.utils.translation import gettext_noop as _

from core.monitoring.rate_limit import is_beyond
from games.engine.bots import Question
from games.engine.contract import Move
from games.matches.access import open_match, require_signed_in
from games.matches.models import Match
from games.matches.refusals import NoHint, NotAPlayer, TooMany
from games.matches.services.commands import require_move, require_playing
from games.matches.services.execute import Table
from games.matches.services.information_state import question
from games.matches.viewing import Access
from games.titles.registry import title_of

if TYPE_CHECKING:
    from accounts.http import Visitor

HINTS = 20
"""The most hints for a user within `SECONDS`: thinking costs more than a move."""
SECONDS = 60


def is_against_bots(access: Access) -> bool:
    """Return whether a hint harms no player: an unrated match with only bots in the other seats.

    A seat that a person left to a bot counts as that person's.
    """
    others = (player for player in access.players if player is not access.player)
    return (
        not access.match.rated
        and access.seat is not None
        and all(player.bot and player.left_at is None for player in others)
    )


def hint(user: Visitor, match_id: str, turn_token: object) -> tuple[Access, Move]:
    """Return a match, and the move of a strong bot at the player's seat; nothing is written.

    Raises:
        NoHint: The match is rated, or has other people in it.
        TooMany: The player has asked for too many hints.
        Refusal: The player may not make a move now.
    """
    access = open_match(require_signed_in(user), match_id)
    player = access.player
    if player is None:
        raise NotAPlayer(_("You don’t have a seat at this table."))
    table = Table(access)
    require_playing(table, player)
    _require_bots(access)
    require_move(user, table, player, turn_token)
    if is_beyond(f"hints:{player.user_id}", HINTS, SECONDS):
        raise TooMany(_("You’ve asked for a lot of hints. Try it yourself for a minute."))
    assert player.seat is not None
    open_question = question(table.state, player.seat)
    return access, best_move(access.match, open_question)


def _require_bots(access: Access) -> None:
    if access.match.rated:
        raise NoHint(_("In a rated match you’re on your own."))
    if not is_against_bots(access):
        raise NoHint(_("Hints are only available when all other players are bots."))


def best_move(match: Match, question: Question) -> Move:
    """Return the move of the strongest of the game's bots that are not slow.

    Its random numbers are seeded by the view, so that the same question always gets the same hint,
    and positions that the seat cannot distinguish get the same one.
    """
    bots = title_of(match.game).bots
    strongest = next((bot for bot in reversed(bots) if not bot.slow), bots[0])
    luck = Random(f"{match.game} {json.dumps(question.view, sort_keys=True)}")
    return strongest.choose(question, luck)
