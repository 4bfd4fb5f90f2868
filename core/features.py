"""The base of the configuration of the site's own apps."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.module_loading import module_has_submodule


class Feature(AppConfig):
    """An app that adds to the packages below it, in modules with fixed names.

    `receivers` connects to signals and fills registries; `privacy` says what the app stores about
    a user. Both are loaded when all models are. `urls` is collected by `games.urls`.
    """

    def ready(self) -> None:
        for name in ("privacy", "receivers"):
            if module_has_submodule(self.module, name):
                import_module(f"{self.name}.{name}")
