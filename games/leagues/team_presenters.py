"""Team matches as one visitor sees them: the page, and the section of a club's page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.template.loader import render_to_string

from accounts.models import User
from games.clubs.models import Club
from games.clubs.services.founding import ClubAccess
from games.engine.contract import Game
from games.leagues.models import Board, TeamMatch
from games.leagues.presenters import HALVES, points_words
from games.leagues.services.teams import AWAY, BEGUN, HOME, Status, TeamAccess, team_matches_of
from games.lobby.presenters.quick import describe_clock
from games.matches.models import Match
from games.matches.services.clocks import CLOCKS
from games.titles.registry import game_of, is_installed


@dataclass(frozen=True)
class TeamRow:
    """A team match in a list, with its score."""

    team_match: TeamMatch
    home_points: int
    away_points: int

    @property
    def game(self) -> Game:
        return game_of(self.team_match.game)

    @property
    def clock(self) -> str:
        return describe_clock(CLOCKS[self.team_match.clock])

    @property
    def score(self) -> str:
        """The score in words: “2½ : 1½”; "" before the start."""
        if self.team_match.status not in BEGUN:
            return ""
        points = (Fraction(self.home_points, 2), Fraction(self.away_points, 2))
        return " : ".join(map(points_words, points))


class ShownBoard(NamedTuple):
    """A board: the names that the visitor may know, and the points."""

    board: Board
    home: User | None
    away: User | None
    home_name: str
    away_name: str
    points: str


class Side(NamedTuple):
    """A side for which the visitor decides: its club, members to choose from, and names now."""

    side: str
    club: Club
    members: list[User]
    named: list[str]


@dataclass(frozen=True)
class TeamPage:
    """The content of a team match's page.

    Attributes:
        access: The team match and the visitor's part in it.
        row: The team match with its score.
        boards: The boards.
        sides: The sides for which the visitor names players now.
        may_answer: Whether the visitor may agree or decline.
        may_cancel: Whether the visitor may cancel.
        mine: Whether the visitor has a board.
        table: The running match on the visitor's board, if any.
    """

    access: TeamAccess
    row: TeamRow
    boards: list[ShownBoard]
    sides: list[Side]
    may_answer: bool
    may_cancel: bool
    mine: bool
    table: Match | None

    @property
    def team_match(self) -> TeamMatch:
        return self.row.team_match

    @property
    def score(self) -> str:
        return self.row.score


def page_of(access: TeamAccess, typed: Mapping[str, Sequence[str]] | None = None) -> TeamPage:
    """Return a team match's page for a visitor; `typed`: refused names of a side, shown again."""
    team_match = access.team_match
    boards = list(team_match.boards.select_related("home", "away", "match"))
    organises = {side: access.organises(side) for side in (HOME, AWAY)}
    ahead = team_match.status in (Status.PROPOSED, Status.AGREED)
    sides = []
    if team_match.status == Status.AGREED:
        for side, club in zip((HOME, AWAY), team_match.clubs, strict=True):
            if organises[side]:
                sides.append(_side(side, club, boards, (typed or {}).get(side)))
    user = access.visitor.pk
    own = [one for one in boards if user is not None and user in (one.home_id, one.away_id)]
    return TeamPage(
        access=access,
        row=_row(team_match, boards),
        boards=[_board(access, board) for board in boards],
        sides=sides,
        may_answer=team_match.status == Status.PROPOSED and organises[AWAY],
        may_cancel=ahead and any(organises.values()),
        mine=bool(own),
        table=next((one.match for one in own if one.home_points is None), None),
    )


def rows_for(access: ClubAccess) -> list[TeamRow]:
    """Return the team matches of a club that a visitor may see."""
    found = team_matches_of(access.club, access.visitor).prefetch_related("boards")
    return [_row(one, list(one.boards.all())) for one in found if is_installed(one.game)]


def teams_section(access: ClubAccess) -> str:
    """Return the team matches of a club for its page; "" if there are none and none can be made."""
    rows = rows_for(access)
    may_challenge = access.organises and access.club.public
    if not rows and not may_challenge:
        return ""
    context = {"rows": rows, "club": access.club, "may_challenge": may_challenge}
    return render_to_string("leagues/_teams.html", context)


def _row(team_match: TeamMatch, boards: list[Board]) -> TeamRow:
    home = sum(board.home_points or 0 for board in boards)
    away = sum(board.away_points or 0 for board in boards)
    return TeamRow(team_match, home, away)


def _board(access: TeamAccess, board: Board) -> ShownBoard:
    home = board.home if access.knows(HOME) else None
    away = board.away if access.knows(AWAY) else None
    points = ""
    if board.home_points is not None and board.away_points is not None:
        points = f"{HALVES[board.home_points]} : {HALVES[board.away_points]}"
    names = (
        board.home_name if home is None else home.name,
        (board.away_name if away is None else away.name),
    )
    return ShownBoard(board, home, away, *names, points)


def _side(side: str, club: Club, boards: list[Board], typed: Sequence[str] | None) -> Side:
    users = (getattr(board, side) for board in boards)
    named = ["" if user is None else f"@{user.username}" for user in users]
    if typed is not None:
        named = list(typed[: len(boards)])
    members = [one.user for one in club.memberships.select_related("user")[:100]]
    return Side(side, club, members, named)
