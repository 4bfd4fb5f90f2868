"""Refusals about users; see `refusals`."""

from __future__ import annotations

from accounts.permissions import UNCONFIRMED, Answer
from core.refusals import Refusal


class NotAllowed(Refusal, code="not-allowed", status=403):
    """A permission is missing. `cause` is the code of the `Answer`."""

    def __init__(self, template: str, *, cause: str = "", **facts: object) -> None:
        self.cause = cause or self.code
        super().__init__(template, **facts)


class WarningUnread(NotAllowed, code="warning-unread"): ...


class AddressUnconfirmed(NotAllowed, code="unconfirmed-address"): ...


class SecondStepFirst(Refusal, code="second-step", status=403): ...


class NotSure(Refusal, code="not-sure", status=400): ...


class GuestAccount(Refusal, code="guest", status=400): ...


class NoReason(Refusal, code="no-reason", status=400): ...


class TooLong(Refusal, code="too-long", status=400): ...


class UnknownZone(Refusal, code="unknown-zone", status=400): ...


class BadDate(Refusal, code="bad-date", status=400): ...


class BadSanction(Refusal, code="bad-kind", status=400): ...


class AlreadyInForce(Refusal, code="in-force"): ...


class NoSuchSanction(Refusal, code="unknown-sanction", status=404): ...


class LiftedAlready(Refusal, code="lifted"): ...


class AppealedAlready(Refusal, code="appealed"): ...


class BadUsualReason(Refusal, code="bad-usual-reason", status=400): ...


class TooManyUsualReasons(Refusal, code="too-many-usual-reasons"): ...


class NoSuchUsualReason(Refusal, code="unknown-usual-reason", status=404): ...


class BadVerdict(Refusal, code="bad-verdict", status=400): ...


class NoSuchAppeal(Refusal, code="unknown-appeal", status=404): ...


class DecidedAlready(Refusal, code="decided"): ...


class OwnReport(Refusal, code="own-report", status=400): ...


class BadReport(Refusal, code="bad-report", status=400): ...


class TooManyReports(Refusal, code="too-many", status=429): ...


class ReportedAlready(Refusal, code="reported"): ...


class NoSuchCase(Refusal, code="unknown-case", status=404): ...


class NoSuchAccount(Refusal, code="unknown-account", status=404): ...


class CaseClosed(Refusal, code="closed"): ...


class InCaseAlready(Refusal, code="in-case"): ...


class CaseClaimed(Refusal, code="claimed"): ...


class NotClaimed(Refusal, code="not-claimed"): ...


class CannotFollow(Refusal, code="cannot-follow"): ...


class FollowsTooMany(Refusal, code="follows-too-many"): ...


class BlocksTooMany(Refusal, code="blocks-too-many"): ...


class NotesTooMany(Refusal, code="notes-too-many"): ...


class NameTooShort(Refusal, code="name-too-short", status=400): ...


class TooManySearches(Refusal, code="too-many", status=429): ...


class CannotBecomeBot(Refusal, code="cannot-become-bot"): ...


class BadToken(Refusal, code="bad-token", status=401): ...


class NoSuchToken(Refusal, code="unknown-token", status=404): ...


class CannotMakeToken(Refusal, code="cannot-make-token", status=400): ...


class TooManyTokens(Refusal, code="too-many", status=429): ...


class ScopeMissing(Refusal, code="scope-missing", status=403): ...


class BadKey(Refusal, code="bad-idempotency-key", status=400): ...


class KeyReused(Refusal, code="idempotency-key-reused"): ...


class KeyInUse(Refusal, code="idempotency-key-in-use"): ...


class NoFreeName(Refusal, code="no-name"): ...


def forbidden(answer: Answer) -> NotAllowed:
    """Return the refusal for an answer that is not allowed.

    WarningUnread and AddressUnconfirmed have types of their own, since the user can fix them: by
    reading the warning, or with the link in a mail.
    """
    kinds = {"warning": WarningUnread, UNCONFIRMED: AddressUnconfirmed}
    return kinds.get(answer.code, NotAllowed)(answer.reason, cause=answer.code)


def require(answer: Answer) -> None:
    """Raise NotAllowed, unless the answer is allowed."""
    if not answer:
        raise forbidden(answer)
