"""A title's own words for its name and its deal: shown in the reader's language everywhere."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy

from games.titles import registry
from games.titles.registry import all_games, game_of, newest, title_of
from tests.helpers.matches import only_bots

SLUG = "babel"


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    found, broken = registry._looked_up()
    named = replace(
        found[SLUG].title,
        # Words of the site in place of those of an outside game's catalogue.
        name=gettext_lazy("Vacation"),
        dealing=gettext_lazy("Cards"),
        dealt=gettext_lazy("Players"),
    )
    own = {**found, SLUG: replace(found[SLUG], title=named)}
    monkeypatch.setattr(registry, "_looked_up", lambda: (own, broken))


@pytest.mark.django_db
def test_title_is_named_in_readers_language(words: None) -> None:
    match = only_bots("easy", "easy", game=SLUG)
    for language, name, dealt in (("en", "Vacation", "Players"), ("de", "Urlaub", "Spieler")):
        with translation.override(language):
            assert game_of(SLUG).name == title_of(SLUG).game.name == name
            assert name in [game.name for game in all_games()]
        client = Client(headers={"Accept-Language": language})
        for address in (reverse("rules", args=[SLUG]), reverse("home")):
            assert name in client.get(address, follow=True).content.decode()
        table = client.get(match.get_absolute_url()).content.decode()
        assert f"<title>{name} · " in table
        assert f'<li class="muted">{dealt} ' in table
    # Records and refusals of the rules keep their name.
    assert newest(SLUG).game.name != "Vacation"
