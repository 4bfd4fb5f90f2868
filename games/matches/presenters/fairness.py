"""The page that says where the seed of a match comes from, and lets a browser check it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from games.engine.fairness import VERSION
from games.matches.access import Access
from games.matches.models import Match, Player
from games.matches.services.fairness import Published, published_of


@dataclass(frozen=True)
class FairnessPage:
    """What may be known of a match's chance, and what that proves; `full`: all hashes are shown."""

    match: Match
    published: Published
    full: bool

    @property
    def old(self) -> bool:
        """Whether it was dealt by version 1, whose nonces bind nobody."""
        return self.published.version != VERSION

    @property
    def dealt(self) -> bool:
        return self.match.started_at is not None

    @property
    def finished(self) -> bool:
        return self.match.status == Match.Status.FINISHED

    @property
    def revealed(self) -> str:
        """The names of those who revealed a nonce; empty for nobody."""
        return self._of(Player.Origin.REVEALED)

    @property
    def replaced(self) -> str:
        return self._of(Player.Origin.REPLACED)

    @property
    def noted(self) -> str:
        """What the page's script notes before the end, to hold the record against: JSON."""
        content = {
            "match": self.match.id,
            "full": self.full,
            "commitments": self.published.commitments,
            "hashes": [chair.hash or "-" for chair in self.published.chairs],
        }
        return json.dumps(content)

    def _of(self, origin: str) -> str:
        return ", ".join(chair.name for chair in self.published.chairs if chair.origin == origin)


def fairness_page(access: Access) -> FairnessPage:
    """The fairness of a match for anybody who may look at it: all see the same."""
    match = access.match
    full = match.reveal_by is not None or match.started_at is not None
    return FairnessPage(match, published_of(match, access.players), full)
