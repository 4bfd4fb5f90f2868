"""What can be said with one click, and is read by everybody in a language of their own."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext_lazy as _

PHRASES = {
    "hello": _("Hello, have a good game."),
    "luck": _("Good luck."),
    "game": _("Good game."),
    "thanks": _("Thank you."),
    "move": _("Nice move."),
    "moment": _("One moment, please."),
    "back": _("I am back."),
    "thinking": _("I am still thinking."),
    "oops": _("Oops, that was a mistake."),
    "close": _("That was close."),
    "again": _("Another one?"),
    "bye": _("I have to go. Bye."),
}
_PICTURES = """
😀 😄 😅 😂 🙂 😉 😊 😎 😏 🤔 😐 🙄 😬 😴 😮 😱 😢 😭 😤 😡
👍 👎 👏 🙌 🙏 💪 🤝 👋 🤞 🤷 ❤️ 🔥 ✨ 🎉 🏆 👑 ⚔️ 🛡️ 🎲 🃏
"""
EMOJI = tuple(_PICTURES.split())
"""What is offered to click on; keyboards have more."""


def words_of(phrase: str) -> str:
    """A phrase in the language of whoever reads it now; "" for one that there is not."""
    return str(PHRASES.get(phrase, ""))


def stored_words(phrase: str) -> str:
    """A phrase in English: what is stored of it for those who decide on reports."""
    with translation.override("en"):
        return words_of(phrase)
