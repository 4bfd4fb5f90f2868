"""The app `evenings`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EveningsConfig(AppConfig):
    name = "games.evenings"
    verbose_name = _("Evenings")

    def ready(self) -> None:
        """Show tables to those who opened the evening's link; let hosts moderate their chats."""
        from games.chat.permissions import checks
        from games.evenings.services import has_opened_link, is_host_of
        from games.matches.extras import extras

        checks.append(is_host_of)
        extras.may_look.append(has_opened_link)
