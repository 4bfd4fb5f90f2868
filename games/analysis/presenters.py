"""The table of an analysis board."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.analysis.boards import Board, known_events
from games.boards.seats import TablePlayer
from games.boards.words import list_words
from games.engine.contract import Json
from games.engine.history import visible_steps
from games.matches.presenters.prepared import PreparedTable, prepared_match
from games.matches.services.event_store import match_state
from games.matches.viewing import Access


@dataclass
class Panel:
    """What the page says next to the table."""

    match_id: str
    acting: str
    """The player that the reader decides for, by name; "" for their own seat."""
    over: bool
    result: str
    tried: int
    moved_on: bool
    """Whether the match has gone on since the board began, as far as its player knows."""
    refusal: Json | None = None


@dataclass
class AnalysisTable(PreparedTable):
    """The table of an analysis board, as the seat that decides next sees it."""

    panel: Panel | None = None

    @property
    def ask(self) -> str:
        assert self.panel is not None
        if self.panel.over:
            return _("In this line the game is over.")
        asked = super().ask
        if self.panel.acting:
            return _("For {name}: {asked}").format(name=self.panel.acting, asked=asked)
        return asked


def analysis_table(access: Access, board: Board, refusal: Json | None = None) -> AnalysisTable:
    """Return the table of a board; `refusal` describes why the last try was declined."""
    state, acting = board.state, board.acting
    seat = board.seat if acting is None else acting
    names = {player.seat: player.name for player in access.players if player.seat is not None}
    outcome = board.position.outcome()
    players = [
        TablePlayer(
            seat=number,
            name=names.get(number, ""),
            username="",
            bot="",
            left=False,
            you=number == board.seat,
            place=None if outcome is None else outcome.places[number],
            score=None if outcome is None else outcome.scores[number],
        )
        for number in range(board.seats)
    ]
    first = [player.name for player in players if player.place == 1]
    panel = Panel(
        match_id=board.match,
        acting=names.get(seat, "") if seat != board.seat else "",
        over=acting is None,
        result=_("First: {names}").format(names=list_words(first)) if first else "",
        tried=len(board.moves),
        moved_on=known_events(match_state(access.match), board.seat) != board.number,
        refusal=refusal,
    )
    moves = board.legal
    return AnalysisTable(
        match=prepared_match(board.game, board.rules, state),
        seat=seat,
        view=board.position.view(seat),
        players=players,
        moves=moves,
        turn_token=board.token if moves else None,
        steps=visible_steps(state.history, seat),
        tools="analysis/_tools.html",
        turn_words=_("{name}’s turn").format(name=panel.acting) if panel.acting else "",
        side_panel="analysis/_panel.html",
        panel=panel,
    )
