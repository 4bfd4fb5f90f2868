"""One world for all tests of a module; whoever changes it takes the change back."""

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
    """Everything there is, gone after the module."""
    with django_db_blocker.unblock(), made_for_a_while() as world:
        yield world


@pytest.fixture(scope="module")
def clients(world: World) -> dict[str, Client]:
    """Everybody's browser, signed in."""
    return {role: client_of(world, role) for role in ROLES}


@pytest.fixture(autouse=True)
def _pictures_are_their_svg(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """A PNG is made of its SVG and nothing else, by a process that takes longer than any page."""
    monkeypatch.setattr("games.embeds.rasterizer.draw", lambda svg: svg.encode())
    settings.PICTURES_A_MINUTE = 10**6


@pytest.fixture(autouse=True)
def _refusals_are_no_news(caplog: pytest.LogCaptureFixture) -> None:
    """Thousands of them are asked for here, and writing each down takes its time."""
    caplog.set_level(logging.ERROR, "django.request")
