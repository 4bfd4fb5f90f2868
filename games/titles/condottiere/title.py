"""Condottiere as the site offers it."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.boards.panels import Card, Kind, Map, sample
from games.engine.moves import shape_of
from games.titles.condottiere.achievements import ACHIEVEMENTS
from games.titles.condottiere.board import map as art
from games.titles.condottiere.board.board import CondottiereBoard
from games.titles.condottiere.board.faces import face
from games.titles.condottiere.board.parts import italy_of
from games.titles.condottiere.bots.counted import COUNTED
from games.titles.condottiere.bots.evaluator import EVALUATOR
from games.titles.condottiere.bots.hard import Hard
from games.titles.condottiere.bots.quick import Quick
from games.titles.condottiere.core import CORE
from games.titles.condottiere.facts import FACTS
from games.titles.condottiere.habits import HABITS
from games.titles.condottiere.lessons import LESSONS
from games.titles.condottiere.plans import PLANS
from games.titles.condottiere.rules import shapes
from games.titles.condottiere.rules.cards import COPIES, MERCENARIES
from games.titles.condottiere.rules.effects import EFFECTS
from games.titles.condottiere.rules.position import Condottiere
from games.titles.condottiere.themes import THEMES
from games.titles.contract import Budget, CharacterWords, OptionWords, Shapes, Title

FAN = ("m4", "winter", "heroine", "drum", "m10")


def card_preview() -> list[Card]:
    return [face(card) for card in FAN]


def kinds() -> list[Kind]:
    """Return the kinds of cards: the mercenaries together, every other card by itself."""
    shown = {card: face(card, count=count) for card, count in COPIES.items()}
    text = _("Each adds its number to your army; 1 in winter.")
    mercenaries = Kind(_("Mercenaries"), text, [shown[card] for card in MERCENARIES])
    others = [card for name, card in shown.items() if name not in MERCENARIES]
    return [mercenaries, *(Kind(card.name, card.tip, [card]) for card in others)]


def samples() -> list[Mapping[str, object]]:
    return [
        *(sample(f"mercenary-{n}", _("Mercenary"), n) for n in (1, 2, 3, 4, 5, 6, 10)),
        sample("heroine", _("Heroine"), 10, "second", tip=_("Always worth 10, in any weather.")),
        sample("drum", _("Drum"), "×2", "second", tip=_("Your mercenaries count double.")),
        sample("winter", _("Winter"), None, "blue", tip=_("Every mercenary counts 1.")),
        sample("scarecrow", _("Scarecrow"), 0, "grey", tip=_("Take one mercenary back.")),
        sample("bishop", _("Bishop"), None, "violet", tip=_("The battle ends without a winner.")),
        sample(
            "surrender", _("Surrender"), None, "grey", tip=_("The strongest army takes the city.")
        ),
    ]


TITLE = Title(
    rules=CORE.rules,
    shapes=Shapes(shapes.Position, shapes.View, shape_of(Condottiere.plays), EFFECTS),
    bots=CORE.bots,
    level_seats=CORE.level_seats,
    characters=CORE.characters,
    character_words={
        "steady": CharacterWords(
            gettext_lazy("steady"),
            gettext_lazy(
                "A merchant with a full purse and a clear head. "
                "It pays what a city is worth, and no more."
            ),
        ),
        "bold": CharacterWords(
            gettext_lazy("bold"),
            gettext_lazy(
                "A captain who likes to be seen. "
                "It opens battles with strong cards to scare the others away."
            ),
        ),
        "careful": CharacterWords(
            gettext_lazy("careful"),
            gettext_lazy(
                "A patient banker. "
                "It passes early more often, and saves its cards for the cities that matter."
            ),
        ),
    },
    counted=COUNTED,
    playing_on=Quick(),
    evaluator=EVALUATOR,
    examiner=Hard(64),
    # Captains for hire.
    bot_names=("Bartolo", "Fiammetta", "Ottavia", "Ruggero", "Ginevra", "Taddeo"),
    board=CondottiereBoard,
    pitch=gettext_lazy(
        "Hire mercenaries, bluff with scarecrows and unite a kingdom of Italian cities."
    ),
    minutes="30–60",
    options={
        "bigger_kingdom": OptionWords(
            gettext_lazy("Bigger kingdom"),
            gettext_lazy("You need one more connected city to win."),
        ),
        "taking_cities": OptionWords(
            gettext_lazy("Taking cities"),
            gettext_lazy("You can also fight for cities that others hold."),
        ),
        "points": OptionWords(
            gettext_lazy("Series of games"),
            gettext_lazy(
                "Several games are played until a player has that many points. Can’t be combined"
                " with “Taking cities”."
            ),
        ),
    },
    card_preview=card_preview,
    kinds=kinds,
    map=Map(
        template="games/condottiere/_map.html",
        art=art,
        cities=italy_of((), (), None, frozenset(), None).cities,
        view=art.VIEW_BOX,
        banner="0 25 680 560",
    ),
    samples=samples,
    lessons=LESSONS,
    themes=THEMES,
    achievements=ACHIEVEMENTS,
    habits=HABITS,
    facts=FACTS,
    plans=PLANS,
    credit="Dominique Ehrhard, 1995",
    judges=CORE.judges,
    budget=Budget(60_000, {"points": 30}),
    place=1,
)
