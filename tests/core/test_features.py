"""Every app loads its receivers and privacy rules at start."""

from django.apps import apps
from django.utils.module_loading import module_has_submodule

from core.features import Feature


def test_app_with_receivers_or_privacy_is_feature() -> None:
    found = [
        app
        for app in apps.get_app_configs()
        if app.name.startswith(("accounts", "games."))
        and any(module_has_submodule(app.module, name) for name in ("privacy", "receivers"))
    ]
    assert len(found) > 10
    assert [app.name for app in found if not isinstance(app, Feature)] == []
