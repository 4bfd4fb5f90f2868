"""The predicted result of each move in words, shown next to the buttons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.boards.lines import Names
from games.engine.contract import Move
from games.titles.condottiere.board import map as art
from games.titles.condottiere.board.faces import ORDER
from games.titles.condottiere.board.lines import describe_battle, describe_own_victory
from games.titles.condottiere.rules import shapes
from games.titles.condottiere.rules.cards import MERCENARIES
from games.titles.condottiere.rules.foresight import Prospect
from games.titles.condottiere.rules.moves import PASS, Play

_NONE, _SCARECROW = "if-none", "if-scarecrow"
"""The CSS classes of sentences that are shown while a choice is missing."""


@dataclass(frozen=True)
class Preview:
    """The predicted results of a seat's moves in the battle, with their sentences."""

    view: shapes.View
    names: Names
    me: int
    prospects: Mapping[Move, Prospect]

    @property
    def city(self) -> str:
        city = self.view["city"]
        return art.NAMES[city] if city else _("the final battle")

    @property
    def best_back(self) -> str:
        """The strongest mercenary that a scarecrow may take back; empty if that gives up a lead."""
        takes = self.takes
        if not takes:
            return ""
        best = max(takes, key=MERCENARIES.__getitem__)
        leads_now = self.prospects[Play("scarecrow")].leader == self.me
        leads_then = self.prospects[Play("scarecrow", best)].leader == self.me
        return "" if leads_now and not leads_then else best

    @property
    def takes(self) -> list[str]:
        """The mercenaries that a scarecrow may take back, the cheapest first."""
        taken = [move.take for move in self.prospects if isinstance(move, Play) and move.take]
        return sorted(taken, key=ORDER.__getitem__)

    def comes_of(self, card: Play) -> str:
        """Describe the result of playing a card."""
        return self._after(self.prospects[card])

    def lines(self) -> tuple[tuple[str, str], ...]:
        """Return the sentences, each with the CSS class that shows it in its case."""
        lines = [(_NONE, self._passing())]
        takes = self.takes
        for move, prospect in self.prospects.items():
            if not isinstance(move, Play):
                continue
            if move.take:
                card = MERCENARIES[move.take]
                back = _("The {card} comes back to your hand.").format(card=card)
                lines.append((f"if-back-{move.take}", f"{back} {self._after(prospect)}"))
            elif move.card == "scarecrow" and takes:
                nothing = _("Nothing comes back.")
                lines += [
                    (_SCARECROW, _("Choose which of your mercenaries comes back, or nothing.")),
                    ("if-back-none", f"{nothing} {self._after(prospect)}"),
                ]
            else:
                lines.append((f"if-{move.card}", self._after(prospect)))
        return tuple(lines)

    def requests(self) -> tuple[tuple[str, str], ...]:
        """Return the sentences that only say what to choose, for a table without suggestions."""
        lines = [(_NONE, _("Choose a card, or pass."))]
        if self.takes:
            text = _("Choose which of your mercenaries comes back, or nothing.")
            lines.append((_SCARECROW, text))
        return tuple(lines)

    @property
    def passing_wins(self) -> bool:
        """Whether a pass ends the battle and takes what it is for."""
        prospect = self.prospects[PASS]
        return prospect.ended is not None and prospect.leader == self.me

    def question(self) -> str:
        """Return the question once no other seat can go on; empty while one can."""
        prospect = self.prospects[PASS]
        if prospect.ended is None:
            return ""
        passed = all(passed for seat, passed in enumerate(self.view["passed"]) if seat != self.me)
        others = _("Everyone else has passed") if passed else _("No one else can play")
        text = _("{others}. Play a card for {city}, or pass and no one takes it.")
        if prospect.leader == self.me:
            text = _("{others}: pass and {city} is yours.")
            if prospect.wins:
                text = _("{others}: pass, and with {city} you unite a kingdom.")
        elif prospect.leader is not None:
            text = _("{others}. Play a card for {city}, or pass and leave it to {name}.")
        name = "" if prospect.leader is None else self.names[prospect.leader]
        return text.format(others=others, city=self.city, name=name)

    def _passing(self) -> str:
        """Describe the result of a pass."""
        prospect = self.prospects[PASS]
        if prospect.ended is not None:
            return _("Passing ends the battle.") + f" {self._ending(prospect)}"
        if self._may_come_back:
            return _("The city is yours: until your first card you can pass and still play later.")
        strength = prospect.strengths[self.me]
        if not strength:
            return _("Passing is final for this battle.")
        return _("If you pass, your {strength} stays and can still win.").format(strength=strength)

    @property
    def _may_come_back(self) -> bool:
        """Whether the seat owns the city fought for, and has not played yet (spec: Options)."""
        city = self.view["city"]
        return (
            city is not None
            and self.view["cities"].get(city) == self.me
            and not self.view["armies"][self.me]
        )

    def _after(self, prospect: Prospect) -> str:
        """Describe the battle after a card."""
        if prospect.ended is not None and prospect.ended["cause"] == "bishop":
            return self._ending(prospect)
        if prospect.ended is not None:
            return _("This ends the battle.") + f" {self._ending(prospect)}"
        words = {"strength": prospect.strengths[self.me]}
        if prospect.leader == self.me:
            return _("You would have {strength} and be the strongest.").format(**words)
        if prospect.leader is None:
            return _("You would have {strength}, and no single army would be strongest.").format(
                **words
            )
        text = _("You would have {strength}, but {name} would lead with {most}.")
        return text.format(
            name=self.names[prospect.leader], most=prospect.strengths[prospect.leader], **words
        )

    def _ending(self, prospect: Prospect) -> str:
        """Describe the end of the battle."""
        facts = prospect.ended or {}
        winner = prospect.leader
        if winner is None:
            return describe_battle(facts, self.names).text
        words = {"city": self.city, "strength": prospect.strengths[winner]}
        if winner != self.me:
            if prospect.wins:
                text = _("{name} takes {city} and unites a kingdom.")
                return text.format(name=self.names[winner], **words)
            return describe_battle(facts, self.names).text
        if prospect.wins:
            return _("You take {city} with {strength} and unite a kingdom.").format(**words)
        return describe_own_victory(facts)
