"""URLs of `games.clubs`."""

from django.urls import path

from games.clubs import api, consumers, table_api, table_views, views

CLUB = "clubs/<slug:club_slug>"
RESULT = f"{CLUB}/results/<int:result_id>"

urlpatterns = [
    path("clubs/", views.clubs, name="clubs"),
    path("clubs/new/", views.found, name="found_club"),
    path("clubs/link/<str:key>/", views.invitation, name="club_invitation"),
    path(f"{CLUB}/", views.club, name="club"),
    path(f"{CLUB}/edit/", views.edit, name="edit_club"),
    path(f"{CLUB}/webhook/", views.webhook, name="club_webhook"),
    path(f"{CLUB}/webhook/test/", views.test_webhook, name="test_club_webhook"),
    path(f"{CLUB}/results/new/", table_views.enter, name="enter_table_result"),
    path(f"{RESULT}/", table_views.show, name="table_result"),
    path(f"{RESULT}/edit/", table_views.correct, name="correct_table_result"),
    path(f"{RESULT}/delete/", table_views.delete, name="delete_table_result"),
    path(f"{RESULT}/object/", table_views.object_to, name="object_to_table_result"),
    path(f"{CLUB}/report/", views.report, name="report_club"),
    path(f"{CLUB}/lines/<int:club_line_id>/report/", views.report_line, name="report_club_line"),
    path(f"{CLUB}/do/<slug:act>/", views.act, name="club_act"),
]
api_urlpatterns = [
    path("clubs/", api.ClubsView.as_view(), name="api_clubs"),
    path(f"{CLUB}/membership/", api.MembershipView.as_view(), name="api_club_membership"),
    path(f"{CLUB}/chat/", api.ClubChatView.as_view(), name="api_club_chat"),
    path(f"{CLUB}/results/", table_api.TableResultsView.as_view(), name="api_table_results"),
    path(f"{RESULT}/", table_api.TableResultView.as_view(), name="api_table_result"),
    path(
        f"{RESULT}/objection/", table_api.ObjectionView.as_view(), name="api_table_result_objection"
    ),
    path(f"{CLUB}/", api.ClubView.as_view(), name="api_club"),
]
websocket_urlpatterns = [path("ws/clubs/<slug:club_slug>/", consumers.ClubConsumer.as_asgi())]
