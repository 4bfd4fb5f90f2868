"""The app of people, its roles, and the receivers of all apps."""

from typing import Any

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.db.models.signals import post_migrate
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _

ROLES: dict[str, tuple[str, ...]] = {
    "moderator": ("moderate",),
    "senior moderator": ("moderate", "moderate_all"),
    "host": ("host",),
}
"""Django groups, and their permissions of this app, by codename."""


def create_roles(using: str = "default", **kwargs: Any) -> None:
    """Make sure that every role exists and has at least its permissions."""
    from django.contrib.auth.models import Group, Permission

    for name, codenames in ROLES.items():
        group, _new = Group.objects.using(using).get_or_create(name=name)
        permissions = Permission.objects.using(using).filter(
            content_type__app_label="accounts", codename__in=codenames
        )
        group.permissions.add(*permissions)


class SiteAdminConfig(AdminConfig):
    default_site = "accounts.sites.SiteAdmin"


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        # Of this and every other app, once all models are loaded.
        autodiscover_modules("receivers")
        post_migrate.connect(create_roles, sender=self)
