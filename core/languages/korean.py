"""Korean particles, chosen by the sound of the word before them.

A translator cannot know which word comes before a particle in a formatted sentence: “사과를” but
“수박을”. The catalogue contains both, as is usual in Korean, `{card}을(를)`, and the sentence
chooses when it is formatted. Markers: 을(를), 이(가), 은(는), 과(와), 아(야), 이에요(예요), and
(으) or (이) before anything, as in (으)로 and (이)나.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

PAIRS = {"을": "를", "이": "가", "은": "는", "과": "와", "아": "야"}
"""After a consonant → after a vowel."""
MARKER = re.compile(
    "|".join(
        f"(?:{closed}\\({opened}\\)|{opened}\\({closed}\\))" for closed, opened in PAIRS.items()
    )
    + "|이에요\\(예요\\)|\\((?:으|이)\\)(?=[가-힣])"
)
UNREAD = re.compile(
    r"(?:<[^<>]*>|\([^()]*\)|&(?:quot|#x27|#39|gt|lt);|[\s”’\"'»」』\]…·.,!?:;*_])\Z"
)
"""Endings of a word that are not read aloud: a tag, a remark in brackets, quotation marks."""
LONGEST_TAIL = 160
"""Number of characters before a particle in which the word is searched."""

SYLLABLES = range(ord("가"), ord("힣") + 1)
FINALS = 28
"""A syllable's number modulo this is its final consonant; 0 means none."""
RIEUL = 8
DIGITS = {
    "0": 21,
    "1": RIEUL,
    "2": 0,
    "3": 16,
    "4": 0,
    "5": 0,
    "6": 1,
    "7": RIEUL,
    "8": RIEUL,
    "9": 0,
}
"""영 일 이 삼 사 오 육 칠 팔 구, by the number of their final consonant."""
POWERS = ((12, 0), (8, 1), (4, 4), (3, 4), (2, 1), (1, 17))
"""Zeros at the end → 조 억 만 천 백 십."""
READ_AS = {"%": 0, "½": RIEUL}
"""퍼센트, 이분의 일."""
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?\Z")
LATIN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ÿ]+\Z")
LETTERS = {"L": RIEUL, "M": 16, "N": 4, "R": RIEUL}
"""Letters that are spelled out and end in a consonant: 엘 엠 엔 알."""
ENDINGS = (
    ("ng", 21),
    *((end, 0) for end in ("gn", "rb", "rt", "lt", "nt", "st", "ft", "ct", "pt", "nk", "sk", "lp")),
    *((end, 1) for end in ("ck", "ac", "ec", "ic", "oc", "uc", "ak", "ek", "ik", "ok", "uk")),
    *((end, 17) for end in ("ab", "eb", "ib", "ob", "ub", "ap", "ep", "ip", "op", "up")),
    *((end, 19) for end in ("at", "et", "it", "ot", "ut", "tt")),
    ("l", RIEUL),
    ("m", 16),
    ("n", 4),
)
"""Approximate final sound of Latin words in Korean, by their last letters: 벤, 잭, 밥; 안나."""

_UNITS = (("an hour", "시간"), ("a minute", "분"), ("a second", "초"))
TIMES: dict[str | tuple[str, int], str] = {", ": " ", "%(delta)s from now": "%(delta)s 뒤"}
TIMES |= {(f"{one} ago", 0): f"%(count)s{unit} 전" for one, unit in _UNITS}
TIMES |= {(f"{one} from now", 0): f"%(count)s{unit} 뒤" for one, unit in _UNITS}
"""Django's words for spans of time, as Koreans write them: 1분 전, 4분 뒤, 1주 2일."""


def final_of(text: str) -> int | None:
    """Return the final consonant of a text's last word: 0 for none, None if it is unknown."""
    tail = text[-LONGEST_TAIL:]
    while found := UNREAD.search(tail):
        tail = tail[: found.start()]
    if not tail:
        return None
    if ord(tail[-1]) in SYLLABLES:
        return (ord(tail[-1]) - SYLLABLES.start) % FINALS
    if tail[-1] in READ_AS:
        return READ_AS[tail[-1]]
    if number := NUMBER.search(tail):
        return _final_of_number(number.group())
    if word := LATIN.search(tail):
        return _final_of_latin(word.group())
    return None


def _final_of_number(number: str) -> int:
    whole = number.replace(",", "")
    zeros = 0 if "." in whole else len(whole) - len(whole.rstrip("0"))
    if zeros == len(whole):
        return DIGITS["0"]
    return next((final for least, final in POWERS if zeros >= least), DIGITS[whole[-1]])


def _final_of_latin(word: str) -> int:
    if len(word) == 1 or word.isupper():
        return LETTERS.get(word[-1].upper(), 0)
    return next((final for ending, final in ENDINGS if word.lower().endswith(ending)), 0)


def particle(marker: str, after: str, final: int) -> str:
    """Return a marker's particle after a word with this final consonant."""
    if marker.startswith("이에요"):
        return "이에요" if final else "예요"
    if marker.startswith("("):
        # 로 follows ㄹ as it follows a vowel.
        glides = final == RIEUL and marker == "(으)" and after.startswith("로")
        return marker[1] if final and not glides else ""
    one, other = marker[0], marker[2]
    closed, opened = (one, other) if one in PAIRS else (other, one)
    return closed if final else opened


def with_particles(text: str, more_to_fill: bool = False) -> str:
    """Return a text with the particles that fit the words before them.

    Args:
        text: The text with markers.
        more_to_fill: Keep markers after “}”, whose word is not filled in yet.
    """
    pieces: list[str] = []
    done = ""
    at = 0
    for found in MARKER.finditer(text):
        before = text[at : found.start()]
        done = (done + before)[-2 * LONGEST_TAIL :]
        if (more_to_fill and before.endswith("}")) or not done.strip():
            chosen = found.group()
        else:
            # Names in other scripts and emoji: the form after a vowel is the easier one to read.
            chosen = particle(found.group(), text[found.end() :][:1], final_of(done) or 0)
        pieces += (before, chosen)
        done += chosen
        at = found.end()
    return "".join((*pieces, text[at:]))


class Sentence(str):
    """A sentence of the catalogue that chooses its particles when it is formatted."""

    __slots__ = ()

    def __str__(self) -> str:
        return self

    def format(self, *args: object, **kwargs: object) -> str:
        return with_particles(super().format(*args, **kwargs))

    def format_map(self, mapping: Mapping[str, object], /) -> str:  # type: ignore[override]  # typeshed wants its private protocol
        return with_particles(super().format_map(mapping))

    def __mod__(self, values: object, /) -> str:
        """Format with `%`; some sentences are formatted again, for names after a number."""
        filled = with_particles(super().__mod__(values), more_to_fill=True)
        return Sentence(filled) if MARKER.search(filled) else filled
