"""Kharnage as the site offers it."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.boards.panels import Kind, sample
from games.boards.words import list_words
from games.engine.moves import shape_of
from games.titles.contract import Budget, CharacterWords, OptionWords, SameDeal, Shapes, Title
from games.titles.kharnage.achievements import ACHIEVEMENTS
from games.titles.kharnage.board.board import KharnageBoard
from games.titles.kharnage.board.faces import FAN, Sheet, Unit, face
from games.titles.kharnage.board.words import RACES
from games.titles.kharnage.bots.counted import COUNTED
from games.titles.kharnage.bots.evaluator import EVALUATOR
from games.titles.kharnage.bots.hard import Hard
from games.titles.kharnage.core import CORE
from games.titles.kharnage.facts import FACTS
from games.titles.kharnage.habits import HABITS
from games.titles.kharnage.lessons import LESSONS
from games.titles.kharnage.rules import shapes
from games.titles.kharnage.rules.effects import EFFECTS
from games.titles.kharnage.rules.position import Kharnage
from games.titles.kharnage.themes import THEMES


def card_preview() -> list[Unit]:
    return [face(card) for card in FAN]


def kinds() -> list[Kind]:
    """Return the cards of each army: units, generals and strategy cards."""
    drawing = "games/kharnage/_printed.html"
    return [Kind(a.name, "", [*a.cards, *a.plans], drawing) for a in Sheet({}).armies]


def army_words(armies: list[str]) -> str:
    names = list_words([str(RACES[army]) for army in armies])
    return _("armies: {names}").format(names=names)


def samples() -> list[Mapping[str, object]]:
    return [
        sample("human", _("Knight of the Rose"), 3),
        sample("orc", _("Troll"), 4, "second"),
        sample("dwarf", _("Engineer"), 2, "gold"),
        sample("goblin", _("Web thrower"), 1, "green"),
        sample("carnage", _("Ambush"), 220, "ink"),
    ]


TITLE = Title(
    rules=CORE.rules,
    shapes=Shapes(shapes.Position, shapes.View, shape_of(Kharnage.plays), EFFECTS),
    bots=CORE.bots,
    level_seats=CORE.level_seats,
    adviser=Hard(),
    evaluator=EVALUATOR,
    characters=CORE.characters,
    character_words={
        "steady": CharacterWords(
            gettext_lazy("steady"),
            gettext_lazy(
                "A commander who has seen every kind of battle. "
                "It does whatever destroys the most, now and later."
            ),
        ),
        "bold": CharacterWords(
            gettext_lazy("bold"),
            gettext_lazy(
                "A hothead who can’t wait. "
                "It attacks with whatever it has, more often than the others."
            ),
        ),
        "careful": CharacterWords(
            gettext_lazy("careful"),
            gettext_lazy(
                "An old campaigner who trusts in numbers. It gathers more cards before it strikes."
            ),
        ),
    },
    counted=COUNTED,
    examiner=Hard(320),
    bot_names=("Grumla", "Dent", "Mossbeard", "Snikkit", "Brunhoof", "Ragna"),
    board=KharnageBoard,
    pitch=gettext_lazy(
        "Four armies, one worthless hill: plan in secret, strike fast and leave rubble behind."
    ),
    minutes="25–40",
    options={
        "cheer": OptionWords(
            gettext_lazy("Cheering"),
            gettext_lazy(
                "At a Kharnage all others must cheer. By hand, staying silent costs a kharnage"
                " token."
            ),
            values={
                "auto": pgettext_lazy("cheering", "automatic"),
                "manual": gettext_lazy("by hand"),
            },
            agreed={"manual": gettext_lazy("cheering by hand")},
        ),
        "armies": OptionWords(gettext_lazy("chosen armies"), describe=army_words),
        "cards": OptionWords(gettext_lazy("own card set"), template="games/kharnage/_armies.html"),
    },
    card_preview=card_preview,
    kinds=kinds,
    lessons=LESSONS,
    themes=THEMES,
    achievements=ACHIEVEMENTS,
    habits=HABITS,
    facts=FACTS,
    sheet=Sheet,
    samples=samples,
    sounds={"kharnage": "carnage"},
    same_deal=SameDeal(
        gettext_lazy(
            "Each seat has the same army, and its reserve lies in the same order to the end."
        ),
        worth=40,
    ),
    credit="Devil Pig Games, 2016",
    budget=Budget(30_000),
    place=4,
)
