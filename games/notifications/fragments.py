"""What sockets send of whose turn it is."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils import translation

from games.matches.sockets.fragments import Visitor
from games.notifications.presenters.turns import your_turn


def your_turn_fragment(visitor: Visitor) -> str:
    with translation.override(visitor.language):
        context = {**your_turn(visitor.user), "you": visitor.user, "oob": True}
        return render_to_string("notifications/_your_turn.html", context)
