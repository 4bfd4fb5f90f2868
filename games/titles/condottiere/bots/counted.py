"""Results of games between the bots of Condottiere, by `count_levels`."""

from __future__ import annotations

from games.engine.strength import Counted

COUNTED = (
    Counted("novice", "easy", seats=2, games=300, wins=250),
    Counted("casual", "novice", seats=2, games=300, wins=252),
    Counted("normal", "casual", seats=2, games=300, wins=242),
    Counted("normal", "easy", seats=2, games=300, wins=299),
    Counted("hard", "normal", seats=2, games=300, wins=246),
    Counted("casual", "easy", seats=3, games=120, wins=93),
    Counted("normal", "casual", seats=3, games=120, wins=51),
    Counted("casual", "easy", seats=4, games=120, wins=84),
    Counted("normal", "casual", seats=4, games=120, wins=41),
    Counted("normal", "easy", seats=4, games=300, wins=280),
    Counted("hard", "normal", seats=4, games=340, wins=298),
    Counted("casual", "easy", seats=5, games=120, wins=100),
    Counted("normal", "casual", seats=5, games=120, wins=31.33),
    Counted("normal", "easy", seats=5, games=120, wins=107),
    Counted("casual", "easy", seats=6, games=120, wins=91),
    Counted("normal", "casual", seats=6, games=120, wins=25.2),
)
