"""Tables that begin in a prepared position: for tests alone, no door of the house opens one.

match = prepared("babel", {"turn": 0, "hands": [["mede"], []]}, anna, "easy")

A house in a process of its own is given one by `python -m tests.helpers.prepared`, which reads
`{"game", "position", "seats": [{"user": name} or {"bot": level}], "options"}` and prints the id.
"""

from __future__ import annotations

import json
import secrets
import sys
from typing import TYPE_CHECKING

from django.utils import timezone

from games.engine.contract import Json
from games.rules import newest

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Match


def prepared(game: str, position: Json, *seated: User | str, options: Json | None = None) -> Match:
    """A running match from this position; seat by seat a user or the level of a bot."""
    from games.models import Match, MatchSecret, Player
    from games.services.record import dealt

    rules = newest(game).game
    now = timezone.now()
    match = Match.objects.create(
        game=game,
        rules=rules.rules,
        seats=len(seated),
        options=dict(rules.read_options(options or {}, len(seated))),
        status=Match.Status.RUNNING,
        host=next((one for one in seated if not isinstance(one, str)), None),
        commitment="0" * 64,
        started_at=now,
        moved_at=now,
    )
    seed = secrets.token_hex(32)
    MatchSecret.objects.create(match=match, secret=seed, seed=seed, position=position)
    asked = dealt(match).position.to_move()
    for seat, one in enumerate(seated):
        bot = one if isinstance(one, str) else ""
        Player.objects.create(
            match=match,
            user=None if isinstance(one, str) else one,
            name=f"Bot {seat}" if isinstance(one, str) else one.name,
            bot=bot,
            joined=seat,
            seat=seat,
            nonce=secrets.token_hex(32),
            asked_at=0 if seat in asked else None,
            asked_since=now if seat in asked else None,
        )
    return match


def main() -> None:
    import django

    django.setup()
    from accounts.models import User

    wish = json.load(sys.stdin)
    seated = [
        seat["bot"] if "bot" in seat else User.objects.get(username=seat["user"])
        for seat in wish["seats"]
    ]
    match = prepared(wish["game"], wish["position"], *seated, options=wish.get("options"))
    print(match.id)


if __name__ == "__main__":
    main()
