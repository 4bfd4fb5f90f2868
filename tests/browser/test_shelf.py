"""The cards of the games: in no language does a button run out of its card."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings

from tests.browser.conftest import Person

pytestmark = pytest.mark.browser
OUT_OF_CARD = """() => [...document.querySelectorAll(".game-card .button")]
    .filter((button) => button.checkVisibility())
    .filter((button) => button.getBoundingClientRect().right
        > button.closest(".game-words").getBoundingClientRect().right)
    .map((button) => button.textContent.trim())"""
CUT_CHOICES = """() => [...document.querySelectorAll(".way select")].filter((select) => {
    const whole = select.cloneNode(true);
    whole.style.cssText = "flex: none; inline-size: max-content; max-inline-size: none";
    select.after(whole);
    const needed = whole.offsetWidth;
    whole.remove();
    return needed > select.offsetWidth;
}).length"""
LONG = """() => {
    for (const button of document.querySelectorAll(".play-bots > .button"))
        button.append(" immediately and without waiting");
}"""


def test_buttons_stay_in_cards_of_games(arrive: Callable[..., Person], site: str) -> None:
    person = arrive()
    page = person.page
    for code, _name in settings.LANGUAGES:
        page.context.add_cookies([{"name": "django_language", "value": code, "url": site}])
        for path in ("/", "/games/"):
            page.goto(path)
            assert page.evaluate(OUT_OF_CARD) == [], (code, path)
            assert page.evaluate(CUT_CHOICES) == 0, (code, path)
    page.evaluate(LONG)
    assert page.evaluate(OUT_OF_CARD) == [], "a label longer than the card"
    assert person.complaints == []
