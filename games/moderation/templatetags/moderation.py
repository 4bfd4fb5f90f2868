"""Tags for the tables that reports are about, for templates of packages below matches."""

from django import template

from accounts.models import Report
from games.moderation.presenters import reported_table

register = template.Library()


@register.simple_tag
def table_of(report: Report) -> dict[str, object]:
    """Return the game and the URL of the table a report is about; {} if the table is deleted."""
    return reported_table(report)
