import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts.services.names import clean_about, clean_display_name, validate_username


@pytest.mark.parametrize(
    "name", ["Max", "max_w", "a-b", "_max_", "123", "x" * 20, "Robot", "modest", "Administrate"]
)
def test_valid_username_is_accepted(name: str) -> None:
    validate_username(name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "username_length"),
        ("ab", "username_length"),
        ("x" * 21, "username_length"),
        ("max w", "username_characters"),
        ("max\n", "username_characters"),
        ("müller", "username_characters"),
        ("mаx", "username_characters"),
        ("max@x.org", "username_characters"),
        ("---", "username_empty"),
        ("admin", "username_reserved"),
        ("ADMIN", "username_reserved"),
        ("_ad-min_", "username_reserved"),
        ("Tavola2", "username_reserved"),
        ("bot", "username_reserved"),
        ("bot-easy", "username_reserved"),
        ("system", "username_reserved"),
        ("deleted-7", "username_reserved"),
        ("anonymous", "username_reserved"),
    ],
)
def test_invalid_username_is_refused_with_sentence(name: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_username(name)
    assert refused.value.code == code
    assert refused.value.messages[0].endswith(".")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("", ""),
        ("   ", ""),
        ("  Anna \t von\n Ems ", "Anna von Ems"),
        ("Zoe\u0308", "Zoë"),
        ("민준", "민준"),
        ("Łucja", "Łucja"),
        ("Иван", "Иван"),
        ("Иван Ivan", "Иван Ivan"),
        ("\u0e19\u0e49\u0e33", "\u0e19\u0e49\u0e33"),
        ("Anna ❤\ufe0f", "Anna ❤"),
        ("x" * 30, "x" * 30),
        ("Robot 7", "Robot 7"),
    ],
)
def test_display_name_is_normalized(typed: str, kept: str) -> None:
    assert clean_display_name(typed) == kept


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("x" * 31, "display_name_length"),
        ("An\u200bna", "text_unseen"),
        ("\u202eannA", "text_unseen"),
        ("Anna\u2066", "text_unseen"),
        ("An\x00na", "text_unseen"),
        ("\u3164", "text_unseen"),
        ("می\u200cخواهم", "text_unseen"),
        ("Anna 👨\u200d👧", "text_unseen"),
        ("\ue000Anna", "text_unseen"),
        ("a" + "\u0316" * 4, "text_marks"),
        ("…", "display_name_empty"),
        ("Аnna", "display_name_mixed"),
        ("Tavola", "display_name_reserved"),
        ("- Ａdmin -", "display_name_reserved"),
        ("Bot", "display_name_reserved"),
    ],
)
def test_invalid_display_name_is_refused_with_sentence(typed: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        clean_display_name(typed)
    assert refused.value.code == code
    assert refused.value.messages[0].endswith(".")


@given(st.text(max_size=40))
def test_cleaning_display_name_is_idempotent(typed: str) -> None:
    try:
        kept = clean_display_name(typed)
    except ValidationError:
        return
    assert clean_display_name(kept) == kept
    assert len(kept) <= 30


def test_about_keeps_lines_and_refuses_invisible_characters() -> None:
    assert clean_about("  One \r\n\r\n\r\n\r\n two  words ") == "One\n\ntwo words"
    for typed in ("x" * 301, "a\u202eb", "a\x07b"):
        with pytest.raises(ValidationError):
            clean_about(typed)


@pytest.mark.parametrize(
    "text",
    [
        "family 👨\u200d👩\u200d👧 evening",
        "🤷\u200d♀",
        "🙂\u200d↔",
        "می\u200cخواهم PDF\u200cها",
        "क्\u200dष",
    ],
)
def test_about_keeps_characters_that_join(text: str) -> None:
    assert clean_about(text) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("see you\u200f soon", "Remove the invisible character U+200F in “you”."),
        ("a\u200db c", "Remove the invisible character U+200D in “ab”."),
        ("👩\u200c👧", "Remove the invisible character U+200C in “👩👧”."),
        ("می\u200c", "Remove the invisible character U+200C in “می”."),
        ("\u200d👧", "Remove the invisible character U+200D in “👧”."),
        ("a \u202e", "Remove the invisible character U+202E in “…”."),
        ("{a}\u202e", "Remove the invisible character U+202E in “a”."),
    ],
)
def test_refused_text_names_invisible_character(text: str, sentence: str) -> None:
    with pytest.raises(ValidationError) as refused:
        clean_about(text)
    assert refused.value.messages == [sentence]
