"""Kabale und Hiebe as the site offers it."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.boards.panels import Card, Kind, sample
from games.engine.moves import shape_of
from games.titles.contract import CharacterWords, SameDeal, Shapes, Title
from games.titles.kabale.achievements import ACHIEVEMENTS
from games.titles.kabale.board.board import KabaleBoard
from games.titles.kabale.board.faces import face
from games.titles.kabale.board.show import show_seconds
from games.titles.kabale.bots.counted import COUNTED
from games.titles.kabale.bots.evaluator import EVALUATOR
from games.titles.kabale.bots.hard import Hard
from games.titles.kabale.bots.quick import Quick
from games.titles.kabale.core import CORE
from games.titles.kabale.facts import FACTS
from games.titles.kabale.habits import HABITS
from games.titles.kabale.lessons import LESSONS
from games.titles.kabale.rules import shapes
from games.titles.kabale.rules.cards import CARDS
from games.titles.kabale.rules.effects import EFFECTS
from games.titles.kabale.rules.position import Kabale
from games.titles.kabale.themes import THEMES

FAN = ("witch", "assassin", "king", "romeo", "musketeers")


def card_preview() -> list[Card]:
    return [face(card) for card in FAN]


def kinds() -> list[Kind]:
    """Return a kind for every card."""
    return [Kind(card.name, card.tip, [card]) for card in map(face, CARDS)]


def samples() -> list[Mapping[str, object]]:
    return [
        sample("king", _("King"), 20, seat=0, tip=_("The highest number of all.")),
        sample("queen", _("Queen"), 16, seat=1),
        sample("juliet", _("Juliet"), 14, seat=2),
        sample("assassin", _("Assassin"), "9½", "ink", seat=3),
        sample("alchemist", _("Alchemist"), "12/8", "second", seat=4),
        sample("double", _("Doppelgänger"), None, "violet", seat=5),
        sample("wizard", _("Wizard"), 7, "blue", seat=0),
        sample("witch", _("Witch"), 1, "green", seat=1),
        sample("dragon", _("Dragon"), 11, seat=2),
        sample("musketeers", _("Musketeers"), 11, "ink", seat=3),
    ]


TITLE = Title(
    rules=CORE.rules,
    shapes=Shapes(shapes.Position, shapes.View, shape_of(Kabale.plays), EFFECTS),
    bots=CORE.bots,
    level_seats=CORE.level_seats,
    characters=CORE.characters,
    character_words={
        "steady": CharacterWords(
            gettext_lazy("steady"),
            gettext_lazy("A courtier at ease in any company. It takes what each round offers."),
        ),
        "bold": CharacterWords(
            gettext_lazy("bold"),
            gettext_lazy(
                "A schemer who loves a grand entrance. It plays its big names right away."
            ),
        ),
        "careful": CharacterWords(
            gettext_lazy("careful"),
            gettext_lazy(
                "A gray eminence with time to spare. It saves its big names for later rounds."
            ),
        ),
    },
    counted=COUNTED,
    # The cost of a card shows late and in small steps: fewer moves ahead, in more worlds.
    playing_on=Quick(),
    evaluator=EVALUATOR,
    examiner=Hard(480),
    bot_names=("Rosalba", "Kasimir", "Madame Plume", "Florian", "Zerline", "Graf Motte"),
    board=KabaleBoard,
    pitch=gettext_lazy("Send out your 25 allies face down, and be ready when they’re turned over."),
    minutes="45–60",
    card_preview=card_preview,
    kinds=kinds,
    samples=samples,
    same_deal=SameDeal(
        gettext_lazy(
            "Each seat draws the same cards in the same order, for the same goals, until a stack "
            "runs out and is shuffled again."
        ),
        worth=20,
    ),
    credit="Lutz Stepponat, Hans im Glück, 2006",
    judges=CORE.judges,
    place=3,
    show_seconds=show_seconds,
    lessons=LESSONS,
    themes=THEMES,
    achievements=ACHIEVEMENTS,
    habits=HABITS,
    facts=FACTS,
)
