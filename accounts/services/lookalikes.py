"""Names that look alike: one canonical form for all of them. Pure functions.

The letters are those Unicode's table of confusables (UTS 39) holds for the alphabets people write
in today; mathematical letters are left to NFKC, and historic ones are not handled.
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
PAIRS = (("rn", "m"), ("vv", "w"))


def look_of(name: str) -> str:
    """The canonical form of a name; two names with the same one look alike."""
    shown = "".join(_look(sign) for sign in unicodedata.normalize("NFKC", name))
    for pair, letter in PAIRS:
        shown = shown.replace(pair, letter)
    return unicodedata.normalize("NFC", shown)


def rough_look_of(name: str) -> str:
    """The same for letters and digits only and without a difference of i and l."""
    letters = (sign for sign in look_of(name) if unicodedata.category(sign)[0] in "LN")
    return "".join(letters).replace("i", "l")


def _look(sign: str) -> str:
    return SIGNS.get(sign) or "".join(SIGNS.get(one, one) for one in sign.casefold())
