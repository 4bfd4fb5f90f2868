"""Addresses of the pages, feature by feature; in the order of use: they are tried from the top."""

from django.urls import include, path

urlpatterns = [
    path("", include("games.matches.urls")),
    path("", include("games.lobby.urls")),
    path("", include("games.lessons.urls")),
    path("", include("games.puzzles.urls")),
    path("", include("games.chat.urls")),
    path("", include("games.archive.urls")),
    path("", include("games.reviews.urls")),
    path("", include("games.embeds.urls")),
    path("", include("games.ladders.urls")),
    path("", include("games.notifications.urls")),
    path("", include("games.profiles.urls")),
    path("", include("games.evenings.urls")),
    path("", include("games.moderation.urls")),
    path("", include("games.privacy.urls")),
    path("", include("games.site.urls")),
    path("", include("games.administration.urls")),
]
