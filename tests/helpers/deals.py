"""Tables that get the same cards."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from accounts.models import User
from games.duplicates.models import DuplicateDeal
from games.duplicates.services import add_table, close_entries, new_deal
from games.lobby.services import dealing, lobby
from games.lobby.services.lobby import TableRequest

Seated = User | str
"""A user, or a level of bots."""


@transaction.atomic
def open_group(
    request: TableRequest, tables: Sequence[Sequence[Seated]], *, public: bool = True
) -> DuplicateDeal:
    """Open a table with the same cards for each group of users and bots, and start the matches."""
    deal = new_deal(request, public=public)
    for table in tables:
        match = add_table(deal, request, host=None)
        for one in table:
            if isinstance(one, User):
                lobby.sit_down(match, one, "")
            else:
                lobby.seat_bot(match, one)
        dealing.start_if_full(match)
    close_entries(deal)
    return deal
