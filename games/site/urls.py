"""URLs of `games.site`."""

from django.urls import path

from games.site.views import pages, pwa, rules
from games.site.views.api_docs import api_docs, api_docs_page

urlpatterns = [
    path("games/", rules.all_games, name="games"),
    path("games/<slug:slug>/", rules.rules, name="rules"),
    path("games/<slug:slug>/cards/", rules.cards, name="cards"),
    path("games/<slug:slug>/cards/<slug:card>/", rules.card, name="card"),
    path("stored/", pages.stored, name="stored"),
    path("credits/", pages.credits, name="credits"),
    path("styleguide/", pages.styleguide, name="styleguide"),
    path("styleguide/<slug:slug>/", pages.game_highlights, name="game_highlights"),
    path("styleguide/<slug:slug>/<slug:name>/", pages.prepared_table, name="prepared_table"),
    path("manifest.webmanifest", pwa.manifest, name="manifest"),
    path("worker.js", pwa.worker, name="worker"),
    path("offline/", pwa.offline, name="offline"),
    path("share/", pwa.shared_link, name="shared_link"),
]
api_urlpatterns = [
    path("docs/", api_docs, name="api_docs"),
    path("docs/<slug:page>/", api_docs_page, name="api_docs_page"),
]
