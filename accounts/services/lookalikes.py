"""Names that look alike: one form for all that an eye takes for the same. Pure functions.

The letters are those Unicode's table of confusables (UTS 39) holds for the alphabets people write
in today; historic ones and mathematical letters are left to NFKC or to the reader's sharp eye.
"""

from __future__ import annotations

import unicodedata

# Looked up before capitals are folded: a Cyrillic В looks like a B, a small в like nothing else.
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
    """What a name looks like at a glance: two names of one look pass for each other."""
    shown = "".join(_look(sign) for sign in unicodedata.normalize("NFKC", name))
    for pair, letter in PAIRS:
        shown = shown.replace(pair, letter)
    return unicodedata.normalize("NFC", shown)


def rough_look_of(name: str) -> str:
    """The same for an eye that does not tell i from l: what passes for a name of the house."""
    letters = (sign for sign in look_of(name) if unicodedata.category(sign)[0] in "LN")
    return "".join(letters).replace("i", "l")


def _look(sign: str) -> str:
    return SIGNS.get(sign) or "".join(SIGNS.get(one, one) for one in sign.casefold())
