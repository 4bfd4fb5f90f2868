"""A host and a game night."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group

from accounts.models import User
from games.game_nights import services as game_nights
from games.game_nights.models import GameNight
from tests.helpers.matches import person


@pytest.fixture
def host(db: None) -> User:
    user = person("Hanna")
    user.groups.add(Group.objects.get(name="host"))
    return User.objects.get(pk=user.pk)


@pytest.fixture
def game_night(host: User) -> GameNight:
    return game_nights.open_game_night(host, "Thursday at the club")
