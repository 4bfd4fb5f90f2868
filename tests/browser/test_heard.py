"""What a screen reader is given of every prepared table, and whether weak eyes can read it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import CDPSession

from games.titles.positions import prepared_positions
from games.titles.registry import slugs
from tests.browser.conftest import Person
from tests.browser.test_accessible import complaints, contrast_complaints

pytestmark = pytest.mark.browser

CARDS = """() => [...document.querySelectorAll("#table .card")]
  .filter((card) => card.checkVisibility() && !card.closest("[aria-hidden=true]"))
  .filter((card) => {
    const likeness = card.cloneNode(true);
    for (const mute of likeness.querySelectorAll("[aria-hidden=true]")) mute.remove();
    return !card.ariaLabel && !likeness.textContent.trim();
  })
  .map((card) => card.outerHTML.slice(0, 120))"""
"""The cards in sight that say nothing."""

OF_NODE = """function () {
  return { html: this.outerHTML.slice(0, 120), tabs: this.tabIndex >= 0, value: this.value ?? "" };
}"""

NAMED = {"button", "link", "radio", "checkbox", "textbox", "combobox", "slider", "region"}


def heard(session: CDPSession) -> Iterator[tuple[str, str, str, Callable[[], Any]]]:
    """Everything in the tree that the keyboard can stand on, and every region.

    Role, name, description, and how to ask what it is in the page.
    """
    for node in session.send("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value", "")
        facts = {fact["name"]: fact["value"].get("value") for fact in node.get("properties", ())}
        if node["ignored"] or not (facts.get("focusable") or role in NAMED):
            continue

        def of_page(backend: int = node["backendDOMNodeId"]) -> Any:
            found = session.send("DOM.resolveNode", {"backendNodeId": backend})
            call = {"objectId": found["object"]["objectId"], "functionDeclaration": OF_NODE}
            answer = session.send("Runtime.callFunctionOn", {**call, "returnByValue": True})
            return answer["result"]["value"]

        name, description = (
            node.get(part, {}).get("value", "").strip() for part in ("name", "description")
        )
        yield role, name, description, of_page


@pytest.mark.long
@pytest.mark.parametrize("slug", slugs())
def test_every_prepared_table_can_be_heard_and_read(
    slug: str, arrive: Callable[..., Person]
) -> None:
    maker = arrive(calm=True, staff=True)
    page = maker.page
    session = maker.context.new_cdp_session(page)
    for prepared in prepared_positions(slug):
        page.goto(f"/styleguide/{slug}/{prepared.name}/")
        nameless, alike = [], defaultdict(set)
        for role, name, description, of_page in heard(session):
            if role in ("button", "radio"):
                alike[role, name, description].add(of_page()["value"])
            elif not name and (role in NAMED or of_page()["tabs"]):
                nameless.append(of_page()["html"])
        assert nameless == [], prepared.name
        assert not any(name == "" for _role, name, _told in alike), prepared.name
        # Two moves never sound the same.
        assert {what: moves for what, moves in alike.items() if len(moves) > 1} == {}
        assert page.evaluate(CARDS) == [], prepared.name
        assert page.locator("#ask").inner_text().strip(), prepared.name
        page.emulate_media(color_scheme="light")
        assert complaints(maker) == [], prepared.name
        page.emulate_media(color_scheme="dark")
        assert contrast_complaints(maker) == [], prepared.name
    assert maker.complaints == []
