"""Addresses of the games."""

from django.urls import path

from games.views import help, history, lobby, pages, play

urlpatterns = [
    path("", lobby.home, name="home"),
    path("games/", help.shelf, name="games"),
    path("games/<slug:slug>/", help.rules, name="rules"),
    path("games/<slug:slug>/open/", lobby.open_table, name="open_table"),
    path("join/<str:key>/", lobby.invitation, name="invitation"),
    path("matches/", history.matches, name="matches"),
    path("matches/<slug:match_id>/", play.match_page, name="match"),
    path("matches/<slug:match_id>/join/", lobby.join, name="join"),
    path("matches/<slug:match_id>/leave/", lobby.leave, name="leave"),
    path("matches/<slug:match_id>/take-down/", lobby.take_down, name="take_down"),
    path("matches/<slug:match_id>/fill/", lobby.fill, name="fill"),
    path("matches/<slug:match_id>/moves/", play.moves, name="moves"),
    path("matches/<slug:match_id>/undo/", play.undo, name="undo"),
    path("matches/<slug:match_id>/resign/", play.resign, name="resign"),
    path("matches/<slug:match_id>/show/", play.show, name="show"),
    path("matches/<slug:match_id>/chat/", play.say_line, name="chat"),
    path("matches/<slug:match_id>/replay/", history.replay, name="replay"),
    path("matches/<slug:match_id>/record.json", history.record, name="record"),
    path("credits/", pages.credits, name="credits"),
    path("styleguide/", pages.styleguide, name="styleguide"),
]
