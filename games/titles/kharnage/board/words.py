"""The names of Kharnage's cards, armies, lines and icons."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, pgettext_lazy

Words = Promise | str

NAMED = (
    gettext_noop("Humans of the Seven Fords"),
    gettext_noop("Ford Militia"),
    gettext_noop("Pike Veteran"),
    gettext_noop("Knight of the Ford"),
    gettext_noop("Banner Knight"),
    gettext_noop("Lancer of the Vow"),
    gettext_noop("Longbow"),
    gettext_noop("Crossbow Guard"),
    gettext_noop("Herald"),
    gettext_noop("Hedge Adept"),
    gettext_noop("Storm Caller"),
    gettext_noop("Marshal Odila"),
    gettext_noop("Orcs of the Red Mud"),
    gettext_noop("Mud Grunt"),
    gettext_noop("Gatebreaker"),
    gettext_noop("Boar Rider"),
    gettext_noop("Avalanche"),
    gettext_noop("Bridge Troll"),
    gettext_noop("Spear Chucker"),
    gettext_noop("Bone Shaman"),
    gettext_noop("War Drum"),
    gettext_noop("Mud Runt"),
    gettext_noop("The Giant’s Fists"),
    gettext_noop("The Giant’s Belly"),
    gettext_noop("The Giant’s Head"),
    gettext_noop("Warlord Oggrim"),
    gettext_noop("Dwarves of the Deep Gate"),
    gettext_noop("Shieldbearer"),
    gettext_noop("Gate Axe"),
    gettext_noop("Twin-Axe Veteran"),
    gettext_noop("Ironwall"),
    gettext_noop("Tunnel Sapper"),
    gettext_noop("Stone Crossbow"),
    gettext_noop("Cannon Crew"),
    gettext_noop("Mortar Crew"),
    gettext_noop("Runesmith"),
    gettext_noop("Thane Hildegrim"),
    gettext_noop("Goblins of Under Hill"),
    gettext_noop("Shin Stabber"),
    gettext_noop("Plank Mob"),
    gettext_noop("Kettle Helmet"),
    gettext_noop("Spider Rider"),
    gettext_noop("Sneak"),
    gettext_noop("Crooked Bow"),
    gettext_noop("Goblin Flyer"),
    gettext_noop("Firecracker"),
    gettext_noop("Snot Horn"),
    gettext_noop("Hexer"),
    gettext_noop("King Gutterby"),
    gettext_noop("Mother Eightlegs"),
)
"""The names in the built-in card set; those of a player's own set are not translated.

A translation has soft hyphens where a long word may be broken on a small card.
"""


SOFT_HYPHEN = "\N{SOFT HYPHEN}"
BROKEN = {
    "Shieldbearer": "Shield\N{SOFT HYPHEN}bearer",
    "Gatebreaker": "Gate\N{SOFT HYPHEN}breaker",
    "Firecracker": "Fire\N{SOFT HYPHEN}cracker",
}
"""The long words among the English names, which are no translations."""


def printed(name: str) -> str:
    """Return a card's name as a small card prints it, with soft hyphens in long words."""
    words = _(name) if name in NAMED else name
    return BROKEN.get(words, words)


def named(name: str) -> str:
    """Return a card's or an army's name in the reader's language.

    Without soft hyphens, because screen readers pause at them.
    """
    return printed(name).replace(SOFT_HYPHEN, "")


RACES: dict[str, Words] = {
    "human": gettext_lazy("Humans"),
    "orc": gettext_lazy("Orcs"),
    "dwarf": gettext_lazy("Dwarves"),
    "goblin": gettext_lazy("Goblins"),
}
"""Short names of the armies, whatever their names in the card set."""

LINES: dict[str, Words] = {
    "front": gettext_lazy("front"),
    "center": gettext_lazy("center"),
    "back": gettext_lazy("back"),
}
LINE_TIPS: dict[str, Words] = {
    "front": gettext_lazy("Stands in front, nearest the hill."),
    "center": gettext_lazy("Stands in the center."),
    "back": gettext_lazy("Stands in the back."),
}


@dataclass(frozen=True)
class Icon:
    """An icon's emblem, name and explanation; a surprise acts when the card is deployed."""

    emblem: str
    surprise: bool
    name: Words
    tip: Words


_ICONS: dict[str, tuple[Words, Words]] = {
    "unit": (
        gettext_lazy("Unit flag"),
        gettext_lazy("The top card of your reserve goes face down onto your pile."),
    ),
    "general": (
        gettext_lazy("General’s flag"),
        gettext_lazy("Brings the top card of your reserve, or a general from your hand."),
    ),
    "melee": (
        gettext_lazy("Melee"),
        gettext_lazy("One strength in your melee attacks, which reach your neighbours."),
    ),
    "ranged": (
        gettext_lazy("Ranged"),
        gettext_lazy("One strength in your ranged attacks, which reach everyone."),
    ),
    "magic": (gettext_lazy("Magic"), gettext_lazy("One strength in both melee and ranged.")),
    "shield": (pgettext_lazy("an icon", "Shield"), gettext_lazy("Costs one more to destroy.")),
    "knight": (
        gettext_lazy("Knight"),
        gettext_lazy(
            "With three or more knights in the army, its plan’s melee attacks are 1 stronger."
        ),
    ),
    "trample": (
        gettext_lazy("Trample"),
        gettext_lazy("Each line that its army’s plan empties in melee gives 1 more strength."),
    ),
    "large": (
        gettext_lazy("Large unit"),
        gettext_lazy("When one piece arrives, the others come along."),
    ),
    "surprise-melee": (
        gettext_lazy("Surprise melee"),
        gettext_lazy("A melee attack of this strength when the card arrives."),
    ),
    "surprise-ranged": (
        gettext_lazy("Surprise ranged"),
        gettext_lazy("A ranged attack of this strength when the card arrives."),
    ),
    "surprise-magic": (
        gettext_lazy("Surprise magic"),
        gettext_lazy("An attack of this strength when the card arrives, melee or ranged."),
    ),
    "surprise-reinforce": (
        gettext_lazy("Surprise reinforcement"),
        gettext_lazy("This many cards of the reserve arrive at once."),
    ),
    "throw": (
        gettext_lazy("Throw"),
        gettext_lazy("When it arrives, it may be thrown away for a ranged attack of 3."),
    ),
    "web": (
        gettext_lazy("Web"),
        gettext_lazy(
            "When it arrives, it may put a web on an enemy card: its melee, ranged, magic and"
            " shields sleep."
        ),
    ),
}
ICONS = {
    kind: Icon(
        kind.removeprefix("surprise-"),
        kind.startswith("surprise-") or kind in ("throw", "web"),
        *words,
    )
    for kind, words in _ICONS.items()
}


def kind_of(icon: str) -> str:
    """Return an icon's kind, which is the same for all large units."""
    return icon.partition(":")[0]


ATTACKS: dict[str, Words] = {
    "melee": gettext_lazy("melee"),
    "ranged": gettext_lazy("ranged"),
    "magic": gettext_lazy("magic"),
}
