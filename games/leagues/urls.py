"""URLs of `games.leagues`."""

from django.urls import path

from games.leagues import api, team_api, team_views, views

LEAGUE = "leagues/<slug:league_id>"
TEAMS = "teams/<slug:team_match_id>"

urlpatterns = [
    path("leagues/", views.leagues, name="leagues"),
    path("leagues/new/", views.found, name="found_league"),
    path(f"{LEAGUE}/", views.league, name="league"),
    path(f"{LEAGUE}/edit/", views.edit, name="edit_league"),
    path(f"{LEAGUE}/report/", views.report, name="report_league"),
    path(f"{LEAGUE}/do/<slug:act>/", views.act, name="league_act"),
    path("clubs/<slug:club_slug>/challenge/", team_views.challenge, name="challenge_club"),
    path(f"{TEAMS}/", team_views.team_match, name="team_match"),
    path(f"{TEAMS}/do/<slug:act>/", team_views.act, name="team_match_act"),
]
api_urlpatterns = [
    path("leagues/", api.LeaguesView.as_view(), name="api_leagues"),
    path(f"{LEAGUE}/registration/", api.PlaceView.as_view(), name="api_league_registration"),
    path(
        f"{LEAGUE}/fixtures/<int:fixture_id>/times/",
        api.TimesView.as_view(),
        name="api_league_times",
    ),
    path(
        "clubs/<slug:club_slug>/teams/", team_api.ClubTeamsView.as_view(), name="api_team_matches"
    ),
    path(f"{TEAMS}/answer/", team_api.TeamAnswerView.as_view(), name="api_team_answer"),
    path(f"{TEAMS}/lineup/", team_api.LineUpView.as_view(), name="api_line_up"),
    path(f"{TEAMS}/", team_api.TeamMatchView.as_view(), name="api_team_match"),
    path(f"{LEAGUE}/", api.LeagueView.as_view(), name="api_league"),
]
