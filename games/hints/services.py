"""Hints: ask for one, and what a worker reads and stores to answer.

The move is that of the strongest bot, from only what the player's seat knows. Thinking takes longer
than a request may, so a request only writes down the question.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING, NamedTuple, NotRequired, TypedDict

from django.db.models import Min, QuerySet
from django.utils.translation import gettext_noop as _

from core.monitoring.rate_limit import limit_use
from games.engine.bots import Bot
from games.engine.bots import Question as BotQuestion
from games.engine.contract import Json, Move
from games.engine.hints import (
    Compared,
    Shares,
    Weighing,
    compare,
    is_decided,
    kept_of,
    others_of,
    seeds_of,
)
from games.engine.replay import read_move
from games.hints.models import Hint
from games.matches import publish
from games.matches.access import open_match, require_seat, require_signed_in
from games.matches.models import Match
from games.matches.refusals import NoHint, TooMany
from games.matches.services import time_source
from games.matches.services.commands import require_move, require_playing, turn_token_of
from games.matches.services.event_store import match_state
from games.matches.services.execute import Table
from games.matches.services.information_state import question
from games.matches.viewing import Access
from games.titles.registry import judge_of, title_of

if TYPE_CHECKING:
    from accounts.http import Visitor

HINTS = 20
"""The most hints for a user within `SECONDS`: thinking costs more than a move."""
SECONDS = 60
DIGITS = 4
WITHOUT_MOVE = (Hint.Status.WAITING, Hint.Status.QUICK)
"""The strongest bot has not answered yet."""
UNFINISHED = (*WITHOUT_MOVE, Hint.Status.FOUND)
PATIENCE = timedelta(seconds=5)
"""How long a player waits for the strongest bot; then a quick one answers in the meantime."""


class Comparison(TypedDict):
    """The stored comparison of a hint: chances from 0 to 1, and whether `other` is clearly worse.

    Without `other` there is no move to compare it with.
    """

    chance: float
    other: NotRequired[Json]
    other_chance: NotRequired[float]
    clear: NotRequired[bool]


class Asked(NamedTuple):
    """A match for a player who asked for a hint, and the hint so far."""

    access: Access
    hint: Hint


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


def ask(user: Visitor, match_id: str, turn_token: object) -> Asked:
    """Return the hint for a player's question; ask the workers for it, unless they know of it.

    A hint that failed is tried again.

    Raises:
        NoHint: The match is rated, or has other people in it.
        TooMany: The player has asked for too many hints.
        Refusal: The player may not make a move now.
    """
    access = open_match(require_signed_in(user), match_id)
    player = require_seat(access, user)
    table = Table(access)
    require_playing(table, player)
    _require_bots(access)
    require_move(user, table, player, turn_token)
    assert player.asked_at is not None
    known = Hint.objects.filter(player=player, number=player.asked_at).first()
    if known is not None and known.status != Hint.Status.FAILED:
        return Asked(access, known)
    refusal = TooMany(_("You’ve asked for a lot of hints. Try it yourself for a minute."))
    limit_use(f"hints:{player.user_id}", HINTS, SECONDS, refusal)
    hint, _created = Hint.objects.update_or_create(
        player=player,
        defaults={
            "number": player.asked_at,
            "status": Hint.Status.WAITING,
            "asked_at": time_source.now(),
            "move": None,
            "comparison": None,
            "others": [],
            "worlds": [],
        },
    )
    publish.work_due()
    return Asked(access, hint)


def hint_for(access: Access, turn_token: object) -> Hint | None:
    """Return the hint for a visitor's question; None if they asked for none, or have moved on."""
    player = access.player
    if player is None or player.asked_at is None or turn_token != turn_token_of(player):
        return None
    return Hint.objects.filter(player=player, number=player.asked_at).first()


def _require_bots(access: Access) -> None:
    if access.match.rated:
        raise NoHint(_("In a rated match you’re on your own."))
    if not is_against_bots(access):
        raise NoHint(_("Hints are only available when all other players are bots."))


def unfinished() -> list[int]:
    """Return the players with an unfinished hint: those without a move first, then the oldest."""
    # “waiting” comes after “quick”, and that after “found”.
    waiting = Hint.objects.filter(status__in=UNFINISHED).order_by("-status", "asked_at")
    return list(waiting.values_list("player_id", flat=True))


def late() -> list[int]:
    """Return the players who have waited for the move of a hint for too long."""
    waiting = Hint.objects.filter(status=Hint.Status.WAITING)
    asked_by = time_source.now() - PATIENCE
    return list(waiting.filter(asked_at__lte=asked_by).values_list("player_id", flat=True))


