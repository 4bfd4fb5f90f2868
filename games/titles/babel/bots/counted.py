"""Results of games between the bots of Babel; docs/bots.md says how they are counted."""

from __future__ import annotations

from games.engine.strength import Counted

COUNTED = (
    Counted("normal", "easy", seats=2, games=300, wins=300),
    Counted("hard", "normal", seats=2, games=300, wins=223),
)
