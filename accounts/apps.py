"""The accounts app and its roles."""

from django.contrib.admin.apps import AdminConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from core import features

ROLES: dict[str, tuple[str, ...]] = {
    "moderator": ("moderate",),
    "senior moderator": ("moderate", "moderate_all"),
    "host": ("host",),
}
"""Django groups and the codenames of their permissions in this app."""


def create_roles(using: str = "default", **kwargs: object) -> None:
    """Create missing roles and give each at least its permissions."""
    from django.contrib.auth.models import Group, Permission

    for name, codenames in ROLES.items():
        group, _new = Group.objects.using(using).get_or_create(name=name)
        permissions = Permission.objects.using(using).filter(
            content_type__app_label="accounts", codename__in=codenames
        )
        group.permissions.add(*permissions)


class SiteAdminConfig(AdminConfig):
    default_site = "accounts.sites.SiteAdmin"


class AccountsConfig(features.Feature):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        super().ready()
        post_migrate.connect(create_roles, sender=self)
