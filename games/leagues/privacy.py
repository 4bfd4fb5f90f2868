"""What leagues store about a user."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.personal_data import PersonalData, Section
from games.leagues.models import Board, League, LeaguePlayer, TeamMatch
from games.leagues.services import teams
from games.leagues.services.seasons import withdraw_all

BOARD = (
    "club=team_match__{0}__name former_club=team_match__{0}_name game=team_match__game"
    " starts_at=team_match__starts_at number"
)


def _erase(user: User, name: str) -> None:
    withdraw_all(user, name)
    teams.forget_person(user, name)


PersonalData(
    exported=(
        Section("leagues", League, "organiser", "title game clock founded_at closed_at"),
        Section("leagues_worded", League, "worded_by", "title"),
        Section(
            *("league_places", LeaguePlayer, "user"),
            "league=season__league__title season=season__number division place registered_at",
        ),
        Section("team_matches_made", TeamMatch, "made_by", "game made_at starts_at status"),
        Section("boards_at_home", Board, "home", BOARD.format("home")),
        Section("boards_away", Board, "away", BOARD.format("away")),
    ),
    erase=_erase,
    shown=lambda: {
        "tables": [
            (
                _("Leagues that you found or play in, and team matches."),
                _("Your places stay, without your name once your account is deleted."),
            )
        ]
    },
).register()
