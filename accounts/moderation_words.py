"""What moderators read: acts, and the evidence of reports, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from accounts.models import Report

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

ACTS: Mapping[str, StrOrPromise] = {
    "claim": _("took the case on"),
    "release": _("let others take the case"),
    "close-upheld": _("closed the case: the reports are right"),
    "close-dismissed": _("closed the case: nothing against the rules"),
    "close-gone": _("The case was closed, since the account was deleted"),
    "sanction-note": _("wrote a note"),
    "sanction-warning": _("gave a warning"),
    "sanction-mute": _("muted"),
    "sanction-unrated": _("barred from rated play"),
    "sanction-suspension": _("suspended"),
    "sanction-ban": _("banned"),
    "lift": _("lifted a sanction"),
    "appeal-upheld": _("decided an appeal: the sanction stands"),
    "appeal-lifted": _("decided an appeal: the sanction is lifted"),
    "rename": _("took a name away"),
    "known-again": _("Somebody came back after deleting an account under a sanction"),
    "look-into-match": _("looked into a running match"),
    "end-match": _("ended a match for everybody"),
    "put-out": _("decided a match against somebody"),
    "hide-line": _("hid a line of talk"),
    "take-down": _("took a table down"),
    "annul": _("annulled a match"),
    "host-put-out": _("as a host, took somebody’s chair"),
    "give-role": _("A role was given"),
    "take-role": _("A role was taken"),
    "announce": _("announced something to everybody"),
    "end-announcement": _("ended an announcement"),
    "admin-change": _("changed an account in the administration"),
    "admin-sign-out": _("signed somebody out everywhere"),
}
"""By the code of an audit entry; those of packages above too, which only write their codes."""
EVIDENCE: Mapping[str, StrOrPromise] = {
    "name": _("Name then"),
    "username": _("Username then"),
    "about": _("About themselves"),
    "line": _("What was said"),
    "lines": _("What stood around it"),
    "game": _("Game"),
    "match": _("Table"),
    "players": _("At the table"),
    "seat": _("Seat"),
    "left": _("Had left"),
}
"""By the key in the evidence of a report, in the order in which it is read."""


@dataclass(frozen=True)
class Evidence:
    """One piece of evidence: a sentence, or a list of lines."""

    key: str
    label: StrOrPromise
    text: StrOrPromise = ""
    lines: tuple[str, ...] = ()


def describe_act(act: str) -> StrOrPromise:
    """An act of the audit log in words."""
    return ACTS.get(act, act.replace("-", " "))


def evidence_of(report: Report) -> list[Evidence]:
    """The evidence of a report for its reader; what is empty says nothing and is left out."""
    known = {key: report.evidence[key] for key in EVIDENCE if key in report.evidence}
    pieces = {**known, **report.evidence}
    return [
        _piece(report, key, value) for key, value in pieces.items() if value not in ("", [], None)
    ]


def _piece(report: Report, key: str, value: Any) -> Evidence:
    label = EVIDENCE.get(key, key.replace("_", " ").replace("-", " ").capitalize())
    if key == "lines" and report.subject == Report.Subject.MATCH:
        label = _("The end of the log")
    if isinstance(value, bool):
        return Evidence(key, label, _("yes") if value else _("no"))
    if key == "seat" and isinstance(value, int):
        return Evidence(key, label, str(value + 1))
    if isinstance(value, Mapping):
        return Evidence(key, label, ", ".join(map(str, value.values())))
    if isinstance(value, list):
        return Evidence(key, label, lines=tuple(map(str, value)))
    return Evidence(key, label, str(value))
