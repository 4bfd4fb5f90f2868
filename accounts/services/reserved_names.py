"""Reserved names: those of the site, its games and bots, and pronouns such as "everybody".

Names in other alphabets follow the English ones, in the languages of the site. Higher packages
register what they know, the names of games and bots, in `sources`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache

from accounts.services.lookalikes import look_of, skeleton_of, without_signs
from core.registry import Registry

# Roles that speak for the site: refused with any signs and digits around them, and joined with each
# other or an article (“Tavola team”, “TheHouse”, “haus_official”).
SITE_NAMES = (
    "admin admins administration administrator api bot bots haus host hosts house mod moderation"
    " moderator moderators official operator owner referee root server staff support sysadmin"
    " system tavola team webmaster"
    " administratorin betreiber inhaber kundendienst leitung moderatorin offiziell roboter"
    " schiedsrichter verwaltung"
    " 공식 공지 관리 관리자 봇 서버 시스템 심판 운영 운영자 운영진 운영팀 모더레이터"
    " 타볼라 지원팀 고객센터 하우스"
)
# One of these within a longer name is enough to refuse it (“Anna, moderator”).
ALSO_WITHIN = (
    "admin admins administrator administratorin moderator moderatorin moderators official offiziell"
    " sysadmin tavola webmaster 공식 관리자 운영자 운영진 모더레이터 타볼라"
)
JOINING = "the das der die real echte echter 진짜"
# The name of deleted accounts and names that resemble it: refused with digits too.
DELETED_PLAYER = "Gone player"
DELETED_NAMES = (
    "anonymous deleted deletedplayer deleteduser former formerplayer gone goneguest goneplayer"
    " guest guestplayer playergone anonym gast geloescht gelöscht 게스트 손님 탈퇴 익명"
)
# Words for other people or no person: refused unchanged.
RESERVED_WORDS = (
    "abuse all anyone everybody everyone everywhere help here info me new nobody none null player"
    " players postmaster public security settings somebody someone spectator undefined unknown you"
    " alle hilfe ich jeder jemand neu niemand spieler spielerin unbekannt zuschauer"
    " 모두 나 너 누구 도움 아무도 플레이어"
)
RESERVED_STARTS = tuple(
    f"{word}{sign}" for word in ("bot", "deleted", "gone", "guest", "renamed") for sign in "-_"
)
sources: Registry[Callable[[], Iterable[str]]] = Registry("reserved names")
"""Functions that return more names to refuse unchanged."""


def is_reserved(name: str) -> bool:
    """Return whether a name could pass for the site, a game, a bot or a deleted account.

    Pronouns and words for people in general count too, and signs such as ™ do not help.
    """
    return any(_is_reserved(one) for one in {name, without_signs(name)})


def _is_reserved(name: str) -> bool:
    plain = unicodedata.normalize("NFKC", name)
    letters = re.sub(r"[\W_]", "", plain)
    looks = {skeleton_of(one) for one in (letters, letters.rstrip("0123456789"))}
    words = {skeleton_of(word) for word in re.split(r"[\W_]+", plain)}
    return (
        any(_SITE.fullmatch(look) for look in looks)
        or not words.isdisjoint(_WITHIN)
        or look_of(letters.casefold()) in _WORDS
        or not looks.isdisjoint(_of_other_packages())
        or plain.casefold().startswith(RESERVED_STARTS)
    )


def _either(words: str) -> str:
    return "|".join(sorted({re.escape(skeleton_of(word)) for word in words.split()}))


# Compared by skeleton: "Аdm1n" is refused as "_Admin_1" is.
_SITE = re.compile(
    rf"(?:(?:{_either(JOINING)})*(?:{_either(SITE_NAMES)}))+"
    rf"|{_either(DELETED_NAMES)}"
)
_WITHIN = frozenset(map(skeleton_of, ALSO_WITHIN.split()))
_WORDS = frozenset(map(look_of, RESERVED_WORDS.split()))


@cache
def _of_other_packages() -> frozenset[str]:
    return frozenset(skeleton_of(name) for source in sources for name in source())
