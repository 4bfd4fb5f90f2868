"""URLs of `games.duplicates`."""

from django.urls import path

from games.duplicates import api, views

urlpatterns = [
    path("deals/<slug:deal_id>/", views.deal, name="deal"),
    path("deals/<slug:deal_id>/records.ndjson", views.records, name="deal_records"),
    path("deals/<slug:deal_id>/end/", views.end, name="end_deal"),
]
api_urlpatterns = [path("deals/<slug:deal_id>/", api.DealView.as_view(), name="api_deal")]
