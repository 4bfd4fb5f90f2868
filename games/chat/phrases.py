"""Phrases to send with one click, which each reader gets in their own language."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext_lazy as _

PHRASES = {
    "hello": _("Hello! Have a good game."),
    "luck": _("Good luck!"),
    "game": _("Good game!"),
    "thanks": _("Thank you!"),
    "move": _("Nice move!"),
    "moment": _("One moment, please."),
    "back": _("I’m back."),
    "thinking": _("I’m still thinking."),
    "oops": _("Oops, that was a mistake."),
    "close": _("That was close!"),
    "again": _("Another game?"),
    "bye": _("I have to go. Bye!"),
}
_PICTURES = """
😀 😄 😅 😂 🙂 😉 😊 😎 😏 🤔 😐 🙄 😬 😴 😮 😱 😢 😭 😤 😡
👍 👎 👏 🙌 🙏 💪 🤝 👋 🤞 🤷 ❤️ 🔥 ✨ 🎉 🏆 👑 ⚔️ 🛡️ 🎲 🃏
"""
EMOJI = tuple(_PICTURES.split())
"""The pictures offered to click on; keyboards have more."""


def words_of(phrase: str) -> str:
    """Return a phrase in the active language, or "" for an unknown one."""
    return str(PHRASES.get(phrase, ""))


def stored_words(phrase: str) -> str:
    """Return a phrase in English, which is stored for decisions on reports."""
    with translation.override("en"):
        return words_of(phrase)
