"""Results of games between the bots of Babel, by `count_levels`."""

from __future__ import annotations

from games.engine.strength import Counted

COUNTED = (
    Counted("novice", "easy", seats=2, games=300, wins=229),
    Counted("casual", "novice", seats=2, games=1200, wins=941),
    Counted("normal", "casual", seats=2, games=1200, wins=947),
    Counted("hard", "normal", seats=2, games=300, wins=223),
)
