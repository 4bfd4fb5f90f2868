"""URLs of `games.embeds`; those below `embed/` answer every visitor the same."""

from django.urls import path

from games.embeds import answers, consumers, views

PNG = views.position, {"kind": answers.PNG}
SVG = views.position, {"kind": answers.SVG}

urlpatterns = [
    path("embed/tavola.png", views.site_picture, name="site_picture"),
    path("embed/matches/<slug:match_id>/", views.embedded_match, name="embedded_match"),
    path("embed/matches/<slug:match_id>/now.png", *PNG, name="newest_picture"),
    path("embed/matches/<slug:match_id>/now.svg", *SVG, name="newest_drawing"),
    path("embed/matches/<slug:match_id>/board.svg", views.board, name="board_drawing"),
    path("embed/matches/<slug:match_id>/<int:step>.png", *PNG, name="step_picture"),
    path("embed/matches/<slug:match_id>/<int:step>.svg", *SVG, name="step_drawing"),
    path("matches/<slug:match_id>/embed/", views.embed, name="embed"),
]
websocket_urlpatterns = [
    path("ws/embed/matches/<slug:match_id>/", consumers.EmbedConsumer.as_asgi()),
]
