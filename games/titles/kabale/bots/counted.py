"""Results of games between the bots of Kabale und Hiebe, by `count_levels`."""

from __future__ import annotations

from games.engine.strength import Counted

COUNTED = (
    Counted("novice", "easy", seats=2, games=300, wins=202.5),
    Counted("casual", "novice", seats=2, games=600, wins=404.5),
    Counted("normal", "casual", seats=2, games=600, wins=414),
    Counted("normal", "easy", seats=2, games=100, wins=91),
    Counted("hard", "normal", seats=2, games=300, wins=209.5),
    Counted("casual", "easy", seats=3, games=120, wins=86),
    Counted("normal", "casual", seats=3, games=120, wins=64),
    Counted("hard", "normal", seats=3, games=120, wins=55),
    Counted("casual", "easy", seats=4, games=120, wins=94),
    Counted("normal", "casual", seats=4, games=120, wins=70),
    Counted("normal", "easy", seats=4, games=100, wins=91),
    Counted("hard", "normal", seats=4, games=300, wins=131),
    Counted("casual", "easy", seats=5, games=120, wins=94),
    Counted("normal", "casual", seats=5, games=120, wins=48),
    Counted("hard", "normal", seats=5, games=120, wins=48),
    Counted("casual", "easy", seats=6, games=120, wins=100),
    Counted("normal", "casual", seats=6, games=120, wins=37),
    Counted("hard", "normal", seats=6, games=120, wins=46),
)
