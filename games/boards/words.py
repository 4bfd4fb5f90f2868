"""Words on screen that come from below: refusals, names of things, who somebody is."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_lazy, pgettext

LEVEL_NAMES = {"easy": gettext_lazy("easy bot"), "normal": gettext_lazy("normal bot")}


def level_name(level: str) -> str:
    """A bot by how well it plays; a level that only one game knows, by its own word."""
    known = LEVEL_NAMES.get(level)
    if known is not None:
        return str(known)
    return gettext("bot “{level}”").format(level=level.replace("_", " "))


def list_words(words: list[str]) -> str:
    """“a, b and c”."""
    if len(words) < 2:
        return "".join(words)
    return pgettext("a list: all but the last, the last", "{first} and {last}").format(
        first=", ".join(words[:-1]), last=words[-1]
    )
