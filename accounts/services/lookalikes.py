"""Canonical forms of names, equal for names that look alike. Pure functions.

The letters are those that Unicode's table of confusables (UTS 39) lists for alphabets in use today;
mathematical letters are left to NFKC, and historic ones are not handled. `look_of` is for a line of
text; `skeleton_of` is for a name, and also ignores separators, accents and digits used as letters.
"""

from __future__ import annotations

import unicodedata

# Looked up before case folding: a Cyrillic В looks like a B, a small в like nothing else.
LETTERS = {
    "a": "ɑΑαАаᎪᗅꓮ",
    "b": "ƄΒВЬᏏᏴᑲᖯᗷꓐꞴ",
    "c": "СсᏟᴄⲤⲥꓚꮯ",
    "d": "ԁᎠᏧᑯᗞᗪꓒꓓ",
    "e": "ΕЕеҽᎬⴹꓰꬲ",
    "f": "ϜքᖴẝꓝꞘꞙꬵ",
    "g": "ƍɡԌցᏀᏳᶃꓖ",
    "h": "ΗНһհᎻᏂᕼⲎꓧ",
    "i": "ıɩɪιіӏᎥꙇꭵ",
    "j": "ͿϳЈјᎫᒍꓙꞲ",
    "k": "ΚКᏦⲔꓗ",
    "l": "ƖǀΙІӀ۱ᏞᒪⲒⳐⵏꓡꓲ",
    "m": "ΜϺМᎷᗰⲘꓟ",
    "n": "ΝոռⲚꓠ",
    "o": "ΟοσОоՕօ۵०০੦૦ଠ୦௦౦೦ഠ൦๐໐ဝ၀ჿᴏᴑⲞⲟⵔ〇ꓳꬽ",
    "p": "ΡρРрᏢᑭⲢⲣꓑ",
    "q": "ԛգզⵕ",
    "r": "ƦгᎡᏒᖇᴦⲅꓣꭇꭈꮁ",
    "s": "ƽЅѕՏᏕᏚꓢꜱꮪ",
    "t": "ΤТᎢⲦꓔ",
    "u": "ʋυՍսᑌᴜꓴꞟꭎꭒ",
    "v": "νѴѵ۷Ꮩᐯᴠⴸꓦꮩ",
    "w": "ɯѡԜԝաᎳᏔᴡꓪꮃ",
    "x": "ΧХхᕁᕽⲬⵝꓫꞳ",
    "y": "ɣʏΥγУуҮүყᎩᎽᶌỿⲨꓬꭚ",
    "z": "ΖᏃᴢꓜꮓ",
}
SIGNS = {sign: letter for letter, signs in LETTERS.items() for sign in signs}
SIGNS |= {"0": "o", "1": "l", "I": "l", "|": "l"}
# One word may mix the Japanese scripts: these look alike in two of them.
KANA = "ヘへ ベべ ペぺ ロ口 カ力 ニ二 エ工 タ夕 ト卜 ハ八 チ千 オ才 ー一 ミ三 リり"
SIGNS |= {pair[1]: pair[0] for pair in KANA.split()}
PAIRS = (("rn", "m"), ("vv", "w"))
# Digits written for letters, no two for one letter, so that numbers stay different; and letters
# with a stroke, which Unicode does not treat as an accent.
LETTERS_MEANT = str.maketrans("2345789iłøđħŧ", "zeastbgllodht")


def look_of(name: str) -> str:
    """Return the canonical form of a line; two lines with the same one look alike."""
    return _look(unicodedata.normalize("NFKC", name))


def skeleton_of(name: str) -> str:
    """Return the canonical form of a name; no two users' names share a skeleton.

    Only letters and digits count. Accents of the European alphabets are ignored, and so are
    superscript and subscript digits and the difference of i and l, which their capitals lack.
    """
    return _joined(_shown_letters(name)).translate(LETTERS_MEANT)


def letters_of(name: str) -> str:
    """Return a name as `skeleton_of` does, with pairs of letters that look like one kept apart."""
    return _shown_letters(name).translate(LETTERS_MEANT)


def without_signs(name: str) -> str:
    """Return a name without raised, lowered, circled and squared signs, such as ™ and Ⓡ."""
    return "".join(sign for sign in name if not _is_sign(sign))


def _shown_letters(name: str) -> str:
    """Return the letters and digits of a name as those that they look like."""
    if name.isascii():
        return "".join(filter(str.isalnum, name)).translate(ASCII)
    shown = "".join(_look_of_sign(sign) for sign in _letters_and_digits(name))
    return unicodedata.normalize("NFC", shown)


def _letters_and_digits(name: str) -> str:
    """Return the letters and digits of a name without decoration and accents."""
    shown = "".join(sign for sign in name if not _is_decoration(sign)) or name
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", shown))
    bare = "".join(sign for sign in plain if not "\u0300" <= sign <= "\u036f")
    letters = (sign for sign in bare if unicodedata.category(sign)[0] in "LMN")
    return unicodedata.normalize("NFC", "".join(letters))


def _is_sign(sign: str) -> bool:
    kind = unicodedata.decomposition(sign).split(" ")[0]
    return kind in ("<super>", "<sub>", "<circle>", "<square>")


def _is_decoration(sign: str) -> bool:
    """Return whether it is a superscript or subscript digit: "Max²" is no other name than "Max"."""
    kind = unicodedata.decomposition(sign).split(" ")[0]
    return kind in ("<super>", "<sub>") and unicodedata.category(sign) == "No"


def _look(line: str) -> str:
    return _joined("".join(_look_of_sign(sign) for sign in line))


def _joined(shown: str) -> str:
    """Return a line with the pairs of letters that look like one replaced by it."""
    for pair, letter in PAIRS:
        shown = shown.replace(pair, letter)
    return unicodedata.normalize("NFC", shown)


def _look_of_sign(sign: str) -> str:
    return SIGNS.get(sign) or "".join(SIGNS.get(one, one) for one in sign.casefold())


ASCII = {ord(sign): _look_of_sign(sign) for sign in map(chr, range(128))}
