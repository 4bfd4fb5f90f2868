"""Names that look the same are recognised and refused."""

import unicodedata

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from accounts.models.names import OLDER, SKELETON_LENGTH
from accounts.services.lookalikes import LETTERS, look_of, skeleton_of
from accounts.services.names import clean_display_name, validate_username
from accounts.services.reserved_names import DELETED_PLAYER, is_reserved
from games.titles.registry import all_games, bot_names

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
def test_lookalikes_have_same_canonical_form(one: str, other: str) -> None:
    assert look_of(one) == look_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "Änna"), ("Иван", "Ivan"), ("민준", "민중"), ("annai", "annal"), ("Вера", "Bepa")],
)
def test_different_looking_names_differ(one: str, other: str) -> None:
    assert look_of(one.lower()) != look_of(other.lower())


def test_no_lookalike_sign_belongs_to_two_letters() -> None:
    signs = "".join(LETTERS.values())
    assert len(signs) == len(set(signs))
    assert set(LETTERS) == set(LETTER)
    assert not any(sign.isascii() for sign in signs)


@given(st.text(max_size=40))
def test_canonical_form_ignores_unicode_normalization(name: str) -> None:
    looks = {look_of(unicodedata.normalize(form, name)) for form in ("NFC", "NFD", "NFKC", "NFKD")}
    assert len(looks) == 1
    assert unicodedata.is_normalized("NFC", looks.pop())


@given(st.text(alphabet=LETTER + LETTER.upper(), min_size=1, max_size=12), st.data())
def test_name_with_lookalike_letters_has_same_look(name: str, data: st.DataObject) -> None:
    folded = name.lower()
    swapped = "".join(data.draw(st.sampled_from([sign, *LETTERS[sign]])) for sign in folded)
    assert look_of(swapped) == look_of(folded)


@given(st.sampled_from(["admin", "tavola", "moderator", "goneplayer", "deleted"]), st.data())
def test_name_like_site_or_deleted_user_is_refused(word: str, data: st.DataObject) -> None:
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
def test_username_like_site_or_deleted_user_is_reserved(name: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_username(name)
    assert refused.value.code == "username_reserved"
    assert is_reserved(DELETED_PLAYER)


def test_everyday_names_are_not_reserved() -> None:
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
    assert skeleton_of("Li-Il") == "llll"


@pytest.mark.parametrize(
    "name",
    [
        *("The House", "house", "TheHouse", "Tavola team", "Haus", "das Haus", "api", "TeamTavola"),
        *("Anna, moderator", "Tavola Anna", "Moderatorin", "Team Offiziell", "real admin"),
        *("Tavola™", "Tavola\N{TRADE MARK SIGN}\ufe0f", "TavolaⓇ", "Adminᵀᴹ", "Ⓣavola", "Tavola🅫"),
        *("관리자", "운영자 7", "고객센터", "공식 타볼라", "손님", "Gelöscht"),
    ],
)
def test_display_name_like_site_is_reserved(name: str) -> None:
    with pytest.raises(ValidationError) as refused:
        clean_display_name(name)
    assert refused.value.code == "display_name_reserved"


def test_names_of_games_and_bots_are_reserved() -> None:
    for name in (*bot_names(), *(str(game.name) for game in all_games())):
        assert is_reserved(name), name
        assert is_reserved(name.upper()), name
    assert is_reserved("kabale-und-hiebe")
    with translation.override("ko"):
        korean = [str(game.name) for game in all_games()]
    assert all(map(is_reserved, korean))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Magnus_C", name) for name in ("MAGNUS-C", "magnus c", "Magnus_C²", "MagnusC")),
        *(("Sir Lancelot", name) for name in ("Sir Lance1ot", "sir_lancelot", "SlR LANCEL0T")),
        *(("Jürgen", name) for name in ("Jurgen", "JURGEN", "Jurg3n", "ᴶᵘʳᵍᵉⁿ")),
        *(("Łucja", name) for name in ("Lucja", "Iucja", "Lucja ❤")),
        *(("Susanne", name) for name in ("5u54nn3", "Ѕuѕanne")),
        ("ヘレン", "へレン"),
    ],
)
def test_lookalike_names_have_same_skeleton(one: str, other: str) -> None:
    assert skeleton_of(one) == skeleton_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("Max1", f"Max{digit}") for digit in "023456789"),
        *(("민준", "민중"), ("Иван", "Ivan"), ("กา", "กี"), ("はな", "ぱな"), ("Anna", "Hanna")),
    ],
)
def test_different_names_have_different_skeletons(one: str, other: str) -> None:
    assert skeleton_of(one) != skeleton_of(other)


@given(st.text(min_size=1, max_size=30))
def test_skeleton_fits_its_column_and_has_no_separator(name: str) -> None:
    skeleton = skeleton_of(name)
    assert len(unicodedata.normalize("NFKC", name)) > 30 or len(skeleton) <= SKELETON_LENGTH
    assert OLDER not in skeleton
    assert skeleton_of(skeleton) == skeleton or "|" in skeleton


def test_wide_sign_counts_as_its_expansion_in_display_name_length() -> None:
    with pytest.raises(ValidationError) as refused:
        clean_display_name("\ufdfa\ufdfa")
    assert refused.value.code == "display_name_length"
