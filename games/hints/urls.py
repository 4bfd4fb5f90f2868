"""URLs of `games.hints`."""

from django.urls import path

from games.hints import api, views

HINT = "matches/<slug:match_id>/hint/"

urlpatterns = [path(HINT, views.hint, name="hint")]
api_urlpatterns = [path(HINT, api.HintView.as_view(), name="api_hint")]
