"""A removed name disappears from every table."""

import pytest
from django.contrib.auth.models import Group

from accounts.models import User
from accounts.services import sanctions
from games.matches.models import Player
from tests.helpers.matches import committed, fresh, opened, people, person, play_on, started

pytestmark = pytest.mark.django_db


def test_removed_name_disappears_from_all_tables() -> None:
    rude, anna = people("RudeWord", "Anna")
    over = started(rude, anna)
    play_on(over)
    assert "rudeword" in fresh(over).words
    started(rude, anna, seed=2)
    opened(rude)
    mod = person("Clara")
    mod.groups.add(Group.objects.get(name="moderator"))
    with committed():
        sanctions.rename(User.objects.get(pk=mod.pk), rude, "Insulting.")
    name = User.objects.get(pk=rude.pk).username
    assert set(Player.objects.filter(user=rude).values_list("name", flat=True)) == {name}
    assert fresh(over).words.split() == sorted(["anna", name])
