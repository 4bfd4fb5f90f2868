"""Words that moderators read for acts and for the evidence of reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from accounts.models import Report

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

ACTS: Mapping[str, StrOrPromise] = {
    "claim": _("took the case"),
    "release": _("released the case"),
    "close-upheld": _("closed the case: the reports are right"),
    "close-dismissed": _("closed the case: no rules broken"),
    "add-account": _("added an account to the case"),
    "remove-account": _("took an account out of the case"),
    "close-gone": _("The case was closed because the account was deleted"),
    "sanction-note": _("wrote a note"),
    "sanction-warning": _("gave a warning"),
    "sanction-mute": _("muted"),
    "sanction-unrated": _("banned from rated play"),
    "sanction-suspension": _("suspended"),
    "sanction-ban": _("banned"),
    "lift": _("lifted a sanction"),
    "appeal-upheld": _("decided an appeal: the sanction stands"),
    "appeal-shortened": _("decided an appeal: the sanction is shortened"),
    "appeal-lifted": _("decided an appeal: the sanction is lifted"),
    "rename": _("removed a name"),
    "choose-username": _("chose a new username"),
    "known-again": _("A player who deleted an account under a sanction came back"),
    "look-into-match": _("looked into a running match"),
    "end-match": _("ended a match for everyone"),
    "put-out": _("decided a match against a player"),
    "hide-line": _("hid a chat message"),
    "take-down": _("closed a table"),
    "annul": _("annulled a match"),
    "host-put-out": _("as host, removed a player from their seat"),
    "give-role": _("A role was given"),
    "take-role": _("A role was removed"),
    "club-clear": _("removed the name and text of a club"),
    "club-dissolve": _("dissolved a club"),
    "club-result": _("deleted a result of a club"),
    "event-clear": _("removed the title and text of an event"),
    "event-cancel": _("cancelled an event"),
    "league-clear": _("removed the title of a league"),
    "league-close": _("closed a league"),
    "announce": _("posted an announcement"),
    "end-announcement": _("ended an announcement"),
    "add-reason": _("added a usual reason"),
    "change-reason": _("changed a usual reason"),
    "remove-reason": _("removed a usual reason"),
    "admin-change": _("changed an account in the administration"),
    "admin-sign-out": _("signed a user out everywhere"),
}
"""By the code of an audit entry, including the codes that higher packages write."""
EVIDENCE: Mapping[str, StrOrPromise] = {
    "name": _("Name at the time"),
    "username": _("Username at the time"),
    "about": _("Profile text"),
    "club": _("Club"),
    "conversation": _("Conversation"),
    "event": _("Event"),
    "league": _("League"),
    "line": _("Message"),
    "lines": _("Context"),
    "game": _("Game"),
    "match": _("Table"),
    "players": _("At the table"),
    "seat": _("Seat"),
    "left": _("Had left"),
}
"""By the key in a report's evidence, in the order shown."""


REASONS: Mapping[str, StrOrPromise] = {
    "insult": _("You insulted or threatened other players."),
    "flood": _("You wrote the same, or advertising, again and again."),
    "stall": _("You let others wait, or left, when you were about to lose."),
    "collude": _("You and other accounts let each other win."),
    "help": _("You had help from a program or another person."),
    "accounts": _("You used several accounts to get around a limit."),
    "name": _("Your name or profile text isn’t acceptable here."),
}
"""Usual reasons of every site, by code; each site adds its own (`usual_reasons`)."""


@dataclass(frozen=True)
class Evidence:
    """One piece of evidence: a sentence, or a list of lines."""

    key: str
    label: StrOrPromise
    text: StrOrPromise = ""
    lines: tuple[str, ...] = ()


def describe_act(act: str) -> StrOrPromise:
    """Return an act of the audit log in words."""
    return ACTS.get(act, act.replace("-", " "))


def evidence_of(report: Report) -> list[Evidence]:
    """Return a report's evidence for its reader, without empty values."""
    known = {key: report.evidence[key] for key in EVIDENCE if key in report.evidence}
    pieces = {**known, **report.evidence}
    return [
        _piece(report, key, value) for key, value in pieces.items() if value not in ("", [], None)
    ]


def _piece(report: Report, key: str, value: object) -> Evidence:
    label = EVIDENCE.get(key, key.replace("_", " ").replace("-", " ").capitalize())
    if key == "lines" and report.subject == Report.Subject.MATCH:
        label = _("End of the log")
    if isinstance(value, bool):
        return Evidence(key, label, _("yes") if value else _("no"))
    if isinstance(value, Mapping):
        return Evidence(key, label, ", ".join(map(str, value.values())))
    if isinstance(value, list):
        return Evidence(key, label, lines=tuple(map(str, value)))
    return Evidence(key, label, str(value))
