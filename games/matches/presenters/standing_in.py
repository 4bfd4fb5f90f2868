"""The generic board stands in where a game's own raises, so that players can play on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from django.core.exceptions import SynchronousOnlyOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from core.refusals import Refusal
from games.matches.presenters.boards import note_failure, standing_in
from games.matches.presenters.table import Table

T = TypeVar("T")


def drawn(draw: Callable[[Table], T], table: Table) -> T:
    """Return `draw(table)`; if that raises, with the generic board in place of the game's own.

    The error is logged and counted. A refusal is no error, and neither is a table that needs the
    store on an event loop: the caller draws it again in a thread.
    """
    try:
        return _draw_and_free(draw, table)
    except (Refusal, SynchronousOnlyOperation):
        raise
    except Exception:
        if table.game_board.stands_in:
            raise
        note_failure(table.match.game, f"drawn (match {table.match.id})")
        return _draw_and_free(draw, with_generic_board(table))


def _draw_and_free(draw: Callable[[Table], T], table: Table) -> T:
    """Return `draw(table)`, and let the table forget its board, which refers to the table.

    Otherwise only the garbage collector would free the two, and it rarely looks at old objects.
    """
    try:
        return draw(table)
    finally:
        vars(table).pop("board", None)


def with_generic_board(table: Table) -> Table:
    """Return the same table with the generic board in place of the game's own."""
    other = replace(table)
    other.game_board = standing_in(table.match.game)
    return other


def page_with(
    request: HttpRequest, template: str, context: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page or a fragment with the context's `table`, like `drawn`."""

    def draw(table: Table) -> HttpResponse:
        return render(request, template, {**context, "table": table}, status=status)

    return drawn(draw, context["table"])
