"""The lines by which other sites preview a link (Open Graph, Twitter cards).

They are for programs that come without a session: to whoever is signed in they are not sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template
from django.template import Context

from accounts.models import User
from games.embeds import link_preview
from games.embeds.link_preview import Preview
from games.matches.models import Match, Player
from games.matches.presenters.chairs import Chair
from games.matches.presenters.replay import Replay

register = template.Library()


@register.inclusion_tag("embeds/_preview.html", takes_context=True)
def preview_of_site(context: Context) -> dict[str, Any]:
    return _lines(context, link_preview.site_preview())


@register.inclusion_tag("embeds/_preview.html", takes_context=True)
def preview_of_person(context: Context, person: User) -> dict[str, Any]:
    return _lines(context, link_preview.person_preview(person))


@register.inclusion_tag("embeds/_preview.html", takes_context=True)
def preview_of_match(
    context: Context, match: Match, people: Sequence[Player | Chair]
) -> dict[str, Any]:
    """`people`: everyone at the match, by seat once it has begun."""
    return _lines(context, link_preview.match_preview(match, people))


@register.inclusion_tag("embeds/_preview.html", takes_context=True)
def preview_of_step(context: Context, match: Match, replay: Replay) -> dict[str, Any]:
    return _lines(context, link_preview.step_preview(match, replay))


def _lines(context: Context, preview: Preview) -> dict[str, Any]:
    absolute = context["request"].build_absolute_uri
    return {
        "preview": preview,
        "picture": absolute(preview.picture),
        "page": absolute(context["request"].path),
    }
