"""The context of the pages of embedded matches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.boards.words import list_words
from games.matches.models import Match
from games.matches.presenters.clocks import clock_context
from games.matches.presenters.rendering import digest, pushed, table_html
from games.matches.presenters.replay import public_steps, replay_for
from games.matches.presenters.table import table_for
from games.matches.presenters.table_players import table_players
from games.matches.services import time_source
from games.matches.viewing import Access
from games.titles.registry import title_of

FRAME_HEIGHT = 640
"""The height in pixels that the offered frame has."""

NEWEST = "9" * 9
"""A step beyond all others, for which the replay shows its last one."""


@dataclass(frozen=True)
class Steps:
    """The step of a finished match that the frame shows."""

    number: int
    last: int

    @property
    def previous(self) -> int:
        return max(self.number - 1, 0)

    @property
    def next(self) -> int:
        return min(self.number + 1, self.last)


def embedded_page(access: Access, step: str) -> dict[str, object]:
    """Return the context of an embedded match: its newest table if it runs, else a step of it.

    Args:
        access: The match, as the public may see it.
        step: The number of the step; anything else stands for the last one.
    """
    match = access.match
    page: dict[str, object] = {"match": match, "clock_words": clock_context()}
    if match.status == Match.Status.RUNNING:
        page_digest = digest(pushed(table_html(access)))
        table = table_for(access, time_source.now())
        table.page_digest = page_digest
        return {**page, "table": table, "follows": True}
    shown = replay_for(access, step if step.isdecimal() else NEWEST, "all")
    # The log gets no links to steps, since links would leave the frame.
    table = replace(shown.table, replayed=None)
    result = table.result if shown.step == shown.last else ""
    return {**page, "table": table, "steps": Steps(shown.step, shown.last), "result": result}


def offer_page(access: Access, absolute: Callable[[str], str], step: str) -> dict[str, object]:
    """Return the HTML to copy: a frame, and a picture that links to the match.

    Args:
        access: The match.
        absolute: Makes a path of this site an absolute address.
        step: The number of the step to show; anything else stands for the last one.
    """
    match, last = access.match, public_steps(access)
    number = min(int(step[:9]), last) if step.isdecimal() else last
    at_a_step = step.isdecimal() and match.status == Match.Status.FINISHED
    language = f"?lang={get_language()}"
    frame = reverse("embedded_match", args=[match.id]) + language
    picture = reverse("step_picture", args=[match.id, number]) + language
    link = reverse("match", args=[match.id])
    if at_a_step:
        frame += f"&step={number}"
        link = f"{reverse('replay', args=[match.id])}?step={number}"
    title = title_of_match(access)
    return {
        "match": match,
        "title": title,
        "step": number,
        "frame": frame,
        "picture": picture,
        "height": FRAME_HEIGHT,
        "frame_code": format_html(
            '<iframe src="{}" title="{}" width="100%" height="{}" loading="lazy"'
            ' style="border:0;border-radius:10px"></iframe>',
            *(absolute(frame), title, FRAME_HEIGHT),
        ),
        "picture_code": format_html(
            '<a href="{}"><img src="{}" alt="{}" width="1200" height="630"'
            ' style="max-width:100%;height:auto"></a>',
            *(absolute(link), absolute(picture), title),
        ),
    }


def title_of_match(access: Access) -> str:
    """Return the game and the players' names, as a title."""
    names = list_words([player.name for player in table_players(access.players, None)])
    return _("{game}: {names}").format(game=title_of(access.match.game).game.name, names=names)
