"""All URLs of the site and those of the workbench, which `manage.py playgame` serves.

No other command has them, so that no page of a site plays seats of others.
"""

from django.urls import include, path

from games.workbench import views

urlpatterns = [
    path("playgame/<slug:slug>/", views.workbench, name="workbench"),
    path("playgame/<slug:slug>/move/", views.play, name="workbench_move"),
    path("playgame/<slug:slug>/act/", views.act, name="workbench_act"),
    path("playgame/<slug:slug>/replay/", views.replay, name="workbench_replay"),
    path("playgame/<slug:slug>/pieces/", views.pieces, name="workbench_pieces"),
    path("playgame/<slug:slug>/stamp/", views.stamp, name="workbench_stamp"),
    path("", include("config.urls")),
]
