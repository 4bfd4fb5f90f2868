"""The results of games between the bots of Kabale und Hiebe; docs/bots.md says how to count."""

from __future__ import annotations

from games.engine.strength import Counted

COUNTED = (
    Counted("normal", "easy", seats=2, games=100, wins=91),
    Counted("hard", "normal", seats=2, games=300, wins=209.5),
    Counted("normal", "easy", seats=4, games=100, wins=91),
    Counted("hard", "normal", seats=4, games=300, wins=131),
)
