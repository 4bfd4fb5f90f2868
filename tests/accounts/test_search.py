"""Users are found by any part of their names, also with typos."""

from __future__ import annotations

import pytest

from accounts.models import NamePart, User
from accounts.refusals import NameTooShort
from accounts.services import blocks, guests, search
from accounts.services.search import people_called
from tests.helpers.matches import people, person

pytestmark = pytest.mark.django_db


def called(viewer: User, typed: str) -> list[str]:
    return [user.username for user in people_called(viewer, typed)]


def named(username: str, display_name: str) -> User:
    user = person(username)
    user.display_name = display_name
    user.save()
    return user


@pytest.mark.parametrize(
    "typed",
    [
        *("mar", "MAR", "  mar ", "@mar", "Má", "Μarco", "m4r"),
        pytest.param("rnar", id="rn, which looks like m"),
    ],
)
def test_name_that_begins_so_in_any_spelling_comes_first(typed: str) -> None:
    viewer, *_others = people("Anna", "Marco_Polo", "Omar")
    assert called(viewer, typed)[:1] == ["Marco_Polo"]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        *(("ert", ["Berta"]), ("er", ["Berta", "Gustav_Adler"]), ("olo", ["Marco_Polo"])),
        *(("adler", ["Gustav_Adler"]), ("cop", ["Marco_Polo"]), ("avad", ["Gustav_Adler"])),
        ("arn", ["Barn"]),
        *(("brta", ["Berta"]), ("bertta", ["Berta"]), ("breta", ["Berta"]), ("berda", ["Berta"])),
        *(("alder", ["Gustav_Adler"]), ("gustv adlre", ["Gustav_Adler"]), ("barta", ["Berta"])),
        *(("bxxta", []), ("brt", []), ("marcopoloo", ["Marco_Polo"])),
    ],
)
def test_any_part_and_typos_find_name(typed: str, found: list[str]) -> None:
    viewer, *_others = people("Zoe0", "Berta", "Marco_Polo", "Gustav_Adler", "Barn")
    assert called(viewer, typed) == found


@pytest.mark.on_postgresql
def test_whole_names_come_before_beginnings_parts_and_typos() -> None:
    viewer, *_others = people("Zora", "Linda", "Melinda", "Lindau", "Lynda", "Otto_Linda")
    assert called(viewer, "linda") == ["Linda", "Lindau", "Otto_Linda", "Melinda", "Lynda"]


def test_changed_and_deleted_names_are_no_longer_found() -> None:
    viewer, other = person("Anna"), named("gx77", "Bella Italia")
    other.display_name = "BellaItalia"
    other.save(update_fields=["display_name"])
    assert called(viewer, "itlia") == [], "no longer a word of its own"
    assert called(viewer, "italia") == ["gx77"]
    other.display_name = "Carla"
    other.save(update_fields=["display_name"])
    assert called(viewer, "italia") == []
    other.delete()
    assert NamePart.objects.exclude(claim__user=viewer).count() == 0


@pytest.mark.on_postgresql
def test_part_of_very_many_names_still_finds_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "COMMON", 2)
    monkeypatch.setattr(search, "READ", 3)
    viewer, *_others = people("Anna", *(f"Player_{n}x" for n in "abcde"), "Player")
    assert called(viewer, "player")[0] == "Player"
    assert len(called(viewer, "layer")) == 3
    assert called(viewer, "player_cx") == ["Player_cx"]


def test_prefix_ending_in_half_lookalike_pair_finds_name() -> None:
    """The letters "rn" look like "m": "bar" finds Barn, but not Bamboo."""
    viewer, *_others = people("Anna", "Barn", "Bamboo")
    assert called(viewer, "bar") == ["Barn"]
    assert called(viewer, "bam") == ["Barn", "Bamboo"], "a lookalike prefix matches"


def test_display_name_is_found_once_per_user() -> None:
    viewer = person("Anna")
    named("gx77", "Bella Italia")
    named("bella_b", "Bella B")
    assert called(viewer, "bella i")[0] == "gx77"
    assert called(viewer, "bella") == ["bella_b", "gx77"]


def test_exact_name_is_listed_first() -> None:
    viewer, *_others = people("Anna", "Abba", "Abbacus", "Abb")
    assert called(viewer, "abb") == ["Abb", "Abba", "Abbacus"]


def test_closed_blocked_and_guest_users_and_addresses_are_not_found() -> None:
    viewer, blocked, closed, other = people("Anna", "Zora_B", "Zora_C", "Zora_O")
    blocks.block(viewer, blocked)
    closed.is_active = False
    closed.save()
    blocks.block(other, viewer)
    assert called(viewer, "zora") == ["Zora_O"], "a user who blocked the viewer is still found"
    guest = guests.new_guest()
    assert called(viewer, guest.username) == []
    assert called(viewer, "zora_o@example.org") == [], "addresses are not searched"
    assert called(viewer, "example") == []


@pytest.mark.parametrize("typed", ["", "z", "__", "́", "%", "\x00", "👩‍🚀👩‍🚀"])
def test_too_short_search_is_refused(typed: str) -> None:
    with pytest.raises(NameTooShort):
        people_called(person("Anna"), typed)


def test_odd_search_text_finds_nothing() -> None:
    viewer = person("Anna")
    for typed in ("x" * 5000, "a%b", "a_b\x00", "%%%abc"):
        assert called(viewer, typed) == []
