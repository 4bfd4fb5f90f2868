"""The app `embeds`."""

from django.apps import AppConfig


class EmbedsConfig(AppConfig):
    name = "games.embeds"
