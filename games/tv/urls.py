"""URLs of `games.tv`."""

from django.urls import path

from games.tv import api, consumers, views

urlpatterns = [
    path("tv/", views.tv, name="tv"),
    path("tv/now/", views.live_part, name="live_part"),
    path("tv/<slug:channel>/", views.tv, name="tv_channel"),
]
api_urlpatterns = [
    path("tv/", api.ChannelsView.as_view(), name="api_tv_channels"),
    path("tv/<slug:channel>/", api.ChannelView.as_view(), name="api_tv_channel"),
]
websocket_urlpatterns = [
    path("ws/tv/<slug:channel>/<slug:match_id>/", consumers.TvConsumer.as_asgi()),
]
