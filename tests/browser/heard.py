"""The accessibility tree of a page, which screen readers use (tests/browser/test_pictures.py)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import CDPSession, Page

CARDS = """() => [...document.querySelectorAll("#table .card")]
  .filter((card) => card.checkVisibility() && !card.closest("[aria-hidden=true]"))
  .filter((card) => {
    const likeness = card.cloneNode(true);
    for (const mute of likeness.querySelectorAll("[aria-hidden=true]")) mute.remove();
    return !card.ariaLabel && !likeness.textContent.trim();
  })
  .map((card) => card.outerHTML.slice(0, 120))"""
"""The visible cards without text or name."""

OF_NODE = """function () {
  return { html: this.outerHTML.slice(0, 120), tabs: this.tabIndex >= 0, value: this.value ?? "" };
}"""

NAMED = {"button", "link", "radio", "checkbox", "textbox", "combobox", "slider", "region"}


def heard(session: CDPSession) -> Iterator[tuple[str, str, str, Callable[[], Any]]]:
    """Yield every focusable node of the tree, and every region.

    Each has its role, name and description, and a function that returns its element.
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


def hearing_faults(page: Page, session: CDPSession) -> list[str]:
    """Return the elements of a table without a name, and the moves that sound the same."""
    faults, alike = [], defaultdict(list)
    for role, name, description, of_page in heard(session):
        if role in ("button", "radio"):
            alike[role, name, description].append(of_page)
        elif not name and (role in NAMED or of_page()["tabs"]):
            faults.append(f"has no name: {of_page()['html']}")
    for (role, name, description), elements in alike.items():
        if name and len(elements) == 1:
            continue  # Each element is a request to the browser.
        moves = {of_page()["value"] for of_page in elements}
        if not name:
            faults.append(f"a {role} has no name: {sorted(moves)}")
        if len(moves) > 1:
            faults.append(f"“{name}, {description}” are several moves: {sorted(moves)}")
    faults += [f"says nothing: {card}" for card in page.evaluate(CARDS)]
    if not page.locator("#ask").inner_text().strip():
        faults.append("does not say what it asks")
    return faults
