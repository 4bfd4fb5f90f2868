"""Names that look alike: what an eye takes for the same, and that nobody gets such a name."""

import unicodedata

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.services.lookalikes import LETTERS, look_of, rough_look_of
from accounts.services.names import (
    DELETED_PLAYER,
    clean_display_name,
    is_reserved,
    validate_username,
)
from accounts.services.people import looks_taken
from tests.helpers.matches import person, signed_in

NAMES = ("Ali", "ALI", "Ian", "Neil", "Lili", "Arno", "Amir", "Milo", "Illy", "Nulli", "Youri")
LETTER = "abcdefghijklmnopqrstuvwxyz"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Аnnа"),
        ("Sara", "Ѕага"),
        ("Max_O", "max_0"),
        ("annaI", "annal"),
        ("anna1", "annal"),
        ("modem", "modern"),
        ("vvilly", "willy"),
        ("Ａnna", "anna"),
        ("ԛueen", "queen"),
    ],
)
def test_what_looks_the_same_has_one_look(one: str, other: str) -> None:
    assert look_of(one) == look_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "Änna"), ("Иван", "Ivan"), ("민준", "민중"), ("annai", "annal"), ("Вера", "Bepa")],
)
def test_what_can_be_told_apart_can(one: str, other: str) -> None:
    assert look_of(one.lower()) != look_of(other.lower())


def test_no_sign_stands_for_two_letters() -> None:
    signs = "".join(LETTERS.values())
    assert len(signs) == len(set(signs))
    assert set(LETTERS) == set(LETTER)
    assert not any(sign.isascii() for sign in signs)


@given(st.text(max_size=40))
def test_however_a_name_is_typed_its_look_is_one(name: str) -> None:
    looks = {look_of(unicodedata.normalize(form, name)) for form in ("NFC", "NFD", "NFKC", "NFKD")}
    assert len(looks) == 1
    assert unicodedata.is_normalized("NFC", looks.pop())


@given(st.text(alphabet=LETTER + LETTER.upper(), min_size=1, max_size=12), st.data())
def test_letters_swapped_for_their_doubles_keep_the_look(name: str, data: st.DataObject) -> None:
    folded = name.lower()
    swapped = "".join(data.draw(st.sampled_from([sign, *LETTERS[sign]])) for sign in folded)
    assert look_of(swapped) == look_of(folded)


@given(st.sampled_from(["admin", "tavola", "moderator", "goneplayer", "deleted"]), st.data())
def test_no_name_passes_for_the_house_or_for_those_who_are_gone(
    word: str, data: st.DataObject
) -> None:
    signs = [data.draw(st.sampled_from([sign, sign.upper(), *LETTERS[sign]])) for sign in word]
    between = data.draw(st.sampled_from(["", " ", "-", "_", "."]))
    number = data.draw(st.sampled_from(["", "7", " 12"]))
    name = between.join(signs) + number
    assert is_reserved(name), name
    with pytest.raises(ValidationError):
        clean_display_name(name)


@pytest.mark.parametrize(
    "name",
    ["Gone-Player", "g0ne_player", "GonePIayer", "guest7", "renamed-000001", "gone_7", "adm1n"],
)
def test_such_usernames_are_kept_for_the_house(name: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_username(name)
    assert refused.value.code == "username_reserved"
    assert is_reserved(DELETED_PLAYER)


def test_people_keep_their_everyday_names() -> None:
    for name in (
        "Bottrop",
        "Gonzo",
        "Adam",
        "Rootsie",
        "Stuff",
        "Modest",
        "Hostess",
        "Guesting",
        *NAMES,
    ):
        assert not is_reserved(name), name
    assert rough_look_of("Li-Il") == "llll"


def test_a_wide_sign_counts_as_what_it_stands_for() -> None:
    with pytest.raises(ValidationError) as refused:
        clean_display_name("\ufdfa\ufdfa")
    assert refused.value.code == "display_name_length"


@pytest.mark.django_db
def test_nobody_gets_a_name_that_looks_takens() -> None:
    max_0 = person("Max_0")
    assert max_0.look == "max_o"
    form = {"email": "new@example.org", "password1": "seven quiet towers"}
    refused = Client().post("/accounts/signup/", {**form, "username": "mAx_O"})
    assert "looks just like this one" in refused.content.decode()
    assert User.objects.count() == 1
    anna = person("Anna")
    page = signed_in(anna).post("/settings/profile/", {"display_name": "Мах_0", "language": ""})
    assert "Somebody else has this" in page.content.decode()
    assert not looks_taken("Max_0", max_0.pk), "one's own name is one's own"


@pytest.mark.django_db
def test_a_look_follows_its_name() -> None:
    anna = person("Anna")
    anna.username = "Berta"
    anna.save(update_fields=["username"])
    assert User.objects.get().look == "berta"
