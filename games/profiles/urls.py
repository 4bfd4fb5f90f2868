"""URLs of `games.profiles`."""

from django.urls import path

from games.profiles import api, views
from games.profiles.presenters.people import Circle

urlpatterns = [
    path("people/", views.people, {"circle": Circle.FRIENDS}, name="friends"),
    path("people/following/", views.people, {"circle": Circle.FOLLOWING}, name="following"),
    path("people/followers/", views.people, {"circle": Circle.FOLLOWERS}, name="followers"),
    path("people/find/", views.find_people, name="find_people"),
    path("players/<slug:username>/against/<slug:other>/", views.against, name="against"),
    path("matches/<slug:match_id>/players/<int:seat>/", views.player_card, name="player_card"),
]
api_urlpatterns = [
    path("me/", api.MeView.as_view(), name="api_me"),
    path("me/following/", api.FollowingView.as_view(), name="api_following"),
    path("people/", api.PeopleView.as_view(), name="api_people"),
    path("people/<slug:username>/", api.PersonView.as_view(), name="api_person"),
    path(
        "people/<slug:username>/ratings/",
        api.PersonRatingsView.as_view(),
        name="api_person_ratings",
    ),
    path("people/<slug:username>/follow/", api.FollowView.as_view(), name="api_follow"),
]