def next_late() -> datetime | None:
    """Return when the next player will have waited for too long; None if none will."""
    asked_by = time_source.now() - PATIENCE
    waiting = Hint.objects.filter(status=Hint.Status.WAITING, asked_at__gt=asked_by)
    asked_at: datetime | None = waiting.aggregate(first=Min("asked_at"))["first"]
    return None if asked_at is None else asked_at + PATIENCE


def stand_in_of(game: str) -> Bot | None:
    """Return the strongest quick bot of a game, which needs no process; None if all are slow."""
    return next((bot for bot in reversed(title_of(game).bots) if not bot.slow), None)


def open_hint(player_id: int) -> Hint | None:
    """Return a player's unfinished hint; None if it is done, or its question has passed."""
    hints = Hint.objects.select_related("player__match")
    hint = hints.filter(player=player_id, status__in=UNFINISHED).first()
    if hint is None:
        return None
    match = hint.player.match
    if match.status == Match.Status.RUNNING and hint.player.asked_at == hint.number:
        return hint
    _of(hint).delete()
    return None


def question_of(hint: Hint) -> BotQuestion:
    """Return the question of a hint, with all that its seat knows and nothing else."""
    assert hint.player.seat is not None
    return question(match_state(hint.player.match), hint.player.seat)


def seed_of(asked: BotQuestion, game: str) -> int:
    """Return the seed of the bot's chance.

    It depends on the view only, so that the same question always gets the same hint, and positions
    that the seat cannot distinguish get the same one.
    """
    seen = f"{game} {json.dumps(asked.view, sort_keys=True)}"
    return int.from_bytes(blake2b(seen.encode(), digest_size=8).digest())


def next_weighing(hint: Hint, asked: BotQuestion) -> Weighing:
    """Return the next worlds in which to compare a hint that has a move.

    Their seeds are the same for all questions to a player in a match: while nothing hidden comes
    out, as in the questions of one attack, so are the worlds, and the chances change little.
    """
    assert hint.move is not None
    game, position = hint.player.match.game, match_state(hint.player.match).position
    move = read_move(position, hint.move)
    if hint.worlds:
        others = [read_move(position, data) for data in hint.others]
    else:
        quick = stand_in_of(game)
        bots = [] if quick is None else [quick]
        others = others_of(asked, move, bots, Random(seed_of(asked, game)))
        hint.others = [other.dump() for other in others]
    seeds = seeds_of(f"{hint.player.match_id} {asked.seat}", len(hint.worlds))
    return Weighing(judge_of(game), asked, (move, *others), seeds)


def store_move(hint: Hint, move: Move, *, choices: int) -> None:
    """Store the move of a hint that waits; the only choice needs no comparison.

    Nothing changes if the player has moved on.
    """
    status = Hint.Status.DONE if choices == 1 else Hint.Status.FOUND
    _of(hint).update(status=status, move=move.dump())


def store_stand_in(hint: Hint, move: Move) -> None:
    """Store a quick bot's move for a hint that still waits for the strongest one."""
    _of(hint).filter(status=Hint.Status.WAITING).update(status=Hint.Status.QUICK, move=move.dump())


def store_worlds(hint: Hint, shares: Sequence[Shares]) -> None:
    """Store a hint's shares in more worlds, and the comparison once it is decided."""
    worlds: list[Shares] = [*hint.worlds, *shares]
    if is_decided(worlds):
        store_comparison(hint, _described(compare(worlds), hint.others))
        return
    kept = kept_of(worlds)
    others = [hint.others[other] for other in kept]
    worlds = [[one[0], *(one[other + 1] for other in kept)] for one in worlds]
    _of(hint).update(worlds=worlds, others=others)


def store_comparison(hint: Hint, comparison: Comparison | None) -> None:
    """Store how a hint compares, and mark it as done; None if that is not known."""
    _of(hint).update(status=Hint.Status.DONE, comparison=comparison, worlds=[], others=[])


def _described(compared: Compared, others: Sequence[Json]) -> Comparison:
    found: Comparison = {"chance": round(compared.chance, DIGITS)}
    if compared.other is not None:
        found["other"] = others[compared.other]
        found["other_chance"] = round(compared.other_chance, DIGITS)
        found["clear"] = compared.clear
    return found


def fail(player_id: int) -> None:
    """End a player's unfinished hint, so that no worker takes it again.

    It failed unless the strongest bot's move is known.
    """
    hints = Hint.objects.filter(player=player_id)
    hints.filter(status__in=WITHOUT_MOVE).update(status=Hint.Status.FAILED)
    hints.filter(status=Hint.Status.FOUND).update(status=Hint.Status.DONE)


def _of(hint: Hint) -> QuerySet[Hint]:
    return Hint.objects.filter(player=hint.player_id, number=hint.number)
