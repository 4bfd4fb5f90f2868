"""People are found by how their names begin, and by nothing else."""

from __future__ import annotations

import pytest

from accounts.models import User
from accounts.refusals import NameTooShort
from accounts.services import blocks, guests
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
def test_a_beginning_finds_whatever_it_is_written_with(typed: str) -> None:
    viewer, *_others = people("Anna", "Marco_Polo", "Omar")
    assert called(viewer, typed) == ["Marco_Polo"]


def test_half_a_pair_that_looks_like_one_letter_finds_the_whole() -> None:
    """The look of Barn begins with bam, not with bar; that of Bamboo does not answer to bar."""
    viewer, *_others = people("Anna", "Barn", "Bamboo")
    assert called(viewer, "bar") == ["Barn"]
    assert called(viewer, "bam") == ["Barn", "Bamboo"], "a name that looks just so is whole"


def test_display_names_are_found_and_nobody_twice() -> None:
    viewer = person("Anna")
    named("gx77", "Bella Italia")
    named("bella_b", "Bella B")
    assert called(viewer, "bella i") == ["gx77"]
    assert called(viewer, "bella") == ["bella_b", "gx77"]


def test_a_whole_name_stands_first() -> None:
    viewer, *_others = people("Anna", "Abba", "Abbacus", "Abb")
    assert called(viewer, "abb") == ["Abb", "Abba", "Abbacus"]


def test_who_is_not_found() -> None:
    viewer, blocked, closed, other = people("Anna", "Zora_B", "Zora_C", "Zora_O")
    blocks.block(viewer, blocked)
    closed.is_active = False
    closed.save()
    blocks.block(other, viewer)
    assert called(viewer, "zora") == ["Zora_O"], "who blocked the viewer is found as ever"
    guest = guests.new_guest()
    assert called(viewer, guest.username) == []
    assert called(viewer, "zora_o@example.org") == [], "an address is no name"
    assert called(viewer, "example") == []


@pytest.mark.parametrize("typed", ["", "z", "__", "́", "%", "\x00", "👩‍🚀👩‍🚀"])
def test_too_little_is_refused(typed: str) -> None:
    with pytest.raises(NameTooShort):
        people_called(person("Anna"), typed)


def test_long_and_odd_names_only_find_nobody() -> None:
    viewer = person("Anna")
    for typed in ("x" * 5000, "a%b", "a_b\x00", "%%%abc"):
        assert called(viewer, typed) == []
