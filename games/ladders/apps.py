"""The app `ladders`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LaddersConfig(AppConfig):
    name = "games.ladders"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        """Rate every match in the transaction that ends it, and show the changes on its page."""
        from games.ladders.services.ratings import changes_of, rate
        from games.matches.extras import extras, match_finished

        extras.rating_changes = changes_of
        match_finished.connect(rate)
