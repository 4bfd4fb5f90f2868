"""Links in a line of chat: matches of this site, and users. Pure functions.

A line is stored as it was typed. It is cut into parts, some of which have an address; the template
escapes all of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

MENTIONS_MOST = 5
"""The most users that a line can mention; further names are plain text."""

_NAME = r"[A-Za-z0-9_-]{3,20}"
# The address of a match or a user, with or without the site before it; or a name after an @. A
# Korean particle may follow a name, but a name is not inside a mail address or a longer word.
_LINK = re.compile(
    rf"""(?<![A-Za-z0-9_@./:-])
    (?: (?P<site>https?://[A-Za-z0-9.\[\]:-]+)?
        (?P<path>/matches/[A-Za-z0-9]{{6,20}}/(?:replay/)?(?:\?[\w=&-]+)?(?:\#[\w=&-]+)?
               | /players/{_NAME}/)
      | @(?P<name>{_NAME})(?![A-Za-z0-9_-]) )""",
    re.VERBOSE | re.ASCII,
)


@dataclass(frozen=True)
class Part:
    """A piece of a line, and the path it leads to; "" for plain text."""

    text: str
    path: str = ""


def names_in(text: str) -> list[str]:
    """Return the usernames that a line mentions, as typed, each once."""
    found = (match["name"] for match in _LINK.finditer(text))
    names = {name.lower(): name for name in found if name}
    return list(names.values())[:MENTIONS_MOST]


def parts_of(text: str, sites: Collection[str], people: Mapping[str, str]) -> list[Part]:
    """Cut a line into parts, which together are the line.

    `sites`: the hosts of this site, other addresses stay text; `people`: the path of each user who
    may be mentioned, by username in lower case.
    """
    return list(_parts(text, sites, people))


def _parts(text: str, sites: Collection[str], people: Mapping[str, str]) -> Iterator[Part]:
    done = 0
    for match in _LINK.finditer(text):
        path = _path(match, sites, people)
        if path:
            if match.start() > done:
                yield Part(text[done : match.start()])
            yield Part(match[0], path)
            done = match.end()
    if done < len(text):
        yield Part(text[done:])


def _path(match: re.Match[str], sites: Collection[str], people: Mapping[str, str]) -> str:
    """Return the path that a match of the pattern leads to, or "" for plain text."""
    if match["name"]:
        return people.get(match["name"].lower(), "")
    if match["site"] and _host(match["site"]) not in sites:
        return ""
    return match["path"]


def _host(address: str) -> str:
    """Return the host of an address without its port, or ""."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
