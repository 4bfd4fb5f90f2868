"""The chat of a club, which stays as long as the club."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.models import Report, User
from accounts.permissions import may_chat, may_moderate, outranks
from accounts.refusals import require
from accounts.services import audit, reports
from games.chat import lasting
from games.chat.services import clean_line, limit_rate
from games.clubs.models import Club, ClubLine
from games.clubs.services.founding import ClubAccess
from games.matches.publish import after_commit, group_of
from games.matches.refusals import BadChatLine, NotAllowed

HIDES, ON_PAGE = "hide-line", "On the page of the club."
"""The act in the audit log by which a moderator hides a line, and why if none says it."""
LINES_SHOWN = 100
STORED = 2000
"""The lines of a club that are stored; older ones are deleted."""


def chat_group(club_id: int) -> str:
    """Return the group of the pages that show a club's chat."""
    return group_of("club", club_id)


def lines(access: ClubAccess) -> list[ClubLine]:
    """Return the newest lines for a member, oldest first; none for others.

    Lines of authors that the reader has muted or blocked are left out.
    """
    if access.membership is None or access.user is None:
        return []
    return lasting.readable(access.club.lines.filter(hidden=False), access.user, LINES_SHOWN)


def post_line(access: ClubAccess, text: str) -> ClubLine:
    """Write a line.

    Raises:
        SignInFirst: The visitor is not signed in.
        NotAllowed: The visitor is no member, or may not chat.
        BadChatLine: The line is empty or too long.
        TooMany: The user has written too many lines in a minute.
    """
    author = _member(access)
    require(may_chat(author))
    text = clean_line(text)
    limit_rate(author)
    line = ClubLine.objects.create(club=access.club, author=author, text=text)
    lasting.delete_beyond(access.club.lines.all(), STORED)
    publish(access.club)
    return line


def hide(access: ClubAccess, line_id: int) -> None:
    """Hide a line from all readers; for organisers and moderators.

    Raises:
        NotAllowed: The visitor is neither, or the author is staff of the moderator's rank.
        BadChatLine: There is no such line.
    """
    if access.organises:
        hide_for_all(access.club, line_id)
        return
    by = access.person
    if not may_moderate(by):
        raise NotAllowed(_("Only the organisers of this club can do that."))
    with transaction.atomic():
        line = hide_for_all(access.club, line_id)
        require(outranks(by, line.author))
        audit.log(by, HIDES, about=line.author, subject=subject_of(line), why=ON_PAGE)


def hide_for_all(club: Club, line_id: int) -> ClubLine:
    """Hide a line, and return it; raise BadChatLine if there is none."""
    line = club.lines.select_related("author", "club").filter(pk=line_id).first()
    if line is None:
        raise BadChatLine(_("This message no longer exists."))
    line.hidden = True
    line.save(update_fields=["hidden"])
    publish(club)
    return line


def subject_of(line: ClubLine) -> str:
    """Return how the audit log names a line."""
    return f"line {line.pk} of club {line.club.slug}"


def report_line(access: ClubAccess, line_id: int, reason: str, note: str) -> None:
    """Report a line to the moderators, with the lines before it.

    Raises:
        NotAllowed: The visitor is no member.
        BadChatLine: There is no such line, or its author is gone.
        Refusal: `reports.report` refuses it.
    """
    line = line_to_report(access, line_id)
    assert line.author is not None
    evidence: dict[str, object] = {
        "club": f"{access.club.name} ({access.club.slug})",
        "line": line.text,
        "lines": lasting.context_of(access.club.lines.filter(hidden=False), line.pk),
    }
    reports.report(
        access.person,
        line.author,
        reason=reason,
        subject=Report.Subject.CHAT,
        subject_id=f"club/{line_id}",
        note=note,
        evidence=evidence,
    )


def line_to_report(access: ClubAccess, line_id: int) -> ClubLine:
    """Return a line that a member may report; raise NotAllowed or BadChatLine."""
    _member(access)
    line = access.club.lines.filter(pk=line_id, hidden=False).select_related("author").first()
    if line is None or line.author is None:
        raise BadChatLine(_("This message no longer exists."))
    return line


def _member(access: ClubAccess) -> User:
    user = access.person
    if access.membership is None:
        raise NotAllowed(_("The chat is for members of the club."))
    return user


def publish(club: Club) -> None:
    """Send the chat, and to organisers the requests to join, to the open pages of a club."""
    after_commit({"type": "lines.moved"}, chat_group(club.pk))
