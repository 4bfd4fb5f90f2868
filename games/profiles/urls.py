"""URLs of `games.profiles`."""

from django.urls import path

from games.profiles import views
from games.profiles.presenters.people import Circle

urlpatterns = [
    path("people/", views.people, {"circle": Circle.FRIENDS}, name="friends"),
    path("people/following/", views.people, {"circle": Circle.FOLLOWING}, name="following"),
    path("people/followers/", views.people, {"circle": Circle.FOLLOWERS}, name="followers"),
    path("people/find/", views.find_people, name="find_people"),
    path("players/<slug:username>/against/<slug:other>/", views.against, name="against"),
    path("matches/<slug:match_id>/players/<int:seat>/", views.player_card, name="player_card"),
]
