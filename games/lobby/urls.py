"""URLs of `games.lobby`."""

from django.urls import path

from games.lobby import branch_views, challenge_views, quick_views, views

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
    path("quick/<slug:ticket_id>/bots/", quick_views.bots_meanwhile, name="bots_meanwhile"),
    path("quick/<slug:ticket_id>/come/", quick_views.come, name="come"),
    path("quick/<slug:ticket_id>/withdraw/", quick_views.withdraw, name="withdraw"),
    path("join/<str:key>/", views.invitation, name="invitation"),
]
