"""Results of games between the bots of Kharnage, by `count_levels`."""

from __future__ import annotations

from games.engine.strength import Counted

COUNTED = (
    Counted("casual", "easy", seats=2, games=300, wins=225),
    Counted("normal", "casual", seats=2, games=300, wins=200),
    Counted("normal", "easy", seats=2, games=300, wins=264),
    Counted("hard", "normal", seats=2, games=300, wins=222),
    Counted("casual", "easy", seats=3, games=120, wins=89),
    Counted("normal", "casual", seats=3, games=120, wins=48),
    Counted("hard", "normal", seats=3, games=120, wins=74),
    Counted("casual", "easy", seats=4, games=120, wins=84),
    Counted("normal", "casual", seats=4, games=120, wins=45),
    Counted("normal", "easy", seats=4, games=300, wins=242),
    Counted("hard", "normal", seats=4, games=300, wins=130),
)
