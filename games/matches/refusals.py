"""The refusals at tables, except those of the rules and those about accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_noop as _

from accounts.refusals import AddressUnconfirmed as AddressUnconfirmed
from accounts.refusals import NotAllowed as NotAllowed
from accounts.refusals import WarningUnread as WarningUnread
from core.refusals import Refusal

if TYPE_CHECKING:
    from games.matches.models import Match


class NoSuchMatch(Refusal, code="unknown-match", status=404): ...


class NoSuchGameNight(Refusal, code="unknown-game-night", status=404): ...


class NoSuchClub(Refusal, code="unknown-club", status=404): ...


class NoSuchResult(Refusal, code="unknown-result", status=404): ...


class NoSuchEvent(Refusal, code="unknown-event", status=404): ...


class NoSuchConversation(Refusal, code="unknown-conversation", status=404): ...


class NoSuchLeague(Refusal, code="unknown-league", status=404): ...


class NoSuchTeamMatch(Refusal, code="unknown-team-match", status=404): ...


class NoSuchNotice(Refusal, code="unknown-notice", status=404): ...


class NoSuchLadder(Refusal, code="unknown-ladder", status=404): ...


class NoSuchPlayer(Refusal, code="unknown-player", status=404): ...


class NotInstalled(Refusal, code="not-installed"):
    """The game of a match is not installed: it has names and dates, but cannot be shown."""

    def __init__(self, match: Match) -> None:
        super().__init__(_("The game of this match isn’t installed here."))
        self.match = match


class HiddenMatches(Refusal, code="kept-private", status=403): ...


class HiddenRatings(Refusal, code="kept-private", status=403): ...


class PrivateTable(Refusal, code="private-table", status=403): ...


class SealedTable(Refusal, code="sealed-table", status=403): ...


class NotAPlayer(Refusal, code="not-a-player", status=403): ...


class SignInFirst(Refusal, code="sign-in", status=401): ...


class Stale(Refusal, code="stale"): ...


class TimeIsUp(Refusal, code="time-is-up"): ...


class CannotAbort(Refusal, code="cannot-abort"): ...


class CannotAgree(Refusal, code="cannot-agree"): ...


class NoAbsentPlayer(Refusal, code="no-absent-player"): ...


class NoVacation(Refusal, code="no-vacation"): ...


class NotOpen(Refusal, code="not-open"): ...


class NotRunning(Refusal, code="not-running"): ...


class NotOver(Refusal, code="not-over"): ...


class SeatedElsewhere(Refusal, code="seated-elsewhere"): ...


class OutOfRange(Refusal, code="rating-range", status=403): ...


class CannotInvite(Refusal, code="cannot-invite"): ...


class OwnInvitation(CannotInvite, code="own-invitation"): ...


class NoSuchTicket(Refusal, code="unknown-ticket", status=404): ...


class BadTicket(Refusal, code="bad-ticket", status=400): ...


class CannotShow(Refusal, code="cannot-show"): ...


class CannotUndo(Refusal, code="cannot-undo"): ...


class NoHint(Refusal, code="no-hint", status=403): ...


class MatchTooLong(Refusal, code="match-too-long"): ...


class CannotAnnul(Refusal, code="cannot-annul"): ...


class BadChatLine(Refusal, code="cannot-say", status=400): ...


class BadTable(Refusal, code="bad-table", status=400): ...


class BadClub(Refusal, code="bad-club", status=400): ...


class BadEvent(Refusal, code="bad-event", status=400): ...


class BadLeague(Refusal, code="bad-league", status=400): ...


class BadTeamMatch(Refusal, code="bad-team-match", status=400): ...


class BadNonce(Refusal, code="bad-nonce", status=400): ...


class NonceBound(Refusal, code="nonce-bound"): ...


class BadPage(Refusal, code="bad-page", status=400): ...


class BadBody(Refusal, code="bad-body", status=400): ...


class UnknownHost(Refusal, code="unknown-host", status=400): ...


class MatchIsOver(Refusal, code="over"): ...


class SeatChanged(Refusal, code="seat-changed"): ...


class ReadsTooSlowly(Refusal, code="too-slow", status=429): ...


class StreamInterrupted(Refusal, code="interrupted", status=503): ...


class BadWebhook(Refusal, code="bad-webhook", status=400): ...


class BadHours(Refusal, code="bad-hours", status=400): ...


class BadDevice(Refusal, code="bad-device", status=400): ...


class NoSuchChannel(Refusal, code="unknown-way", status=404): ...


class TooLarge(Refusal, code="too-large", status=413): ...


class WrongMethod(Refusal, code="wrong-method", status=405): ...


class TooMany(Refusal, code="too-many", status=429): ...


class Unavailable(Refusal, code="unavailable", status=503): ...
