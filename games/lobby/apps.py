"""The app `lobby`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LobbyConfig(AppConfig):
    name = "games.lobby"
    verbose_name = _("Lobby")

    def ready(self) -> None:
        """Add the waiting room, rematches and invitations to matches."""
        from games.lobby.fragments import waiting_room_fragment
        from games.lobby.presenters.lobby import rematch_for
        from games.lobby.services.admission import is_invited
        from games.matches.extras import extras

        extras.may_look.append(is_invited)
        extras.rematch = rematch_for
        extras.waiting_room = waiting_room_fragment
