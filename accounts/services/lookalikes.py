"""Names that look alike: one canonical form for all of them. Pure functions.

The letters are those Unicode's table of confusables (UTS 39) holds for the alphabets people write
in today; mathematical letters are left to NFKC, and historic ones are not handled. `look_of` is
that of a line of text; `skeleton_of` is that of a name, in which separators, accents and digits
for letters make no other name either.
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
# Of the Japanese scripts, which one word may mix: what looks alike in two of them.
KANA = "ヘへ ベべ ペぺ ロ口 カ力 ニ二 エ工 タ夕 ト卜 ハ八 チ千 オ才 ー一 ミ三 リり"
SIGNS |= {pair[1]: pair[0] for pair in KANA.split()}
PAIRS = (("rn", "m"), ("vv", "w"))
# Digits that people write for letters, no two for one letter, so that numbers stay different; and
# letters with a stroke, which is no accent that could be taken off.
LETTERS_MEANT = str.maketrans("2345789iłøđħŧ", "zeastbgllodht")


def look_of(name: str) -> str:
    """The canonical form of a line; two lines with the same one look alike."""
    return _look(unicodedata.normalize("NFKC", name))


def skeleton_of(name: str) -> str:
    """The canonical form of a name; nobody has a name with the skeleton of another's.

    Only letters and digits count. Accents of the European alphabets do not, nor do digits set high
    or low, nor the difference of i and l, which their capitals lack.
    """
    shown = "".join(sign for sign in name if not _is_decoration(sign)) or name
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", shown))
    bare = "".join(sign for sign in plain if not "\u0300" <= sign <= "\u036f")
    letters = (sign for sign in bare if unicodedata.category(sign)[0] in "LMN")
    return _look(unicodedata.normalize("NFC", "".join(letters))).translate(LETTERS_MEANT)


def _is_decoration(sign: str) -> bool:
    """A digit that is set high or low: a name is not another one by a ² behind it."""
    kind = unicodedata.decomposition(sign).split(" ")[0]
    return kind in ("<super>", "<sub>") and unicodedata.category(sign) == "No"


def _look(line: str) -> str:
    shown = "".join(_look_of_sign(sign) for sign in line)
    for pair, letter in PAIRS:
        shown = shown.replace(pair, letter)
    return unicodedata.normalize("NFC", shown)


def _look_of_sign(sign: str) -> str:
    return SIGNS.get(sign) or "".join(SIGNS.get(one, one) for one in sign.casefold())
