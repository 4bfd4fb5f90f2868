"""URLs of `games.ladders`."""

from django.urls import path

from games.ladders import api, views

urlpatterns = [
    path("ladders/", views.ladders, name="ladders"),
    path("ladders/<slug:slug>/<str:size>/", views.ladder, name="ladder"),
]
api_urlpatterns = [
    path("ladders/<slug:slug>/<str:size>/", api.LadderView.as_view(), name="api_ladder"),
    path("ladders/", api.LaddersView.as_view(), name="api_ladders"),
]
