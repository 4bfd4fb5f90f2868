"""URLs of `games.archive`."""

from django.urls import path
from django.views.decorators.http import conditional_page

from games.archive import api, feeds, views
from games.matches.decorators import page_view

urlpatterns = [
    path("matches/<slug:match_id>/replay/", views.replay, name="replay"),
    path("matches/<slug:match_id>/record.json", views.record, name="record"),
    path("matches/", views.matches, name="matches"),
    path("statistics/", views.my_statistics, name="my_statistics"),
    path("matches/<slug:match_id>/bookmark/", views.bookmark, name="bookmark"),
    path(
        "players/<slug:username>/matches.atom",
        page_view("GET", "HEAD")(conditional_page(feeds.MatchesOf())),
        name="matches_feed",
    ),
    path("matches/records.zip", views.records, name="records"),
    path("matches/records.ndjson", views.public_records, name="public_records"),
]
api_urlpatterns = [
    path("matches/<slug:match_id>/record/", api.RecordView.as_view(), name="api_record"),
    path("matches/", api.MatchesView.as_view(), name="api_matches"),
    path("records/", api.RecordsView.as_view(), name="api_records"),
    path("records/<slug:month>/", api.MonthView.as_view(), name="api_records_month"),
    path("facts/", api.FactsView.as_view(), name="api_facts"),
    path("me/statistics/", api.MyStatisticsView.as_view(), name="api_my_statistics"),
    path("me/records/", api.MyRecordsView.as_view(), name="api_my_records"),
]
