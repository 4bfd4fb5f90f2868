"""Tags for the tables that reports are about, for templates of packages below matches."""

from django import template

from accounts.models import Case, Report, User
from accounts.moderation_words import Evidence
from games.moderation.presenters import reported_page, reported_table
from games.moderation.services import reported_lines, rings

register = template.Library()


@register.simple_tag
def table_of(report: Report) -> dict[str, object]:
    """Return the game and the URL of the table a report is about; {} if the table is deleted."""
    return reported_table(report)


@register.simple_tag
def has_line_to_hide(report: Report) -> bool:
    """Return whether moderators can hide what the report is about on the page of the case."""
    return reported_lines.line_of(report) is not None


@register.simple_tag
def page_of(piece: Evidence) -> str:
    """Return the address of the club, event or league that evidence names; "" if it is gone."""
    return reported_page(piece)


@register.simple_tag
def matches_of_case(case: Case, reader: User) -> dict[str, object]:
    """Return the rated matches between the accounts of a case, and if any may be annulled."""
    rows = rings.matches_of_case(case, reader)
    return {"rows": rows, "may_annul": any(one.may_annul for one in rows)}
