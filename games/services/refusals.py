"""Refusals of the house itself, beside those of the rules; each knows its HTTP status."""

from __future__ import annotations

from typing import ClassVar

from games.engine.refusals import Refusal


class HouseRefusal(Refusal):
    """Base of the house's refusals; never raised itself."""

    status: ClassVar[int] = 409


class NoSuchMatch(HouseRefusal):
    code = "unknown-match"
    status = 404


class PrivateTable(HouseRefusal):
    code = "private-table"
    status = 403


class NotAPlayer(HouseRefusal):
    code = "not-a-player"
    status = 403


class NotAllowed(HouseRefusal):
    code = "not-allowed"
    status = 403


class SignInFirst(HouseRefusal):
    code = "sign-in"
    status = 401


class Stale(HouseRefusal):
    code = "stale"


class NotOpen(HouseRefusal):
    code = "not-open"


class NotRunning(HouseRefusal):
    code = "not-running"


class SeatedElsewhere(HouseRefusal):
    code = "seated-elsewhere"


class CannotShow(HouseRefusal):
    code = "cannot-show"


class CannotUndo(HouseRefusal):
    code = "cannot-undo"


class CannotSay(HouseRefusal):
    code = "cannot-say"
    status = 400


class BadTable(HouseRefusal):
    code = "bad-table"
    status = 400


class BadBody(HouseRefusal):
    code = "bad-body"
    status = 400


class TooLarge(HouseRefusal):
    code = "too-large"
    status = 413


class WrongMethod(HouseRefusal):
    code = "wrong-method"
    status = 405


class TooMany(HouseRefusal):
    code = "too-many"
    status = 429


def status_of(refusal: Refusal) -> int:
    """The HTTP status of any refusal: 400 for what is no move at all, 409 for the rules' no."""
    if isinstance(refusal, HouseRefusal):
        return refusal.status
    return 400 if refusal.code in ("bad-move", "bad-record", "bad-options") else 409
