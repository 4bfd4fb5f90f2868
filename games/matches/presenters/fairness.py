"""The page on the sources of a match's seed, which the browser can check."""

from __future__ import annotations

import json
from dataclasses import dataclass

from games.engine.fairness import WITHOUT_TRANSCRIPT
from games.matches.models import Match, Player
from games.matches.services.fairness import Published, published_of
from games.matches.viewing import Access


@dataclass(frozen=True)
class FairnessPage:
    """The public facts about a match's seed; `full`: whether all hashes are shown."""

    match: Match
    published: Published
    full: bool

    @property
    def old(self) -> bool:
        """Whether it was dealt by version 1, whose nonces commit no player."""
        return self.published.version == 1

    @property
    def seated(self) -> str:
        """How the seats are assigned: "drawn", "turned" or "agreed"."""
        if self.match.former_id is not None:
            return "turned"
        if self.match.transcript:
            return "drawn" if json.loads(self.match.transcript)["seated"] is None else "agreed"
        return "agreed" if self.match.seats_agreed else "drawn"

    @property
    def without_transcript(self) -> bool:
        """Whether it was dealt by version 2, whose nonces are not bound to a transcript."""
        return self.published.version == WITHOUT_TRANSCRIPT

    @property
    def dealt(self) -> bool:
        return self.match.started_at is not None

    @property
    def finished(self) -> bool:
        return self.match.revealed

    @property
    def revealed(self) -> str:
        """The names of the players who revealed a nonce, joined; "" for none."""
        return self._of(Player.Origin.REVEALED)

    @property
    def replaced(self) -> str:
        return self._of(Player.Origin.REPLACED)

    @property
    def noted(self) -> str:
        """JSON that the page's script stores before the end, to compare the record with it."""
        content = {
            "match": self.match.id,
            "full": self.full,
            "transcript": self.published.transcript,
            "commitments": self.published.commitments,
            "hashes": [player.hash or "-" for player in self.published.players],
        }
        return json.dumps(content)

    def _of(self, origin: str) -> str:
        return ", ".join(
            player.name for player in self.published.players if player.origin == origin
        )


def fairness_page(access: Access) -> FairnessPage:
    """Return the fairness page of a match, which is the same for all who may view the match."""
    match = access.match
    full = match.reveal_by is not None or match.started_at is not None
    return FairnessPage(match, published_of(match, access.players), full)
