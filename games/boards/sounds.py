"""What is heard of what happened; a page plays one sound, the first of these."""

from __future__ import annotations

from collections.abc import Mapping

SOUNDS: Mapping[str, str] = {
    **dict.fromkeys(("battle-ended", "power", "scored", "round-ended"), "battle"),
    "destroyed": "blow",
    **dict.fromkeys(("played", "placed", "settled", "travelled", "migrated"), "card"),
    **dict.fromkeys(("built", "discarded", "deployed"), "card"),
}
"""Kind of happening → the sound of static/js/sound.js; a title may name others of its own."""
