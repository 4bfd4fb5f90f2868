"""Results of games between the bots of Condottiere; docs/bots.md says how they are counted."""

from __future__ import annotations

from games.engine.strength import Counted

COUNTED = (
    Counted("normal", "easy", seats=2, games=300, wins=299),
    Counted("hard", "normal", seats=2, games=300, wins=246),
    Counted("normal", "easy", seats=4, games=300, wins=280),
    Counted("hard", "normal", seats=4, games=340, wins=298),
)
