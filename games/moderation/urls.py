"""Addresses of `games.moderation`."""

from django.urls import path

from games.moderation.views import moderation, reports

urlpatterns = [
    path("matches/<slug:match_id>/report/", reports.choose, name="report_whom"),
    path("matches/<slug:match_id>/chat/<int:line_id>/report/", reports.line, name="report_line"),
    path(
        "matches/<slug:match_id>/chat/<int:line_id>/hide/", moderation.host_hide, name="host_hide"
    ),
    path(
        "matches/<slug:match_id>/players/<int:seat>/report/", reports.player, name="report_player"
    ),
    path("moderation/matches/<slug:match_id>/", moderation.match, name="moderate_match"),
    path("moderation/matches/<slug:match_id>/replay/", moderation.replay, name="moderate_replay"),
    path(
        "moderation/matches/<slug:match_id>/chat/<int:line_id>/hide/",
        moderation.hide_line,
        name="hide_line",
    ),
    path(
        "moderation/matches/<slug:match_id>/seats/<int:seat>/put-out/",
        moderation.put_out,
        name="put_out",
    ),
    path("moderation/matches/<slug:match_id>/<slug:act>/", moderation.act, name="act_on_match"),
]
