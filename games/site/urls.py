"""URLs of `games.site`."""

from django.urls import path

from games.site.views import pages, pocket, rules

urlpatterns = [
    path("games/", rules.all_games, name="games"),
    path("games/<slug:slug>/", rules.rules, name="rules"),
    path("stored/", pages.stored, name="stored"),
    path("credits/", pages.credits, name="credits"),
    path("styleguide/", pages.styleguide, name="styleguide"),
    path("styleguide/<slug:slug>/", pages.great_moments, name="great_moments"),
    path("styleguide/<slug:slug>/<slug:name>/", pages.prepared_table, name="prepared_table"),
    path("manifest.webmanifest", pocket.manifest, name="manifest"),
    path("worker.js", pocket.worker, name="worker"),
    path("offline/", pocket.offline, name="offline"),
    path("share/", pocket.shared_link, name="shared_link"),
]
