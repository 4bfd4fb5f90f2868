"""The tables that reports are about, for pages of packages that do not know matches."""

from typing import Any

from django import template

from accounts.models import Report
from games.moderation.presenters import reported_table

register = template.Library()


@register.simple_tag
def table_of(report: Report) -> dict[str, Any]:
    """The game and the address of the table a report is about, where there still is one."""
    return reported_table(report)
