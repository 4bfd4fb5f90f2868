"""Reports from a table, with a copy of what is reported that shows only what the reporter sees."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_noop as _

from accounts.models import Report, User
from accounts.services.reports import report
from core.refusals import Refusal
from games.chat import services as chat
from games.chat.lasting import as_evidence
from games.chat.models import ChatLine
from games.engine.contract import Json
from games.matches.refusals import NotAllowed, SignInFirst
from games.matches.viewing import Access

LINES_AROUND = 10


class NothingToReport(Refusal, code="nothing-to-report", status=404): ...


class CannotReport(Refusal, code="cannot-report"): ...


def line_to_report(access: Access, line_id: int) -> ChatLine:
    """Return a user's chat line from the room that the reporter reads; raise NothingToReport."""
    room = access.match.chat.filter(room=chat.room_of(access)).select_related("author")
    line = room.filter(id=line_id).exclude(author=None).first()
    if line is None:
        raise NothingToReport(_("There is no such message."))
    return line


def report_line(access: Access, line_id: int, reason: str, note: str) -> Report:
    """Report a chat line, with the lines around it.

    Raises:
        NothingToReport: If there is no such line in the reporter's room.
        CannotReport: If the report is not accepted; it carries the sentence to show.
        SignInFirst: If the reporter is not signed in.
        NotAllowed: If the reporter may not report.
    """
    line = line_to_report(access, line_id)
    assert line.author is not None
    room = ChatLine.objects.filter(match_id=line.match_id, room=line.room).select_related("author")
    before = list(room.filter(id__lte=line.id).order_by("-id")[: LINES_AROUND + 1])
    after = list(room.filter(id__gt=line.id).order_by("id")[:LINES_AROUND])
    lines = [as_evidence(one) for one in (*reversed(before), *after)]
    evidence = {"line": line.text, "lines": lines}
    return _report(access, line.author, Report.Subject.CHAT, str(line.id), reason, note, evidence)


def player_to_report(access: Access, seat: int) -> User:
    """Return the user who has, or has left, a seat of the match; raise NothingToReport."""
    player = next((p for p in access.players if p.seat == seat), None)
    if player is None or player.user is None:
        raise NothingToReport(_("There is no player to report at this seat."))
    return player.user


def report_player(
    access: Access, seat: int, reason: str, note: str, log_lines: Sequence[str] = ()
) -> Report:
    """Report how a player at the table plays, or that they left.

    Args:
        access: The match, with the reporter.
        seat: The player's seat.
        reason: A value of `Report.Reason`.
        note: The reporter's own words.
        log_lines: The end of the public log. Secrets are no evidence before the end of the match,
            as moderators can look into it themselves.

    Raises:
        NothingToReport: If no user has or had this seat.
        CannotReport: If the report is not accepted; it carries the sentence to show.
        SignInFirst: If the reporter is not signed in.
        NotAllowed: If the reporter may not report.
    """
    about = player_to_report(access, seat)
    left = any(p.seat == seat and p.left_at is not None for p in access.players)
    subject_id = f"{access.match.id}/{seat}"
    evidence = {"seat": seat, "left": left, "lines": list(log_lines)}
    return _report(access, about, Report.Subject.MATCH, subject_id, reason, note, evidence)


def _report(
    access: Access,
    about: User,
    subject: str,
    subject_id: str,
    reason: str,
    note: str,
    evidence: Json,
) -> Report:
    if access.user is None:
        raise SignInFirst(_("Sign in to report something."))
    match = access.match
    players = {str(p.seat if p.seat is not None else p.joined): p.name for p in access.players}
    known = {"match": match.id, "game": match.game, "players": players}
    try:
        return report(
            access.user,
            about,
            reason=reason,
            subject=subject,
            subject_id=subject_id,
            note=note,
            evidence={**known, **evidence},
        )
    except NotAllowed:
        raise
    except Refusal as refusal:
        raise CannotReport(refusal.template, **refusal.facts) from None
