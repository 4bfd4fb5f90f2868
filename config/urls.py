"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

handler400 = "accounts.views.limits.bad_request"
handler404 = "accounts.views.limits.not_found"
handler500 = "games.views.trouble.broken"
handler429 = "accounts.views.limits.too_many"
urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/", include("games.api.urls")),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
]
