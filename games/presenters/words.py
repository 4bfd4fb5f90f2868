"""Words on screen that come from below: refusals, names of things, who somebody is."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_lazy, pgettext

from games.engine.refusals import Refusal

LEVEL_NAMES = {"easy": gettext_lazy("easy bot"), "normal": gettext_lazy("normal bot")}


def say(refusal: Refusal) -> str:
    """A refusal in the reader's language."""
    return gettext(refusal.template).format(**refusal.facts)


def list_words(words: list[str]) -> str:
    """“a, b and c”."""
    if len(words) < 2:
        return "".join(words)
    return pgettext("a list: all but the last, the last", "{first} and {last}").format(
        first=", ".join(words[:-1]), last=words[-1]
    )
