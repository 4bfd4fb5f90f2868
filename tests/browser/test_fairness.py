"""The browser reveals nonces automatically, and verifies the shuffle itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Person
from tests.browser.driver import open_table
from tests.browser.test_quick_match import both_move, leave_table

pytestmark = pytest.mark.browser
EVERYTHING = ("commitment", "shown", "nonces", "transcript", "seats", "seed")
VECTORS = json.loads((settings.BASE_DIR / "docs" / "fairness.json").read_text("utf-8"))

CHECK_AGAIN = """() => {
  delete document.getElementById("check").dataset.state;
  const script = document.createElement("script");
  script.src = document.querySelector("script[src*=fairness]").src;
  document.head.append(script);
}"""


def flipped(hexes: list[str]) -> list[str]:
    """Return the text with another first digit."""
    first, *rest = hexes
    return [f"{int(first[0], 16) ^ 1:x}{first[1:]}", *rest]


def called_rated(transcript: str) -> str:
    return transcript.replace('"rated":false', '"rated":true')


TAMPERED = (
    ("commitment", "secrets", flipped),
    ("shown", "transcript", called_rated),
    ("transcript", "transcript", called_rated),
    ("transcript", "salts", flipped),
    ("nonces", "nonces", flipped),
    ("seats", "joined", lambda joined: joined[::-1]),
    ("seed", "nonces", flipped),
)


def sit_down(host: Person, guest: Person) -> str:
    """Seat both at a live table, and return the path of the match."""
    open_table(host, seats=2, bots=0)
    path: str = host.page.evaluate("location.pathname")
    guest.page.goto(path)
    guest.page.get_by_role("button", name="Take a seat").first.click()
    return path


def check(page: Page, path: str) -> None:
    page.goto(f"{path}fairness/")
    page.wait_for_selector("#check[data-state]")


def check_again(page: Page) -> None:
    """Run the check of the open page again, because loading the page again is slow."""
    page.evaluate(CHECK_AGAIN)
    page.wait_for_selector("#check[data-state]")


def states(page: Page) -> dict[str, str]:
    read = "items => Object.fromEntries(items.map(one => [one.dataset.check, one.dataset.state]))"
    found: dict[str, str] = page.eval_on_selector_all("[data-check]", read)
    return found


def tamper(page: Page, key: str, change: Callable[[Any], Any]) -> None:
    """Make the page receive the record with this part of its proof changed."""

    def answer(route: Route) -> None:
        record = route.fetch().json()
        record["fairness"][key] = change(record["fairness"][key])
        route.fulfill(body=json.dumps(record), content_type="application/json")

    page.route("**/record.json", answer)


def receive(page: Page, record: Any) -> None:
    """Make the page receive this record."""
    page.route("**/record.json", lambda route: route.fulfill(body=json.dumps(record)))


def test_nonces_are_revealed_automatically_and_shuffle_is_verified(
    arrive: Callable[..., Person],
) -> None:
    anna, ben, carla = arrive(calm=True), arrive(phone=True, calm=True), arrive(calm=True)
    path = sit_down(anna, ben)
    for person in (anna, ben):
        expect(person.page.locator("#table")).to_be_visible()
    published = anna.context.request.get(f"/api/v1{path}fairness/").json()
    assert [player["origin"] for player in published["players"]] == ["revealed", "revealed"]
    kept = "Object.keys(localStorage).filter(key => key.startsWith('shown:'))"
    assert [anna.page.evaluate(kept)] == [[f"shown:{path.split('/')[2]}"]]

    both_move([anna, ben])
    leave_table(ben.page)
    expect(anna.page.locator("#table.is-over")).to_be_visible()

    check(anna.page, path)
    expect(anna.page.locator("[data-verdict=seen]")).to_be_visible()
    assert states(anna.page) == dict.fromkeys(EVERYTHING, "yes")
    check(carla.page, path)
    expect(carla.page.locator("[data-verdict=fits]")).to_be_visible()
    assert states(carla.page) == dict.fromkeys(EVERYTHING, "yes") | {"shown": "unknown"}

    # A record with any changed part fails the check.
    for name, key, change in TAMPERED:
        tamper(anna.page, key, change)
        check_again(anna.page)
        expect(anna.page.locator("[data-verdict=bad]")).to_be_visible()
        assert states(anna.page)[name] == "no", name
        anna.page.unroute("**/record.json")

    for vector in VECTORS:
        receive(carla.page, vector["record"])
        check_again(carla.page)
        verdict = "fits" if vector["fair"] else "bad"
        expect(carla.page.locator(f"[data-verdict={verdict}]")).to_be_visible()
        said = carla.page.locator("[data-check=seats]").inner_text()
        assert ("not drawn" in said) == ("not drawn" in vector.get("seats", "")), vector["name"]
        carla.page.unroute("**/record.json")
    assert anna.complaints == ben.complaints == carla.complaints == []
