"""Text of users is shown as text, and never runs as code.

tests/safety/test_injections.py reads more pages, without a browser.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Dialog, Page

from tests.browser.conftest import Person
from tests.browser.driver import open_table
from tests.helpers.backstage import Backstage

pytestmark = pytest.mark.browser
HOSTILE = '<img src=x onerror=alert(1)>"><script>alert(2)</script>{{7*7}}{% now "Y" %}'
NAME = '"><script>alert(3)</script>'
TURNED = "\u202egnp.\u2066abc"


def shows_as_text(page: Page, *texts: str) -> None:
    """Assert that the text is shown literally, and created no element."""
    body = page.locator("body").inner_text()
    assert "Something went wrong" not in body
    for text in texts:
        assert text in body, (page.url, text)
    made = "document.querySelectorAll('img[src=x], script:not([src])').length"
    assert page.evaluate(made) == 0, page.url
    assert page.evaluate("document.title").count("<script") <= 1


@pytest.mark.long
def test_text_of_users_never_runs(arrive: Callable[..., Person], behind: Backstage) -> None:
    anna, moderator = arrive(calm=True, own=True), arrive(calm=True, own=True)
    # No form would accept this name.
    behind.ask("describe", name=anna.name, display_name=NAME, about=HOSTILE + TURNED)
    behind.ask("appoint", name=moderator.name)
    dialogs: list[str] = []

    def noted(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    for person in (anna, moderator):
        person.page.on("dialog", noted)
    open_table(anna, seats=2, bots=1)
    table = anna.page.url
    match = table.rstrip("/").rsplit("/", 1)[1]
    anna.page.wait_for_selector("#table")
    anna.page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    anna.page.locator("#log [data-drawer=chat]").press("Enter")
    anna.page.fill("[name=text]", HOSTILE + TURNED)
    anna.page.press("[name=text]", "Enter")
    anna.page.get_by_text("{{7*7}}").first.wait_for()
    shows_as_text(anna.page, HOSTILE, NAME)

    watching = moderator.page
    watching.goto(f"/players/{anna.name}/report/")
    watching.fill("[name=note]", HOSTILE)
    watching.locator("[name=reason]").first.evaluate(
        "e => e.tagName === 'SELECT' ? (e.value = 'name') : (e.checked = true)"
    )
    watching.locator("main form [type=submit], main form button").last.click()
    watching.wait_for_url(f"**/players/{anna.name}/")
    # A moderator who looks into a running match sees its chat.
    watching.goto(f"/moderation/matches/{match}/")
    watching.fill("form[action$='/look/'] [name=why]", HOSTILE)
    watching.get_by_role("button", name="Look", exact=True).click()
    for path, texts in (
        (table, [NAME]),
        (f"{table}replay/?step=1", [NAME]),
        (f"/players/{anna.name}/", [NAME, HOSTILE]),
        (f"/moderation/matches/{match}/", [NAME, HOSTILE]),
        ("/nowhere/<script>alert(6)</script>/", []),
    ):
        watching.goto(path)
        shows_as_text(watching, *texts)
    assert dialogs == []
    assert anna.complaints == []
    assert moderator.complaints == []
