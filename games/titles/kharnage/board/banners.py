"""The effects of Kharnage that a banner shows: plans, a lost army, a vain attack, the points."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.boards.highlights import Banner, BannerWriter, line_banners
from games.boards.lines import Facts, Names
from games.titles.kharnage.board.lines import LINE_WRITERS, plans_in_order, scores_in_order


def kharnage_banner(facts: Facts, names: Names, you: int | None) -> Banner:
    """Show which player's army is gone, and which player takes the token."""
    seat, fallen = facts["seat"], facts["target"]
    loss = _("Nothing is left of {name}’s army.")
    if fallen == you:
        loss = _("Nothing is left of your army.")
    token = _("{name} takes a kharnage token.")
    if seat == you:
        token = _("You take a kharnage token.")
    lines = (loss.format(name=names[fallen]), token.format(name=names[seat]))
    return Banner(_("KHARNAGE!"), lines, seat, "carnage")


def scored_banner(facts: Facts, names: Names, you: int | None) -> Banner:
    """Show the points of a round, the most first, with the number of cards destroyed."""
    title = _("Round {n} is over.").format(n=facts["round"])
    return Banner(title, tuple(scores_in_order(facts, names)), emblem="trophy")


def revealed_banner(facts: Facts, names: Names, you: int | None) -> Banner:
    """Show the plans in the order in which they are carried out."""
    return Banner(_("The plans are shown."), (plans_in_order(facts, names),), emblem="eye")


BANNERS: dict[str, BannerWriter] = {
    "kharnage": kharnage_banner,
    "scored": scored_banner,
    "revealed": revealed_banner,
    **line_banners(LINE_WRITERS, "round", "withstood"),
}
