"""The app `embeds`."""

from core import features


class EmbedsConfig(features.Feature):
    name = "games.embeds"
