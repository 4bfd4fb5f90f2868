"""One world for all tests of a module; a test that changes it must undo the change."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from tests.safety.asking import client_of
from tests.safety.world import ROLES, World, made_for_a_while


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Make the world, and remove it after the module."""
    with django_db_blocker.unblock(), made_for_a_while() as world:
        yield world


@pytest.fixture(scope="module")
def clients(world: World) -> dict[str, Client]:
    """Return a signed-in client for each role."""
    return {role: client_of(world, role) for role in ROLES}


@pytest.fixture(scope="module")
def csrf_clients(world: World) -> dict[str, Client]:
    """Return a signed-in client that checks CSRF tokens, for each role that tests of forms use."""
    return {role: client_of(world, role, enforce_csrf_checks=True) for role in ("player", "admin")}


@pytest.fixture(autouse=True)
def _pictures_are_their_svg(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """Return the SVG in place of a PNG: a PNG depends only on its SVG, and takes long to make."""
    monkeypatch.setattr("games.embeds.rasterizer.draw", lambda svg: svg.encode())
    settings.PICTURES_A_MINUTE = 10**6


@pytest.fixture(autouse=True)
def _refusals_are_no_news(caplog: pytest.LogCaptureFixture) -> None:
    """Log no refusals: these tests cause thousands."""
    caplog.set_level(logging.ERROR, "django.request")
