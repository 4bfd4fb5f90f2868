"""Previews of links to pages: a title, a sentence and a picture, the same for every viewer.

The preview of a match that the public may not see is that of the site.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from games.boards.seats import TablePlayer
from games.boards.words import list_words
from games.matches.models import Match, Player
from games.matches.presenters.log import result_of
from games.matches.presenters.replay import Replay
from games.titles.registry import is_installed, title_of


@dataclass(frozen=True)
class Preview:
    """The card that a chat or timeline shows for a link; `picture` is a path on this site."""

    title: str
    sentence: str
    picture: str
    alt: str
    kind: str = "website"


def site_preview() -> Preview:
    """Return the card of the site."""
    return Preview(
        "Tavola",
        _("Card and board games of intrigue, towers, carnage and conquest."),
        _in_language(reverse("site_picture")),
        "Tavola",
    )


def person_preview(person: User) -> Preview:
    site = site_preview()
    sentence = _("{name}’s profile on Tavola: card and board games online.")
    return Preview(
        person.name, sentence.format(name=person.name), site.picture, site.alt, "profile"
    )


def match_preview(match: Match, people: Sequence[Player | TablePlayer]) -> Preview:
    """Return the card of a match in any status."""
    if not _may_be_shown(match):
        return site_preview()
    if match.status in (Match.Status.OPEN, Match.Status.CLOSED):
        return _waiting(match, people)
    picture = reverse("newest_picture", args=[match.id])
    sentence = result_of(match, people) or _("The match is on: watch it live.")
    return _of_match(match, people, sentence, picture)


def step_preview(match: Match, replay: Replay) -> Preview:
    """Return the card of a step of a public replay."""
    if not _may_be_shown(match):
        return site_preview()
    place = _("Step {step} of {last}").format(step=replay.step, last=replay.last)
    picture = reverse("step_picture", args=[match.id, replay.step])
    sentence = f"{place}. {replay.table.ask}"
    return _of_match(match, replay.table.players, sentence, picture)


def _may_be_shown(match: Match) -> bool:
    return match.public and is_installed(match.game)


def _of_match(
    match: Match, people: Sequence[Player | TablePlayer], sentence: str, picture: str
) -> Preview:
    names = list_words([one.name for one in people])
    title = _("{game}: {names}").format(game=title_of(match.game).game.name, names=names)
    return Preview(title, sentence, _in_language(picture), title)


def _waiting(match: Match, people: Sequence[Player | TablePlayer]) -> Preview:
    names = list_words([one.name for one in people])
    title = _("A table of {game}").format(game=title_of(match.game).game.name)
    sentence = _("At the table: {names}. Join if there’s a free seat.").format(names=names)
    return replace(site_preview(), title=title, sentence=sentence)


def _in_language(path: str) -> str:
    return f"{path}?lang={get_language()}"
