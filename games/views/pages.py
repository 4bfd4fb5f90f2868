"""Pages that belong to no match: the credits, and the parts laid out for our own looking."""

import json
from functools import cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.presenters.stored import stored_parts

GAME_NAMES = {
    "condottiere": "Condottiere",
    "babel": "Babel",
    "kabale": "Kabale und Hiebe",
    "kharnage": "Kharnage",
}


@cache
def credited() -> dict[str, Any]:
    """What `make setup` wrote down about the emblems and packages it laid out."""
    path = settings.BASE_DIR / "static" / "built" / "credits.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


@require_safe
def credits(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/credits.html", credited())


@require_safe
def stored(request: HttpRequest) -> HttpResponse:
    """What is stored here and how long; for everybody."""
    return render(request, "pages/stored.html", {"parts": stored_parts()})


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    if not (settings.DEBUG or (request.user.is_authenticated and request.user.is_staff)):
        raise Http404
    games = [
        {
            "slug": slug,
            "name": name,
            "hand": samples()[slug],
            "backs": [face(slug, _("Face-down card"), seat=seat, hidden=True) for seat in range(6)],
            "deck": face(slug, _("Deck"), hidden=True),
        }
        for slug, name in GAME_NAMES.items()
    ]
    context = {"games": games, "seats": range(6), "emblems": credited().get("emblems", [])}
    return render(request, "pages/styleguide.html", context)


def face(
    emblem: str, name: str, value: object = None, tone: str = "", **more: Any
) -> dict[str, Any]:
    return {"emblem": emblem, "name": name, "value": value, "tone": tone, **more}


def samples() -> dict[str, list[dict[str, Any]]]:
    """Cards of every kind, to see the one component in all its clothes."""
    return {
        "condottiere": [
            *(face(f"mercenary-{n}", _("Mercenary"), n) for n in (1, 2, 3, 4, 5, 6, 10)),
            face("heroine", _("Heroine"), 10, "second", tip=_("Always worth 10, in any weather.")),
            face("drum", _("Drum"), "×2", "second", tip=_("Your mercenaries count double.")),
            face("winter", _("Winter"), None, "blue", tip=_("Every mercenary counts 1.")),
            face("scarecrow", _("Scarecrow"), 0, "grey", tip=_("Take one mercenary back.")),
            face("bishop", _("Bishop"), None, "violet", tip=_("The battle ends unwon.")),
            face(
                "surrender",
                _("Surrender"),
                None,
                "grey",
                tip=_("The strongest takes the city."),
            ),
        ],
        "babel": [
            face("mede", _("Mede"), None, "green", tip=_("Three together may expel a tribe.")),
            face("sumerian", _("Sumerian"), None, "red"),
            face("hittite", _("Hittite"), None, "gold"),
            face("persian", _("Persian"), None, "grey"),
            face("assyrian", _("Assyrian"), None, "blue"),
            face("temple", _("Temple"), 4, "second"),
        ],
        "kabale": [
            face("king", _("King"), 20, seat=0, tip=_("The most there is.")),
            face("queen", _("Queen"), 16, seat=1),
            face("juliet", _("Juliet"), 14, seat=2),
            face("assassin", _("Assassin"), "9½", "ink", seat=3),
            face("alchemist", _("Alchemist"), "12/8", "second", seat=4),
            face("double", _("Doppelgänger"), None, "violet", seat=5),
            face("wizard", _("Wizard"), 7, "blue", seat=0),
            face("witch", _("Witch"), 1, "green", seat=1),
            face("dragon", _("Dragon"), 11, seat=2),
            face("musketeers", _("Musketeers"), 11, "ink", seat=3),
        ],
        "kharnage": [
            face("human", _("Knight of the Rose"), 3),
            face("orc", _("Troll"), 4, "second"),
            face("dwarf", _("Engineer"), 2, "gold"),
            face("goblin", _("Web thrower"), 1, "green"),
            face("carnage", _("Ambush"), 220, "ink"),
        ],
    }
