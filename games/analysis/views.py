"""The page of an analysis board, and what one does on it."""

from __future__ import annotations

import functools
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.analysis import boards
from games.analysis.boards import Board, board_for, open_for_analysis
from games.analysis.presenters import analysis_table
from games.engine.refusals import Refusal
from games.matches.decorators import View, describe_refusal, form_fields, page_view
from games.matches.presenters.standing_in import page_with
from games.matches.viewing import Access

Act = Callable[[HttpRequest, Access, Board], Board]


@page_view("GET", "HEAD")
def analysis(request: HttpRequest, match_id: str) -> HttpResponse:
    access = open_for_analysis(request.user, match_id)
    return _page(request, access, board_for(access, request.session))


def _page(
    request: HttpRequest,
    access: Access,
    board: Board,
    refusal: Refusal | None = None,
    template: str = "analysis/board.html",
) -> HttpResponse:
    why = None if refusal is None else describe_refusal(refusal)
    table = analysis_table(access, board, why)
    status = 200 if refusal is None else refusal.status
    context = {"match": table.match, "table": table, "panel": table.panel}
    return page_with(request, template, context, status)


def _action(act: Act) -> View:
    """Make a view of something that a player does on their board."""

    @page_view("POST")
    @functools.wraps(act)
    def answer(request: HttpRequest, match_id: str) -> HttpResponse:
        access = open_for_analysis(request.user, match_id)
        board, refusal = board_for(access, request.session), None
        try:
            board = act(request, access, board)
        except Refusal as refused:
            refusal = refused
        if getattr(request, "htmx", False):
            return _page(request, access, board, refusal, "matches/_table.html")
        if refusal is not None:
            return _page(request, access, board, refusal)
        return redirect("analysis", match_id)

    return answer


@_action
def move(request: HttpRequest, access: Access, board: Board) -> Board:
    token = request.POST.get("turn_token")
    return boards.try_move(board, request.session, form_fields(request), token)


@_action
def back(request: HttpRequest, access: Access, board: Board) -> Board:
    return boards.take_back(board, request.session)


@_action
def again(request: HttpRequest, access: Access, board: Board) -> Board:
    return boards.start_again(board, request.session)


@_action
def resample(request: HttpRequest, access: Access, board: Board) -> Board:
    return boards.new_board(access, request.session)
