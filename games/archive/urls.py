"""URLs of `games.archive`."""

from django.urls import path

from games.archive import views

urlpatterns = [
    path("matches/<slug:match_id>/replay/", views.replay, name="replay"),
    path("matches/<slug:match_id>/record.json", views.record, name="record"),
    path("matches/", views.matches, name="matches"),
    path("matches/<slug:match_id>/bookmark/", views.bookmark, name="bookmark"),
    path("matches/records.zip", views.records, name="records"),
    path("matches/records.ndjson", views.public_records, name="public_records"),
]
