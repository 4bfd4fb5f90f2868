"""The lobby on a phone: short, with what waits for the player first."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Person
from tests.helpers.backstage import Backstage
from tests.helpers.kabale import column
from tests.helpers.tables import end_of_round

pytestmark = pytest.mark.browser
POSITION = {
    "turn": 0,
    "columns": [column("music 5", "0 king"), column("trade 3")],
    "hands": [["juliet", "storm"], ["dragon", "queen"]],
}
SHOW_NOTICE = """document.getElementById("messages").innerHTML = `<p class="notice">
  Email isn’t set up on this site, so nothing was sent. <a href="/">Show the link to it</a></p>`"""
LINES_OF_LINK = """(() => {
  const link = document.querySelector("#messages a");
  return Math.round(link.offsetHeight / parseFloat(getComputedStyle(link).lineHeight));
})()"""
LET_WAIT = """(words) => {
  words.innerHTML = '<time class="time-waited">your turn for 57 minutes</time>';
}"""
HIDDEN = "menu => menu.scrollWidth - menu.clientWidth"
HEIGHT = "document.documentElement.scrollHeight"


def test_full_lobby_is_at_most_three_screens_high_on_phone(
    arrive: Callable[..., Person], prepare: Callable[..., str], behind: Backstage
) -> None:
    person, anna, berta = arrive(phone=True, calm=True), arrive(), arrive()
    for host in (anna, berta) * 3:
        behind.ask("opened", game="babel", name=host.name)
    for one in [person] * 5 + [anna] * 4:
        prepare("kabale", POSITION, one, berta, clock=("turns", 86400, 43200))
    page = person.page
    page.goto("/")
    for table in page.locator("#lobby-mine .is-my-turn").all():
        expect(table).to_be_in_viewport(ratio=1)
    assert page.evaluate(HEIGHT) <= 3 * PHONE["height"]
    hidden = page.locator("#lobby .table-card").nth(5)
    expect(hidden).to_be_hidden()
    page.locator("#lobby .show-all > summary").click()
    expect(hidden).to_be_visible()
    # A link at the end of a message is not squeezed into a column of one word a line.
    page.evaluate(SHOW_NOTICE)
    assert page.evaluate(LINES_OF_LINK) == 1
    page.context.clear_cookies()
    page.goto("/")
    expect(page.locator(".hero")).to_be_visible()
    assert page.evaluate(HEIGHT) <= 3 * PHONE["height"], "the front page of a visitor"
    assert person.complaints == []


@pytest.mark.parametrize("account", [True, False])
def test_whole_menu_is_visible_on_narrow_phone(
    account: bool, arrive: Callable[..., Person], site: str
) -> None:
    page = arrive(phone=True, touch=True, calm=True, account=account).page
    page.set_viewport_size({"width": 360, "height": 740})
    for language, _name in settings.LANGUAGES:
        name = settings.LANGUAGE_COOKIE_NAME
        page.context.add_cookies([{"name": name, "value": language, "url": site}])
        page.goto("/")
        assert page.locator(".site-nav").evaluate(HIDDEN) == 0, language


def test_names_of_opponents_are_not_cut_off_on_phone(
    arrive: Callable[..., Person], prepare: Callable[..., str]
) -> None:
    person = arrive(phone=True, calm=True)
    prepare("kharnage", end_of_round("kharnage", 1, 3), person, "easy", "easy")
    person.page.goto("/")
    names = person.page.locator("#lobby-mine .is-my-turn .seated > li:visible .name")
    expect(names).to_have_count(2)
    for wait in (False, True):
        if wait:
            person.page.locator("#lobby-mine .table-foot > p").evaluate(LET_WAIT)
        for name in names.all():
            assert name.evaluate("name => name.scrollWidth <= name.clientWidth"), name.inner_text()
