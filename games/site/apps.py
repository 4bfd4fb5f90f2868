"""The app `site`."""

from core import features


class SiteConfig(features.Feature):
    name = "games.site"
