"""Results of games between the bots of Condottiere, by `count_levels`."""

from __future__ import annotations

from games.engine.strength import Counted

COUNTED = (
    Counted("novice", "easy", seats=2, games=300, wins=223),
    Counted("casual", "novice", seats=2, games=300, wins=223),
    Counted("normal", "casual", seats=2, games=600, wins=476),
    Counted("hard", "normal", seats=2, games=600, wins=475),
    Counted("casual", "easy", seats=3, games=120, wins=84),
    Counted("normal", "casual", seats=3, games=120, wins=51),
    Counted("hard", "normal", seats=3, games=120, wins=102),
    Counted("casual", "easy", seats=4, games=120, wins=95.5),
    Counted("normal", "casual", seats=4, games=120, wins=41),
    Counted("normal", "easy", seats=4, games=300, wins=266),
    Counted("hard", "normal", seats=4, games=340, wins=298),
    Counted("casual", "easy", seats=5, games=120, wins=86),
    Counted("normal", "casual", seats=5, games=120, wins=31.33),
    Counted("normal", "easy", seats=5, games=120, wins=107),
    Counted("hard", "normal", seats=5, games=120, wins=104),
    Counted("casual", "easy", seats=6, games=120, wins=99),
    Counted("normal", "casual", seats=6, games=120, wins=25.2),
    Counted("hard", "normal", seats=6, games=120, wins=98.5),
)
