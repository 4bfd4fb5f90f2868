"""Tables that begin in a prepared position, which only tests can open.

match = prepared("babel", {"turn": 0, "hands": [["mede"], []]}, anna, "easy")

For a site in a process of its own use tests/helpers/backstage.py.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.utils import timezone

from games.engine.contract import Json
from games.titles.registry import newest

if TYPE_CHECKING:
    from accounts.models import User
    from games.matches.models import Match
    from games.matches.services.clocks import Clock


def prepared(
    game: str,
    position: Json | None,
    *seated: User | str,
    options: Json | None = None,
    clock: Clock | None = None,
) -> Match:
    """Start a match from this position, or newly dealt.

    `seated` has a user or a bot's level for each seat.
    """
    from games.lobby.services.dealing import begin
    from games.matches.models import Match, MatchSecret, Player
    from games.matches.services.clocks import FREE
    from games.matches.services.event_store import dealt

    rules = newest(game).game
    now = timezone.now()
    clock = clock or FREE
    match = Match.objects.create(
        game=game,
        rules=rules.rules,
        seats=len(seated),
        options=dict(rules.read_options(options or {}, len(seated))),
        status=Match.Status.RUNNING,
        host=next((one for one in seated if not isinstance(one, str)), None),
        commitment="0" * 64,
        pace=clock.pace,
        bank=clock.bank,
        increment=clock.increment,
        cap=clock.cap,
        started_at=now,
        last_public_event_at=now,
    )
    seed = secrets.token_hex(32)
    MatchSecret.objects.create(match=match, secret=seed, seed=seed, position=position)
    players = [
        Player.objects.create(
            match=match,
            user=None if isinstance(one, str) else one,
            name=f"Bot {seat}" if isinstance(one, str) else one.name,
            bot=one if isinstance(one, str) else "",
            joined=seat,
            nonce=secrets.token_hex(32),
        )
        for seat, one in enumerate(seated)
    ]
    begin(match, players, dealt(match).position)
    return match
