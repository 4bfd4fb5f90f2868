"""The matches of people, for pages of packages that do not know matches."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.boards.words import signed
from games.moderation.services import patterns
from games.privacy.services.account_deletion import running_of
from games.profiles.presenters.activity import Activity, activities
from games.profiles.presenters.profile import Change, Profile

register = template.Library()
register.simple_tag(running_of, name="running_matches")


@register.simple_tag
def played_by(person: Any, viewer: Any) -> Profile:
    """The matches and ratings on a person's page, as far as the viewer may see them."""
    return Profile(person, viewer)


@register.simple_tag
def where_is(person: Any, viewer: Any) -> Activity:
    """Where a person is now, as far as the viewer may know."""
    return activities(viewer, [person.pk])[person.pk]


@register.simple_tag
def moderated(person: Any) -> dict[str, Any]:
    """Suspicious patterns and the latest tables, on the moderators' page about somebody."""
    return {
        "patterns": patterns.quick_losses(person),
        "too_many": patterns.TOO_MANY,
        "days": patterns.LATELY.days,
        "tables": patterns.latest_tables(person),
    }


@register.simple_tag
def change_rows(changes: Iterable[Change]) -> SafeString:
    """The rows of a rating's table. A page has hundreds: a template takes five times as long."""
    row = (
        '<tr><th scope="row">{}</th><td class="number">{}</td>'
        '<td class="number {}">{}</td><td class="number">{}</td></tr>'
    )
    return format_html_join("\n", row, (_cells(change) for change in changes))


def _cells(change: Change) -> tuple[str, int, str, str, int]:
    by = change.after - change.before
    tone = "is-up" if by > 0 else "is-down" if by else ""
    return date_format(change.at, "DATE_FORMAT"), change.place, tone, signed(by), change.after
