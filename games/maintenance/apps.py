"""The app `maintenance`."""

from core import features


class MaintenanceConfig(features.Feature):
    name = "games.maintenance"
