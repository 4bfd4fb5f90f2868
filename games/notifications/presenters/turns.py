"""Whose turn it is, for one person: the bell in the head of every page, and the page behind it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.lobby.presenters.lobby import my_tables
from games.matches.services.turns import waiting_count

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


def bell(user: Any, but: str | None = None, *, oob: bool = False) -> SafeString:
    """How many tables wait for somebody; on the page of a match, how many others."""
    context = {"count": waiting_count(user.pk, but=but), "others": bool(but), "oob": oob}
    return render_to_string("notifications/_bell.html", context)


def your_turn(user: Any) -> dict[str, Any]:
    """The tables that wait for somebody, the longest first, and those where others decide."""
    tables = [table for table in my_tables(user) if table.running]
    mine = [table for table in tables if table.my_turn]
    return {
        "waiting": sorted(mine, key=lambda table: table.since or LONG_AGO),
        "others": [table for table in tables if not table.my_turn],
    }
