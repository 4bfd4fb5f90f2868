"""What the viewer's choices would cost the other players, as the rules forecast it.

Forecasts are made only for the player who decides, as each drawing plays on copies of the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import proxy

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.refusals.words import refusal_text
from games.titles.kharnage.rules.forecast import Fall, Forecast, Strengths
from games.titles.kharnage.rules.moves import Destroy, Target, Web

if TYPE_CHECKING:
    from games.titles.kharnage.board.armies import Armies

_FORECAST = frozenset(("target", "magic", "destroy", "throw", "web"))
"""The phases whose choices are forecast."""


@dataclass(frozen=True)
class Toll:
    """The most that an attack would destroy in an army."""

    count: int
    cards: str
    kharnage: bool

    @property
    def words(self) -> str:
        """The toll in a sentence that follows the description of the attack."""
        if not self.count:
            return _("Nothing falls: no card in the open line is that cheap.")
        if self.kharnage:
            return _("KHARNAGE, all of them fall: {cards}.").format(cards=self.cards)
        text = ngettext("At most {n} falls: {cards}.", "At most {n} fall: {cards}.", self.count)
        return text.format(n=self.count, cards=self.cards)


class Tolls:
    """The forecasts for the viewer, if they decide; otherwise there are none."""

    def __init__(self, armies: Armies) -> None:
        # The armies keep their tolls: with a usual reference only the garbage collector would
        # free the two.
        self._armies: Armies = proxy(armies)
        self._moves = armies.table.moves

    @cached_property
    def _forecast(self) -> Forecast | None:
        table, phase = self._armies.table, self._armies.view["phase"]
        if not self._moves or table.seat is None or phase not in _FORECAST:
            return None
        return Forecast.of_view(table.view, table.seat, table.options)

    @cached_property
    def whole(self) -> dict[int, Fall]:
        """Return what falls in each army under an attack at full strength, or a throw."""
        if self._forecast is None:
            return {}
        if self._armies.view["phase"] == "throw":
            return self._forecast.throw()
        return self._struck(1)

    @cached_property
    def half(self) -> dict[int, Fall]:
        """Return what falls in each army that is attacked as one of two."""
        return self._struck(2)

    def _struck(self, armies: int) -> dict[int, Fall]:
        """Return what falls in attacks on this number of armies; it is the same in each of them."""
        falls: dict[int, Fall] = {}
        if self._forecast is None:
            return falls
        for move in self._moves:
            if not isinstance(move, Target) or len(move.seats) != armies:
                continue
            if not falls.keys() >= set(move.seats):
                falls |= self._forecast.attack(move)
        return falls

    def falls(self, move: Target) -> dict[int, Fall]:
        """Return what falls in each army that an attack is aimed at."""
        falls = self.half if len(move.seats) == 2 else self.whole
        return {seat: falls[seat] for seat in move.seats}

    def count(self, move: Target) -> int:
        """Return the most cards that an attack destroys."""
        return sum(fall.count for fall in self.falls(move).values())

    @cached_property
    def _webs(self) -> dict[Web, Strengths]:
        """Return the strengths that each web the viewer may put would leave its army."""
        forecast = self._forecast
        webs = [move for move in self._moves if isinstance(move, Web) and move.target is not None]
        return {move: forecast.webbed(move) for move in webs} if forecast is not None else {}

    def toll(self, falls: dict[int, Fall], seat: int) -> Toll | None:
        """Return the toll of an army; None if it has no forecast."""
        fall = falls.get(seat)
        if fall is None:
            return None
        cards: list[str] = []
        for (id, _web), n in fall.cards.items():
            cards += [id] * n
        return Toll(fall.count, self._armies.card_words(cards), fall.kharnage)

    def barred(self, seat: int) -> str:
        """Return why this army cannot be attacked now, while others can; "" if it can."""
        aims = [move for move in self._moves if isinstance(move, Target) and move.seats]
        if self._forecast is None or not aims or seat == self._armies.table.seat:
            return ""
        # Ranged reaches all armies that melee reaches.
        why = self._forecast.why_not(Target((seat,), aims[-1].as_))
        return "" if why is None else refusal_text(why)

    def note(self, seat: int, id: str, web: bool, move: Destroy | Web | None) -> str:
        """Return what a click on this card does; in an attacked army, why it does nothing."""
        if self._forecast is None:
            return ""
        face = self._armies.unit(id, seat, web)
        if isinstance(move, Destroy):
            text = _("Destroy {card} for {cost}: {left} left")
            return text.format(card=face.name, cost=face.cost, left=self._forecast.left(move))
        if move is not None:
            then = self._webs[move]
            text = _("Put a web on {card}: the army is left with melee {melee}, ranged {ranged}")
            return text.format(card=face.name, melee=then.melee, ranged=then.ranged)
        if self._armies.view["phase"] != "destroy" or self._armies.targets[0][0] != seat:
            return ""
        why = self._forecast.why_not(Destroy(seat, id, web))
        return "" if why is None else refusal_text(why)

    def loses(self, seat: int, move: Destroy | Web | None) -> tuple[tuple[str, int], ...]:
        """Return what a web on this card takes from its army: icons, with the strength lost."""
        if self._forecast is None or not isinstance(move, Web):
            return ()
        then, now = self._webs[move], self._forecast.strengths(seat)
        lost = (("melee", now.melee - then.melee), ("ranged", now.ranged - then.ranged))
        return tuple((icon, n) for icon, n in lost if n)
