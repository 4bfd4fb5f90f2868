"""Rules for names and profile texts. Pure functions: nothing here reads the database."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.services.reserved_names import is_reserved

USERNAME_MIN = 3
USERNAME_MAX = 20
DISPLAY_NAME_MAX = 30
ABOUT_MAX = 300
BOT_MARK = "[bot]"
"""The end of every bot account's name, and of no other name."""

# Letters without any visible shape.
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
# Variation selectors, which emoji keyboards add.
VARIATIONS = dict.fromkeys(range(0xFE00, 0xFE10))
# Alphabets that hold look-alikes of each other.
LOOKALIKES = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU")
MARKS_IN_A_ROW = 3
NON_JOINER, JOINER = "\u200c", "\u200d"
COLOURED = "\ufe0f"
"""Requests the emoji form of a character."""


def validate_username(value: str) -> None:
    """Check length, characters and reserved names; raise ValidationError."""
    if not USERNAME_MIN <= len(value) <= USERNAME_MAX:
        raise ValidationError(
            _("A username needs %(min)d to %(max)d characters."),
            "username_length",
            {"min": USERNAME_MIN, "max": USERNAME_MAX},
        )
    if not re.fullmatch(r"[A-Za-z0-9_-]+", value):
        raise ValidationError(
            _("A username can only contain the letters A to Z, digits, “_” and “-”."),
            "username_characters",
        )
    if not re.search(r"[A-Za-z0-9]", value):
        raise ValidationError(_("A username needs a letter or a digit."), "username_empty")
    if is_reserved(value):
        raise ValidationError(
            _("This username is reserved. Choose another one."), "username_reserved"
        )


def clean_display_name(value: str, most: int = DISPLAY_NAME_MAX) -> str:
    """Return the name to store of a user, a club or an event, or ""; raise ValidationError."""
    name = _normalize(" ".join(value.split()))
    if not name:
        return ""
    # Some characters stand for several letters, and count as these.
    if max(len(name), len(unicodedata.normalize("NFKC", name))) > most:
        raise ValidationError(
            _("A name can have at most %(max)d characters."),
            "display_name_length",
            {"max": most},
        )
    _require_visible(name)
    if not any(_is_letter_or_digit(sign) for sign in name):
        raise ValidationError(_("A name needs a letter or a digit."), "display_name_empty")
    if any(_mixes_lookalikes(word) for word in name.split()):
        raise ValidationError(_("Use only one alphabet within a word."), "display_name_mixed")
    if is_reserved(name) or BOT_MARK in unicodedata.normalize("NFKC", name).casefold():
        raise ValidationError(
            _("This name is reserved. Choose another one."), "display_name_reserved"
        )
    return name


def clean_about(value: str, most: int = ABOUT_MAX) -> str:
    """Return a text about a user or a club, as it is stored; raise ValidationError.

    Args:
        value: The text as typed; it may have several lines.
        most: The most characters.
    """
    lines = [" ".join(line.split()) for line in _normalize(value).splitlines()]
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    if len(text) > most:
        raise ValidationError(
            _("Use at most %(max)d characters."),
            "about_length",
            {"max": most},
        )
    _require_visible(text.replace("\n", " "), joined=True)
    return text


def joins(text: str, place: int) -> bool:
    """Return whether the character there joins emoji, or shapes letters next to it as in Persian.

    Latin letters are not shaped by their neighbours, so between them it would only hide.
    """
    if text[place] not in (NON_JOINER, JOINER) or not 0 < place < len(text) - 1:
        return False
    before, after = text[place - 1], text[place + 1]
    kinds = [unicodedata.category(sign) for sign in (before, after)]
    if kinds[1][0] == "S":
        return text[place] == JOINER and (kinds[0][0] == "S" or before == COLOURED)
    # Scripts whose letters join have no capital letters.
    return "Lo" in kinds and all(kind[0] in "LMN" for kind in kinds)


def _normalize(text: str) -> str:
    return unicodedata.normalize("NFC", text.translate(VARIATIONS))


def _require_visible(text: str, *, joined: bool = False) -> None:
    """Refuse control and format characters, such as text reversal, and stacked accents.

    Args:
        text: The text, in one line.
        joined: Whether characters may stay that join those next to them.
    """
    for place, sign in enumerate(text):
        if not _is_visible(sign) and not (joined and joins(text, place)):
            word = text[:place].split(" ")[-1] + text[place:].split(" ")[0]
            # Without braces, since a refusal fills in its sentence.
            seen = "".join(one for one in word if _is_visible(one) and one not in "{}")
            raise ValidationError(
                _("Remove the invisible character %(code)s in “%(word)s”."),
                "text_unseen",
                {"code": f"U+{ord(sign):04X}", "word": seen[:DISPLAY_NAME_MAX] or "…"},
            )
    in_a_row = 0
    for sign in text:
        in_a_row = in_a_row + 1 if unicodedata.category(sign)[0] == "M" else 0
        if in_a_row > MARKS_IN_A_ROW:
            raise ValidationError(
                _("There are too many accents on one letter. Remove some."), "text_marks"
            )


def _is_visible(sign: str) -> bool:
    return sign not in BLANKS and unicodedata.category(sign)[0] != "C"


def _is_letter_or_digit(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LN"


def _mixes_lookalikes(word: str) -> bool:
    scripts = {
        unicodedata.name(sign, "").split(" ")[0]
        for sign in word
        if unicodedata.category(sign)[0] == "L"
    }
    return len(scripts.intersection(LOOKALIKES)) > 1
