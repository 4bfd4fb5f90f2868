"""The faces of Kharnage's cards: units, generals, strategy cards and icons."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.engine.contract import Options
from games.titles.kharnage.board.words import (
    ATTACKS,
    ICONS,
    LINE_TIPS,
    Icon,
    kind_of,
    named,
    printed,
)
from games.titles.kharnage.board.words import LINES as LINE_NAMES
from games.titles.kharnage.rules.cards import FLAGS, LINES, Card, CardSet, Strategy
from games.titles.kharnage.rules.cardset import built_in, cards_of

_OWN = {
    "human": "militia pike knight banner lancer longbow crossbow herald adept storm marshal",
    "orc": "grunt breaker boar avalanche troll spear shaman drum runt fists belly head warlord",
    "dwarf": "shieldbearer axe twin wall sapper crossbow cannon mortar rune thane",
    "goblin": "stabber mob kettle rider sneak bow flyer cracker horn hexer king mother",
}
FAN = ("goblin-rider", "human-knight", "orc-troll", "dwarf-cannon", "goblin-king")
DRAWN = frozenset(f"{army}-{name}" for army, names in _OWN.items() for name in names.split())
"""The cards with an emblem of their own (tools/emblems.txt); others show their army's."""
_BREAKS = re.compile("[ \N{SOFT HYPHEN}-]")
LONG_WORD = 9
"""The most letters of a word that fit on a small card."""


@dataclass(frozen=True)
class Mark:
    """An icon on a card, with how many of it there are."""

    icon: str
    count: int = 1
    state: str = ""

    @property
    def kind(self) -> Icon:
        """The icon's name, emblem and effect."""
        return ICONS[self.icon]

    @property
    def name(self) -> str:
        return str(self.kind.name)

    @property
    def label(self) -> str:
        return f"{self.count} × {self.name}" if self.count > 1 else self.name


@dataclass(frozen=True, eq=False)
class Unit:
    """A unit or a general; the shared card component can draw it too.

    `unit` makes each face once. Faces are compared by identity, so their cached drawings are found
    quickly.
    """

    id: str
    name: str
    printed: str
    """The name with soft hyphens, for a small card."""
    tip: str
    emblem: str
    line: str
    defence: int
    shields: int
    cost: int
    lasting: tuple[Mark, ...]
    surprises: tuple[Mark, ...]
    general: bool
    count: int
    seat: int | None = None
    web: bool = False
    printed_id: str = ""
    """The id of the printed card; empty in a match with other cards."""

    @property
    def value(self) -> str:
        return str(self.cost)

    @property
    def long(self) -> bool:
        """Whether a word of its name, or a part of it, needs smaller letters."""
        return max(map(len, _BREAKS.split(self.printed))) > LONG_WORD

    @property
    def tone(self) -> str:
        return "" if self.general else "second"

    @property
    def line_name(self) -> str:
        return str(LINE_NAMES[self.line])

    @property
    def marks(self) -> tuple[Mark, ...]:
        return (*self.lasting, *self.surprises)


@dataclass(frozen=True, eq=False)
class Plan:
    """A strategy card; `plan` makes each face once."""

    id: str
    initiative: int
    rows: tuple[tuple[Mark, ...], ...]
    tip: str
    legal: bool = False
    printed_id: str = ""
    count: int = 1

    @property
    def key(self) -> str:
        return f"hand-{self.id}"

    @property
    def name(self) -> str:
        return _("Strategy {initiative}").format(initiative=self.initiative)


def counted(icons: tuple[str, ...]) -> tuple[Mark, ...]:
    """Group equal icons at the place of the first."""
    kinds = [kind_of(icon) for icon in icons]
    return tuple(Mark(kind, kinds.count(kind)) for kind in dict.fromkeys(kinds))


@lru_cache(maxsize=2048)
def unit(card: Card, language: str | None, seat: int | None = None, web: bool = False) -> Unit:
    """Return a card's face in the reader's language, which the caller looks up once.

    `seat` is the card's owner; `web` is whether it lies under a web.
    """
    marks = counted(card.icons)
    return Unit(
        id=card.id,
        name=named(card.name),
        printed=printed(card.name),
        tip=unit_tip(card, web),
        emblem=card.id if card.id in DRAWN else card.army,
        line=LINES[card.line],
        defence=card.defence,
        shields=card.cost - card.defence,
        cost=card.defence if web else card.cost,
        lasting=tuple(m for m in marks if not m.kind.surprise and m.icon != "shield"),
        surprises=tuple(m for m in marks if m.kind.surprise),
        general=card.is_general,
        count=card.count,
        seat=seat,
        web=web,
        printed_id=card.id if built_in().cards.get(card.id) is card else "",
    )


