"""Reports from a table: what is reported is copied in as it was, from what the reporter may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_noop as _

from accounts.models import Report
from accounts.services.reports import report
from games.chat import services as chat
from games.chat.models import ChatLine
from games.matches.access import Access
from games.matches.refusals import NotAllowed, SignInFirst
from refusals import Refusal

if TYPE_CHECKING:
    from accounts.models import User

LINES_AROUND = 10


class NothingToReport(Refusal):
    code = "nothing-to-report"
    status = 404


class CannotReport(Refusal):
    code = "cannot-report"


def line_to_report(access: Access, line_id: int) -> ChatLine:
    """A line of the reporter's own room, by somebody else; NothingToReport."""
    room = access.match.chat.filter(room=chat.room_of(access)).select_related("author")
    line = room.filter(id=line_id).exclude(author=None).first()
    if line is None:
        raise NothingToReport(_("There is no such line."))
    return line


def report_line(access: Access, line_id: int, reason: str, note: str) -> Report:
    """Report a line of talk, with the lines around it."""
    line = line_to_report(access, line_id)
    assert line.author is not None
    return _report(
        access, line.author, Report.Subject.CHAT, str(line.id), reason, note, _around(line)
    )


def player_to_report(access: Access, seat: int) -> User:
    """Whoever has, or left, a seat of the match; NothingToReport."""
    player = next((p for p in access.players if p.seat == seat), None)
    if player is None or player.user is None:
        raise NothingToReport(_("There is nobody to report at this seat."))
    return player.user


def report_player(
    access: Access, seat: int, reason: str, note: str, happened: Sequence[str] = ()
) -> Report:
    """Report how somebody at the table plays or left.

    `happened`: the last lines of the log as everybody may read them. What seats keep secret is no
    evidence before the end; whoever decides looks into the match itself.
    """
    about = player_to_report(access, seat)
    left = any(p.seat == seat and p.left_at is not None for p in access.players)
    subject_id = f"{access.match.id}/{seat}"
    evidence = {"seat": seat, "left": left, "lines": list(happened)}
    return _report(access, about, Report.Subject.MATCH, subject_id, reason, note, evidence)


def _report(
    access: Access,
    about: User,
    subject: str,
    subject_id: str,
    reason: str,
    note: str,
    evidence: dict[str, Any],
) -> Report:
    if access.user is None:
        raise SignInFirst(_("Sign in to report something."))
    match = access.match
    players = {str(p.seat if p.seat is not None else p.joined): p.name for p in access.players}
    told = {"match": match.id, "game": match.game, "players": players}
    try:
        return report(
            access.user,
            about,
            reason=reason,
            subject=subject,
            subject_id=subject_id,
            note=note,
            evidence={**told, **evidence},
        )
    except NotAllowed:
        raise
    except Refusal as refusal:
        raise CannotReport(refusal.template, **refusal.facts) from None


def _around(line: ChatLine) -> dict[str, Any]:
    """The line and what was said before and after it, as it stood."""
    room = ChatLine.objects.filter(match_id=line.match_id, room=line.room).select_related("author")
    before = list(room.filter(id__lte=line.id).order_by("-id")[: LINES_AROUND + 1])
    after = list(room.filter(id__gt=line.id).order_by("id")[:LINES_AROUND])
    said = [*reversed(before), *after]
    return {"line": line.text, "lines": [_as_said(one) for one in said]}


def _as_said(line: ChatLine) -> str:
    author = line.author.username if line.author is not None else "…"
    return f"{line.at:%Y-%m-%d %H:%M:%S} {author}: {line.text}"
