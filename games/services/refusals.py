"""Refusals of the house itself, beside those of the rules; each knows its HTTP status."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from games.engine.refusals import Refusal

if TYPE_CHECKING:
    from accounts.permissions import Answer


class HouseRefusal(Refusal):
    """Base of the house's refusals; never raised itself."""

    status: ClassVar[int] = 409


class NoSuchMatch(HouseRefusal):
    code = "unknown-match"
    status = 404


class NoSuchEvening(HouseRefusal):
    code = "unknown-evening"
    status = 404


class NoSuchLadder(HouseRefusal):
    code = "unknown-ladder"
    status = 404


class NoSuchPlayer(HouseRefusal):
    code = "unknown-player"
    status = 404


class KeptPrivate(HouseRefusal):
    code = "kept-private"
    status = 403


class PrivateTable(HouseRefusal):
    code = "private-table"
    status = 403


class NotAPlayer(HouseRefusal):
    code = "not-a-player"
    status = 403


class NotAllowed(HouseRefusal):
    code = "not-allowed"
    status = 403


class WarningUnread(NotAllowed):
    code = "warning-unread"


class SignInFirst(HouseRefusal):
    code = "sign-in"
    status = 401


class Stale(HouseRefusal):
    code = "stale"


class TimeIsUp(HouseRefusal):
    code = "time-is-up"


class CannotAbort(HouseRefusal):
    code = "cannot-abort"


class NoVacation(HouseRefusal):
    code = "no-vacation"


class NotOpen(HouseRefusal):
    code = "not-open"


class NotRunning(HouseRefusal):
    code = "not-running"


class SeatedElsewhere(HouseRefusal):
    code = "seated-elsewhere"


class OutOfRange(HouseRefusal):
    code = "rating-range"
    status = 403


class CannotInvite(HouseRefusal):
    code = "cannot-invite"


class NoSuchTicket(HouseRefusal):
    code = "unknown-ticket"
    status = 404


class BadTicket(HouseRefusal):
    code = "bad-ticket"
    status = 400


class CannotShow(HouseRefusal):
    code = "cannot-show"


class CannotUndo(HouseRefusal):
    code = "cannot-undo"


class CannotAnnul(HouseRefusal):
    code = "cannot-annul"


class CannotSay(HouseRefusal):
    code = "cannot-say"
    status = 400


class BadTable(HouseRefusal):
    code = "bad-table"
    status = 400


class BadPage(HouseRefusal):
    code = "bad-page"
    status = 400


class BadBody(HouseRefusal):
    code = "bad-body"
    status = 400


class BadWebhook(HouseRefusal):
    code = "bad-webhook"
    status = 400


class BadDevice(HouseRefusal):
    code = "bad-device"
    status = 400


class NoSuchWay(HouseRefusal):
    code = "unknown-way"
    status = 404


class TooLarge(HouseRefusal):
    code = "too-large"
    status = 413


class WrongMethod(HouseRefusal):
    code = "wrong-method"
    status = 405


class TooMany(HouseRefusal):
    code = "too-many"
    status = 429


def forbidden(answer: Answer) -> NotAllowed:
    """What somebody may not do, as a refusal; a warning has one of its own: it can be read."""
    kind = WarningUnread if answer.code == "warning" else NotAllowed
    return kind(answer.reason)


class OutOfReach(HouseRefusal):
    code = "unavailable"
    status = 503


def status_of(refusal: Refusal) -> int:
    """The HTTP status of any refusal: 400 for what is no move at all, 409 for the rules' no."""
    if isinstance(refusal, HouseRefusal):
        return refusal.status
    return 400 if refusal.code in ("bad-move", "bad-record", "bad-options") else 409
