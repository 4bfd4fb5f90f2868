"""Modules that some commands need in addition to those of the site."""

from __future__ import annotations

from importlib import import_module

from django.core.management.base import CommandError


def require(*modules: str) -> None:
    """Raise CommandError, with the command that installs them, if a module is missing."""
    missing = [module for module in modules if not _is_there(module)]
    if missing:
        names = ", ".join(missing)
        raise CommandError(f"Not installed: {names}. `make setup-dev` installs what is missing.")


def _is_there(module: str) -> bool:
    try:
        import_module(module)
    except ModuleNotFoundError:
        return False
    return True
