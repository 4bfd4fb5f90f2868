"""Reported lines of clubs and conversations, which moderators hide on the page of the case.

Lines of tables are hidden on the page of their match.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.models import Report, User
from accounts.permissions import may_moderate, outranks
from accounts.refusals import require
from accounts.services import audit, reports
from accounts.services.sanctions import required_text
from games.clubs.models import ClubLine
from games.clubs.services import chat
from games.conversations.models import PrivateMessage
from games.conversations.services import writing
from games.matches.refusals import BadChatLine


def line_of(report: Report) -> ClubLine | PrivateMessage | None:
    """Return the line that a report is about, if its readers still see it."""
    place, _slash, number = report.subject_id.partition("/")
    if report.subject != Report.Subject.CHAT or not number.isdecimal():
        return None
    if place == "club":
        lines = ClubLine.objects.select_related("author", "club")
        return lines.filter(pk=number, hidden=False).first()
    if place == "message":
        return PrivateMessage.objects.select_related("author").filter(pk=number).first()
    return None


@transaction.atomic
def hide(by: User, case_id: int, report_id: int, why: str) -> None:
    """Hide a reported line from all readers; the copy in the report stays.

    Raises:
        NotAllowed: The user is no moderator, is involved, or the author is staff of their rank.
        BadChatLine: There is no such line, or it is hidden.
        NoReason: The reason is empty.
    """
    require(may_moderate(by))
    case = reports.case_for(by, case_id)
    report = None if case is None else reports.reports_of(case).filter(pk=report_id).first()
    line = None if report is None else line_of(report)
    if line is None:
        raise BadChatLine(_("This message no longer exists."))
    require(outranks(by, line.author))
    why = required_text(why)
    if isinstance(line, ClubLine):
        chat.hide_for_all(line.club, line.pk)
        subject = chat.subject_of(line)
    else:
        subject = f"message {line.pk}"
        writing.remove(line)
    audit.log(by, chat.HIDES, about=line.author, subject=subject, why=why)
