"""URLs of `games.lobby`."""

from django.urls import path

from games.lobby import branch_views, challenge_views, consumers, quick_views, views
from games.lobby.api import challenges, tables, tickets

MATCH = "matches/<slug:match_id>"
TICKET = "tickets/<slug:ticket_id>"

urlpatterns = [
    path("matches/<slug:match_id>/", views.match_page, name="match"),
    path("matches/<slug:match_id>/join/", views.join, name="join"),
    path("matches/<slug:match_id>/invite/", views.invite, name="invite"),
    path("matches/<slug:match_id>/decline/", views.decline, name="decline"),
    path("matches/<slug:match_id>/counter/", challenge_views.counter, name="counter"),
    path("matches/<slug:match_id>/rematch/", views.offer_rematch, name="rematch"),
    path("matches/<slug:match_id>/play-on/", branch_views.play_on, name="play_on"),
    path("matches/<slug:match_id>/no-show/", views.no_show, name="no_show"),
    path("matches/<slug:match_id>/leave/", views.leave, name="leave"),
    path("matches/<slug:match_id>/take-down/", views.take_down, name="take_down"),
    path("matches/<slug:match_id>/fill/", views.fill, name="fill"),
    path("", views.home, name="home"),
    path("play/bots/", views.play_bots, name="play_bots"),
    path("games/<slug:slug>/open/", views.open_table, name="open_table"),
    path("challenge/", challenge_views.choose_game, name="challenge"),
    path("games/<slug:slug>/challenge/", challenge_views.challenge, name="challenge_to"),
    path("quick/", quick_views.find, name="quick"),
    path("quick/<slug:ticket_id>/", quick_views.search, name="search"),
    path(
        "quick/<slug:ticket_id>/bots/",
        quick_views.play_bots_while_waiting,
        name="bots_while_waiting",
    ),
    path("quick/<slug:ticket_id>/come/", quick_views.come, name="come"),
    path("quick/<slug:ticket_id>/withdraw/", quick_views.withdraw, name="withdraw"),
    path("join/<str:key>/", views.invitation, name="invitation"),
]
api_urlpatterns = [
    path(f"{MATCH}/no-show/", tickets.NoShowView.as_view(), name="api_no_show"),
    path(f"{MATCH}/reveal/", tickets.RevealView.as_view(), name="api_reveal"),
    path(f"{MATCH}/join/", tables.JoinView.as_view(), name="api_join"),
    path(f"{MATCH}/leave/", tables.LeaveView.as_view(), name="api_leave"),
    path(f"{MATCH}/bots/", tables.BotsView.as_view(), name="api_bots"),
    path(f"{MATCH}/invite/", tables.InviteView.as_view(), name="api_invite"),
    path(f"{MATCH}/decline/", challenges.DeclineView.as_view(), name="api_decline"),
    path(f"{MATCH}/rematch/", tables.RematchView.as_view(), name="api_rematch"),
    path("games/", tables.GamesView.as_view(), name="api_games"),
    path("tables/", tables.TablesView.as_view(), name="api_tables"),
    path("challenges/", challenges.ChallengesView.as_view(), name="api_challenges"),
    path(f"{TICKET}/bots/", tickets.BotsWhileWaitingView.as_view(), name="api_bots_while_waiting"),
    path(f"{TICKET}/come/", tickets.ComeView.as_view(), name="api_come"),
    path(f"{TICKET}/", tickets.TicketView.as_view(), name="api_ticket"),
    path("tickets/", tickets.TicketsView.as_view(), name="api_tickets"),
    path("me/tables/", tables.MyTablesView.as_view(), name="api_my_tables"),
]
websocket_urlpatterns = [
    path("ws/lobby/", consumers.LobbyConsumer.as_asgi()),
    path("ws/quick/<slug:ticket_id>/", consumers.SearchConsumer.as_asgi()),
]
