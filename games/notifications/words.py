"""What a notification says, in one sentence of the reader's language."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.boards.words import list_words
from games.lobby.models import Decline
from games.notifications.models import Notification
from games.titles.registry import game_of, is_installed

Kind = Notification.Kind


def sentence_of(notification: Notification) -> str:
    """The sentence, with the present name of whoever it is about."""
    facts, actor, match = notification.facts, notification.actor, notification.match
    achievements = [_(name) for name in facts.get("achievements", ())]
    words = _words(notification.kind, facts)
    slug = facts.get("game", "") if match is None else match.game
    return words.format(
        name="" if actor is None else actor.name,
        game=game_of(slug).name if is_installed(slug) else slug,
        evening=facts.get("evening", ""),
        reason=reason_words(facts.get("reason", "")),
        achievements=list_words(achievements),
    )


def reason_words(reason: str) -> str:
    """Why somebody declined, as they chose it from the list; "" without a reason."""
    return str(Decline(reason).label) if reason in Decline.values else ""


def _words(kind: str, facts: dict[str, Any]) -> str:
    if kind == Kind.CHALLENGE:
        return _challenge_words(facts)
    return {
        Kind.INVITATION: _("{name} asks you to a table of {game}."),
        Kind.REMATCH: _("{name} offers you a rematch of {game}."),
        Kind.FOUND: _("Opponents are here: {game}. Come within a minute."),
        Kind.MENTION: _("{name} mentions you at a table of {game}."),
        Kind.FOLLOWER: _("{name} follows you now."),
        Kind.REPORT: _("A report of yours was decided. Thank you for looking out for others."),
        Kind.EVENING: _("{name} opens an evening: {evening}."),
        Kind.ACHIEVED: _("You earned for the first time: {achievements}."),
    }[Kind(kind)]


def _challenge_words(facts: dict[str, str]) -> str:
    event = facts.get("event", "")
    if event == "declined" and facts.get("reason"):
        return _("{name} declines your challenge to {game}: {reason}")
    return {
        "challenged": _("{name} challenges you to {game}."),
        "countered": _("{name} answers your challenge with another one: {game}."),
        "accepted": _("{name} takes up your challenge to {game}."),
        "declined": _("{name} declines your challenge to {game}."),
        "expired": _("The challenge to {game} was not answered in time."),
        "too-few": _("Too few took up the challenge to {game}."),
    }[event]
