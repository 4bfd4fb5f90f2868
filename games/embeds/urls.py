"""URLs of `games.embeds`; those below `embed/` are the same for everybody."""

from django.urls import path

from games.embeds import views

urlpatterns = [
    path("embed/tavola.png", views.site_picture, name="site_picture"),
    path("embed/matches/<slug:match_id>/", views.embedded_match, name="embedded_match"),
    path("embed/matches/<slug:match_id>/now.png", views.newest_png, name="newest_picture"),
    path("embed/matches/<slug:match_id>/now.svg", views.newest_svg, name="newest_drawing"),
    path("embed/matches/<slug:match_id>/<int:step>.png", views.step_png, name="step_picture"),
    path("embed/matches/<slug:match_id>/<int:step>.svg", views.step_svg, name="step_drawing"),
    path("matches/<slug:match_id>/embed/", views.embed, name="embed"),
]
