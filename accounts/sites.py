"""The administration site, which requires the site's own sign-in and a second factor."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _


class SiteAdmin(admin.AdminSite):
    """Django's administration, closed to users without two-factor sign-in."""

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and is_mfa_enabled(request.user)

    def login(
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        if super().has_permission(request) and not is_mfa_enabled(request.user):
            messages.warning(request, _("The administration needs two-factor sign-in. Turn it on."))
            return redirect("mfa_index")
        answer: HttpResponse = secure_admin_login(super().login)(request, extra_context)
        return answer
