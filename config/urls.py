"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

handler400 = "games.site.views.errors.bad_request"
handler404 = "games.site.views.errors.not_found"
handler500 = "games.site.views.errors.broken"
handler429 = "games.site.views.errors.too_many"
# In the order of use: an address is looked for from the top.
urlpatterns = [
    path("api/v1/", include("games.api_urls")),
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]
