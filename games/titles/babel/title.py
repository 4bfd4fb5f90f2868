"""Babel as the site offers it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.boards.panels import Card, Kind, sample
from games.engine.moves import shape_of
from games.titles.babel.achievements import ACHIEVEMENTS
from games.titles.babel.board import faces
from games.titles.babel.board.board import BabelBoard
from games.titles.babel.bots.counted import COUNTED
from games.titles.babel.bots.evaluator import EVALUATOR
from games.titles.babel.bots.hard import Hard
from games.titles.babel.bots.normal import Normal
from games.titles.babel.core import CORE
from games.titles.babel.facts import FACTS
from games.titles.babel.habits import HABITS
from games.titles.babel.lessons import LESSONS
from games.titles.babel.rules import shapes
from games.titles.babel.rules.cards import TEMPLE_COPIES, TRIBE_COPIES
from games.titles.babel.rules.effects import EFFECTS
from games.titles.babel.rules.position import Babel
from games.titles.babel.themes import THEMES
from games.titles.contract import CharacterWords, SameDeal, Shapes, Title

FAN = ("sumerian", "persian", "level-6", "assyrian", "hittite")


def card_preview() -> list[Card]:
    return [faces.any_face(card) for card in FAN]


def kinds() -> list[Kind]:
    """Return the kinds of cards: each people with its power, and the temple cards together."""
    tribes = [
        Kind(str(faces.PEOPLE[tribe]), faces.power_words(tribe), [card])
        for tribe, count in TRIBE_COPIES.items()
        for card in [faces.face(tribe, count=count)]
    ]
    text = _(
        "Level 1 starts a temple. Any other goes on one that is a level lower, where you have at"
        " least as many tribe cards as its level."
    )
    levels = [replace(faces.temple_face(level), count=n) for level, n in TEMPLE_COPIES.items()]
    return [*tribes, Kind(_("Temple cards"), text, levels)]


def samples() -> list[Mapping[str, object]]:
    return [
        sample("mede", _("Mede"), None, "green", tip=_("Three together can expel a tribe.")),
        sample("sumerian", _("Sumerian"), None, "red"),
        sample("hittite", _("Hittite"), None, "gold"),
        sample("persian", _("Persian"), None, "grey"),
        sample("assyrian", _("Assyrian"), None, "blue"),
        sample("temple", _("Temple"), 4, "second"),
    ]


TITLE = Title(
    rules=CORE.rules,
    shapes=Shapes(shapes.Position, shapes.View, shape_of(Babel.plays), EFFECTS),
    bots=CORE.bots,
    level_seats=CORE.level_seats,
    characters=CORE.characters,
    character_words={
        "steady": CharacterWords(
            gettext_lazy("steady"),
            gettext_lazy(
                "A master builder with an eye on both sides. "
                "It builds and hinders in equal measure."
            ),
        ),
        "bold": CharacterWords(
            gettext_lazy("bold"),
            gettext_lazy(
                "An architect in love with its own towers. "
                "It prepares its own next turn, and cares little about yours."
            ),
        ),
        "careful": CharacterWords(
            gettext_lazy("careful"),
            gettext_lazy(
                "A neighbour who watches every brick you lay. It leaves you little to reach for."
            ),
        ),
        "thrifty": CharacterWords(
            gettext_lazy("thrifty"),
            gettext_lazy(
                "A steward who counts every brick. "
                "It ends its turns with more cards, until they do a lot at once."
            ),
        ),
    },
    counted=COUNTED,
    # One action says little about its turn, so the judge plays on to the end of the next one.
    playing_on=Normal(width=1, most=80),
    evaluator=EVALUATOR,
    examiner=Hard(48),
    # Masons and stargazers.
    bot_names=("Ninsun", "Zuzu", "Tabni", "Belit", "Ashur", "Iltani"),
    board=BabelBoard,
    pitch=gettext_lazy(
        "Settle five tribes, raise temples with them, and send them against your opponent’s."
    ),
    minutes="30–45",
    card_preview=card_preview,
    kinds=kinds,
    samples=samples,
    lessons=LESSONS,
    themes=THEMES,
    achievements=ACHIEVEMENTS,
    habits=HABITS,
    facts=FACTS,
    same_deal=SameDeal(
        gettext_lazy(
            "The first hands and temples are the same, and both decks lie in the same order. "
            "Who draws which card depends on the play."
        ),
        worth=30,
    ),
    credit="Uwe Rosenberg, Hagen Dorgathen, Kosmos, 2000",
    place=2,
)
