"""Sealed matches: other tables are dealt the same cards, so their end has no consequences yet."""

from __future__ import annotations

from django.db import transaction

from games.matches import publish
from games.matches.access import lock_match, players_of
from games.matches.models import Match, Player
from games.matches.services.append import (
    ENDED_FIELDS,
    LISTED_FIELDS,
    PLAYER_FIELDS,
    enter_lists,
)
from games.matches.signals import match_finished

_SEALED_FIELDS = ("deal", "public", *ENDED_FIELDS)


@transaction.atomic
def unseal(match_id: str, *, public: bool) -> None:
    """Open a sealed match that is over, with all that follows from its end: ratings, lists.

    Doing so again changes nothing.

    Args:
        match_id: The id of the match.
        public: Whether everyone may see it from now on.
    """
    match = lock_match(match_id)
    if not match.sealed:
        return
    match.deal, match.public = Match.Deal.SHARED, public
    players = players_of(match)
    if match.status == Match.Status.FINISHED:
        match_finished.send(Match, match=match, players=players)
        enter_lists(match, players)
        Player.objects.bulk_update(players, sorted({*PLAYER_FIELDS, *LISTED_FIELDS}))
    match.save(update_fields=_SEALED_FIELDS)
    publish.rematch_moved(match.id)
