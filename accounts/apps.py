from importlib import import_module

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from accounts.roles import lay_out


class SiteAdminConfig(AdminConfig):
    default_site = "accounts.sites.SiteAdmin"


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        import_module("accounts.signals")
        post_migrate.connect(lay_out, sender=self)
