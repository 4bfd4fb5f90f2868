"""Addresses of `games.lobby`."""

from django.urls import path

from games.lobby.views import invitations, quick, tables

urlpatterns = [
    path("matches/<slug:match_id>/", tables.match_page, name="match"),
    path("matches/<slug:match_id>/join/", tables.join, name="join"),
    path("matches/<slug:match_id>/invite/", invitations.invite, name="invite"),
    path("matches/<slug:match_id>/decline/", invitations.decline, name="decline"),
    path("matches/<slug:match_id>/rematch/", invitations.offer_rematch, name="rematch"),
    path("matches/<slug:match_id>/leave/", tables.leave, name="leave"),
    path("matches/<slug:match_id>/take-down/", tables.take_down, name="take_down"),
    path("matches/<slug:match_id>/fill/", tables.fill, name="fill"),
    path("", tables.home, name="home"),
    path("games/<slug:slug>/open/", tables.open_table, name="open_table"),
    path("quick/", quick.find, name="quick"),
    path("quick/<slug:ticket_id>/", quick.search, name="search"),
    path("quick/<slug:ticket_id>/withdraw/", quick.withdraw, name="withdraw"),
    path("join/<str:key>/", tables.invitation, name="invitation"),
]
