"""All URLs of the site."""

from django.contrib import admin
from django.urls import include, path

from accounts.views.settings import choose_language
from games.urls import api_urlpatterns

handler400 = "games.site.views.errors.bad_request"
handler404 = "games.site.views.errors.not_found"
handler500 = "games.site.views.errors.broken"
handler429 = "games.site.views.errors.too_many"
# The first match counts, so the order matters.
urlpatterns = [
    path("api/v1/", include(api_urlpatterns)),
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("i18n/setlang/", choose_language, name="set_language"),
    path("admin/", admin.site.urls),
]