def unit_tip(card: Card, web: bool = False) -> str:
    """Describe in a few words what a card does."""
    sentences = [str(LINE_TIPS[LINES[card.line]])]
    shields = 0 if web else card.cost - card.defence
    text = _("Costs {cost} strength to destroy.")
    if shields:
        text = ngettext(
            "Costs {cost} strength to destroy: {defence}, and {n} for its shield.",
            "Costs {cost} strength to destroy: {defence}, and {n} for its shields.",
            shields,
        )
    cost = card.defence + shields
    sentences.append(text.format(cost=cost, defence=card.defence, n=shields))
    if web:
        sentences.append(_("Under a web: its melee, ranged, magic and shields sleep."))
    marks = counted(card.icons)
    strengths = [mark for mark in marks if mark.icon in ("melee", "ranged", "magic")]
    if strengths and not web:
        words = ", ".join(f"{mark.count} {ATTACKS[mark.icon]}" for mark in strengths)
        sentences.append(_("Adds {strengths} to its army.").format(strengths=words))
    sentences += [
        f"{m.name}: {m.kind.tip}" for m in marks if m.icon in ("knight", "trample", "large")
    ]
    sentences += [f"{m.label}: {m.kind.tip}" for m in marks if m.kind.surprise]
    return " ".join(sentences)


@lru_cache(maxsize=512)
def plan(strategy: Strategy, language: str | None, legal: bool = False) -> Plan:
    """Return a strategy card's face in the reader's language."""
    rows = tuple(counted(row) for row in strategy.rows if row)
    printed_id = strategy.id if built_in().strategies.get(strategy.id) is strategy else ""
    return Plan(
        strategy.id, strategy.initiative, rows, plan_tip(strategy), legal, printed_id=printed_id
    )


def plan_tip(strategy: Strategy, flags: tuple[int, int] | None = None) -> str:
    """Describe in one sentence what a strategy card does.

    `flags`: the number of flags that bring a card of the reserve, and of those that may bring a
    general; by default those of the icons.
    """
    parts = []
    units, generals = flags or (strategy.count("unit"), strategy.count("general"))
    if units:
        parts.append(ngettext("brings {n} card", "brings {n} cards", units).format(n=units))
    if generals:
        parts.append(_("brings one more card or a general"))
    attacks = [str(ATTACKS[icon]) for icon in strategy.icons if icon not in FLAGS]
    if attacks:
        parts.append(_("attacks: {attacks}").format(attacks=", ".join(attacks)))
    return _("Acts at {initiative}, lowest first: {what}.").format(
        initiative=strategy.initiative, what="; ".join(parts)
    )


def card_name(cards: CardSet, id: str) -> str:
    """Return the name of a unit or a general, or its id if it is not in the set."""
    card = cards.cards.get(id)
    return named(card.name) if card is not None else id


def face(card: str) -> Unit:
    """Return the face of a built-in card in the reader's language."""
    return unit(built_in().cards[card], get_language())


@dataclass(frozen=True)
class Muster:
    """An army: all its cards and plans."""

    id: str
    name: str
    cards: tuple[Unit, ...]
    plans: tuple[Plan, ...]

    @property
    def units(self) -> int:
        return sum(card.count for card in self.cards if not card.general)


class Sheet:
    """The icons and armies that the rules page draws, or the page of a match's own cards."""

    icons = tuple(Mark(icon) for icon in ICONS)

    def __init__(self, options: Options) -> None:
        self._cards = cards_of(options)

    @cached_property
    def armies(self) -> list[Muster]:
        language = get_language()
        return [
            Muster(
                id=army.id,
                name=named(army.name),
                cards=tuple(unit(card, language) for card in (*army.units, *army.generals)),
                plans=tuple(plan(strategy, language) for strategy in army.strategies),
            )
            for army in self._cards.armies.values()
        ]
