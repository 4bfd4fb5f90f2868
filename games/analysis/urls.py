"""URLs of `games.analysis`."""

from django.urls import path

from games.analysis import views

urlpatterns = [
    path("matches/<slug:match_id>/analysis/", views.analysis, name="analysis"),
    path("matches/<slug:match_id>/analysis/move/", views.move, name="analysis_move"),
    path("matches/<slug:match_id>/analysis/back/", views.back, name="analysis_back"),
    path("matches/<slug:match_id>/analysis/again/", views.again, name="analysis_again"),
    path("matches/<slug:match_id>/analysis/resample/", views.resample, name="analysis_resample"),
]
