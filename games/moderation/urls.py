"""URLs of `games.moderation`."""

from django.urls import path

from games.moderation.views import moderation, reports

MATCH = "matches/<slug:match_id>"
LINE = f"{MATCH}/chat/<int:line_id>"
urlpatterns = [
    path(f"{MATCH}/report/", reports.choose, name="report_whom"),
    path(f"{LINE}/report/", reports.line, name="report_line"),
    path(f"{LINE}/hide/", moderation.host_hide, name="host_hide"),
    path(f"{MATCH}/players/<int:seat>/report/", reports.player, name="report_player"),
    path(
        "moderation/cases/<int:case_id>/matches/annul/",
        moderation.annul_together,
        name="annul_together",
    ),
    path(
        "moderation/cases/<int:case_id>/reports/<int:report_id>/hide/",
        moderation.hide_reported,
        name="hide_reported",
    ),
    path(f"moderation/{MATCH}/", moderation.match, name="moderate_match"),
    path(f"moderation/{MATCH}/replay/", moderation.replay, name="moderate_replay"),
    path(f"moderation/{LINE}/hide/", moderation.hide_line, name="hide_line"),
    path(f"moderation/{MATCH}/seats/<int:seat>/put-out/", moderation.put_out, name="put_out"),
    path(f"moderation/{MATCH}/<slug:act>/", moderation.act, name="act_on_match"),
]
