"""Results of games between the bots of Kharnage, by `count_levels`."""

from __future__ import annotations

from games.engine.strength import Counted

COUNTED = (
    Counted("novice", "easy", seats=2, games=300, wins=217),
    Counted("casual", "novice", seats=2, games=300, wins=207),
    Counted("normal", "casual", seats=2, games=300, wins=200),
    Counted("hard", "normal", seats=2, games=300, wins=222),
    Counted("novice", "easy", seats=3, games=120, wins=83),
    Counted("casual", "novice", seats=3, games=120, wins=63),
    Counted("normal", "casual", seats=3, games=120, wins=48),
    Counted("hard", "normal", seats=3, games=120, wins=74),
    Counted("novice", "easy", seats=4, games=120, wins=75),
    Counted("casual", "novice", seats=4, games=120, wins=51),
    Counted("normal", "casual", seats=4, games=120, wins=45),
    Counted("hard", "normal", seats=4, games=300, wins=130),
)
