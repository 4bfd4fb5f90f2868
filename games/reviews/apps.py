"""The app `reviews`."""

from django.utils.translation import gettext_lazy as _

from core import features


class ReviewsConfig(features.Feature):
    name = "games.reviews"
    verbose_name = _("Reviews")
