"""Template tags with users' matches, for pages of packages that do not know matches."""

from collections.abc import Iterable

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from accounts.http import Visitor
from accounts.models import User
from core.languages.local_time import moment_words
from games.boards.words import signed
from games.matches.models import Match
from games.matches.services.renaming import matches_of
from games.moderation.services import conduct, patterns
from games.profiles.presenters.activity import Activity, activities
from games.profiles.presenters.profile import Change, Profile
from games.profiles.presenters.reliability import reliability_of, time_words

register = template.Library()


@register.simple_tag
def running_matches(user: User) -> int:
    """Return the number of running matches in which a user has a seat."""
    return len(matches_of(user, Match.Status.RUNNING))


@register.simple_tag
def played_by(person: User, viewer: Visitor) -> Profile:
    """Return the matches and ratings on a user's page, as far as the viewer may see them."""
    return Profile(person, viewer)


@register.simple_tag
def where_is(person: User, viewer: Visitor) -> Activity:
    """Return a user's presence, as far as the viewer may see it."""
    return activities(viewer, [person.pk])[person.pk]


@register.simple_tag
def moderated(person: User) -> dict[str, object]:
    """Return patterns, figures about waiting and leaving, and the latest tables, for moderators."""
    return {
        "patterns": patterns.quick_losses(person),
        "too_many": patterns.TOO_MANY,
        "days": patterns.LATELY.days,
        "tables": patterns.latest_tables(person),
        "kept": reliability_of(person),
        "no_shows": conduct.no_shows(person),
        "waits": conduct.waits_of(person),
    }


@register.filter
def thinking_time(milliseconds: int) -> str:
    """Return a time to think in words."""
    return time_words(milliseconds)


@register.simple_tag
def change_rows(changes: Iterable[Change]) -> SafeString:
    """Render the rows of a rating's table; a template would be five times as slow for hundreds."""
    row = (
        '<tr><th scope="row">{}</th><td class="number">{}</td>'
        '<td class="number {}">{}</td><td class="number">{}</td></tr>'
    )
    return format_html_join("\n", row, (_cells(change) for change in changes))


def _cells(change: Change) -> tuple[str, int, str, str, int]:
    by = change.after - change.before
    tone = "is-up" if by > 0 else "is-down" if by else ""
    return moment_words(change.at, "DATE_FORMAT"), change.place, tone, signed(by), change.after
