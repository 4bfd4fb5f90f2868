"""Template tags for the `meta` elements that preview a link (Open Graph, Twitter cards).

They are meant for programs, which have no session: pages for signed-in users lack them.
"""

from __future__ import annotations

from collections.abc import Sequence

from django import template
from django.template import Context

from accounts.models import User
from games.boards.seats import TablePlayer
from games.embeds import link_preview
from games.embeds.link_preview import Preview
from games.matches.models import Match, Player
from games.matches.presenters.replay import Replay

register = template.Library()


@register.inclusion_tag("embeds/_preview.html", takes_context=True)
def preview_of_site(context: Context) -> dict[str, object]:
    return _lines(context, link_preview.site_preview())


@register.inclusion_tag("embeds/_preview.html", takes_context=True)
def preview_of_person(context: Context, person: User) -> dict[str, object]:
    return _lines(context, link_preview.person_preview(person))


@register.inclusion_tag("embeds/_preview.html", takes_context=True)
def preview_of_match(
    context: Context, match: Match, people: Sequence[Player | TablePlayer]
) -> dict[str, object]:
    """Preview a match; `people` are its players, by seat once it has begun."""
    return _lines(context, link_preview.match_preview(match, people))


@register.inclusion_tag("embeds/_preview.html", takes_context=True)
def preview_of_step(context: Context, match: Match, replay: Replay) -> dict[str, object]:
    return _lines(context, link_preview.step_preview(match, replay))


def _lines(context: Context, preview: Preview) -> dict[str, object]:
    absolute = context["request"].build_absolute_uri
    return {
        "preview": preview,
        "picture": absolute(preview.picture),
        "page": absolute(context["request"].path),
    }
