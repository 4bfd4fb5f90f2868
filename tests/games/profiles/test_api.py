"""Users through the JSON API: the caller, others by name, following, and ratings."""

from __future__ import annotations

import pytest

from accounts.models import Privacy
from accounts.services import guests
from games.ladders.models import Ladder, Rating
from tests.helpers.matches import person
from tests.helpers.programs import Program, refusal

pytestmark = pytest.mark.django_db


def test_me_endpoint_shows_user_and_token_scopes() -> None:
    me = Program(person("Anna"), "play").read("me/")
    assert (me["username"], me["guest"], me["may_play"]) == ("Anna", False, True)
    assert me["token"]["scopes"] == ["read", "play"]
    assert "tavola_" not in str(me)


def test_people_are_found_and_followed() -> None:
    anna = Program(person("Anna"))
    person("Berta")
    (found,) = anna.read("people/", "name=ber")
    assert (found["username"], found["follows"]) == ("Berta", False)
    assert refusal(anna.get("people/", "name=b")) == (400, "name-too-short")
    for _ in range(2):
        assert anna.does("people/Berta/follow/", method="put")["follows"]
    assert [one["username"] for one in anna.read("me/following/")] == ["Berta"]
    assert not anna.does("people/Berta/follow/", method="delete")["follows"]
    assert anna.read("me/following/") == []
    assert refusal(anna.ask("put", "people/Anna/follow/")) == (409, "cannot-follow")


def test_profile_is_public_in_api() -> None:
    person("Berta")
    shown = Program().read("people/berta/")
    assert (shown["username"], shown["here"], shown["match"]) == ("Berta", False, None)
    assert "email" not in shown
    assert Program().read(f"people/{guests.new_guest().username}/")["guest"]


def test_ratings_in_api_respect_privacy() -> None:
    anna, berta = person("Anna"), person("Berta")
    ladder = Ladder.objects.create(game="babel", size="2")
    Rating.objects.create(ladder=ladder, user=berta, value=1612, matches=12, wins=7, career=12)
    (rating,) = Program().read("people/Berta/ratings/")
    assert (rating["rating"], rating["provisional"]) == (1612, False)
    Privacy.objects.create(user=berta, ratings="members")
    assert refusal(Program().get("people/Berta/ratings/")) == (403, "kept-private")
    assert len(Program(anna).read("people/Berta/ratings/")) == 1
