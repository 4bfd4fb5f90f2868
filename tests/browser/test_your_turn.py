"""The bell on other pages, and the notification that the service worker shows."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Person
from tests.browser.driver import open_table, wait_until
from tests.helpers.notices import Browser

pytestmark = pytest.mark.browser
NOTES_ITS_BADGE = "navigator.setAppBadge = async (count) => { window.badge = count; };"
"""This Chromium has no icon that could show a count."""


def test_bell_rings_on_other_page(arrive: Callable[..., Person]) -> None:
    anna, berta = arrive(calm=True), arrive(phone=True, calm=True)
    for person in (anna, berta):
        person.context.add_init_script(NOTES_ITS_BADGE)
    open_table(anna, seats=2, bots=0)
    table = anna.page.url
    elsewhere = anna.context.new_page()
    elsewhere.goto("/games/")
    expect(elsewhere.locator("#bell")).to_have_attribute("data-count", "0")
    berta.page.goto(table)
    berta.page.get_by_role("button", name="Take a seat").click()
    berta.page.wait_for_selector("#table")
    berta.page.goto("/notices/")
    waits = berta.page if berta.page.locator(".table-card.is-my-turn").count() else elsewhere
    other = elsewhere if waits is berta.page else berta.page
    expect(waits.locator("#bell")).to_have_attribute("data-count", "1")
    assert waits.title().startswith("● ")
    assert "icon-turn" in str(waits.locator("link[rel=icon]").get_attribute("href"))
    expect(other.locator("#bell")).to_have_attribute("data-count", "0")
    waits.wait_for_function("() => window.badge === 1")
    other.wait_for_function("() => window.badge === 0")
    # The player on turn passes the pawn on: the bell changes on both untouched pages.
    mover = berta if waits is berta.page else anna
    moving = mover.context.new_page()
    moving.goto(table)
    moving.get_by_role("button", name="Pass the pawn on").click()
    expect(waits.locator("#bell")).to_have_attribute("data-count", "0")
    expect(other.locator("#bell")).to_have_attribute("data-count", "1")
    assert not waits.title().startswith("●")
    waits.wait_for_function("() => window.badge === 0")
    other.wait_for_function("() => window.badge === 1")
    # A player on another page is called to the table, and the other player no longer is.
    called = re.compile(r"^Condottiere is waiting for your answer: \d+ minutes left\.$")
    expect(other.locator("#called p")).to_have_text(called)
    assert table.endswith(str(other.locator("#called a").get_attribute("href")))
    expect(waits.locator("#called")).to_be_hidden()
    for person in (anna, berta):
        assert person.complaints == []


def test_call_does_not_lie_over_result(arrive: Callable[..., Person]) -> None:
    page = arrive(staff=True, calm=True).page
    page.goto("/styleguide/kharnage/over/")
    page.locator("#called").evaluate("(called) => (called.hidden = false)")
    for window in (DESK, PHONE):
        page.set_viewport_size(window)
        called, result = (page.locator(one).bounding_box() for one in ("#called", "#result header"))
        assert called is not None
        assert result is not None
        assert result["y"] + result["height"] <= called["y"]


def test_challenge_rings_on_any_page_and_is_accepted(
    arrive: Callable[..., Person],
) -> None:
    anna, berta = arrive(calm=True), arrive(phone=True, calm=True)
    berta.page.goto("/games/")
    anna.page.goto(f"/games/babel/challenge/?to={berta.name}")
    anna.page.locator("[name=rated]").check()
    anna.page.get_by_role("button", name="Challenge", exact=True).click()
    anna.page.wait_for_url("**/matches/*/")
    called = berta.page.locator("#called")
    expect(called.locator("p")).to_have_text(f"{anna.name} challenges you to Babel.")
    expect(berta.page.locator("#bell")).to_have_attribute("data-count", "1")
    called.get_by_role("link").click()
    expect(berta.page.get_by_role("heading", name=f"{anna.name} challenges you")).to_be_visible()
    berta.page.goto("/notices/")
    berta.page.get_by_text("Decline", exact=True).click()
    faster = berta.page.get_by_role("button", name="I’d like a faster clock.")
    expect(faster).to_be_visible()
    # The reasons that she opened stay open when the page is updated.
    carla = arrive(calm=True)
    carla.page.goto(f"/games/kabale/challenge/?to={berta.name}")
    carla.page.get_by_role("button", name="Challenge", exact=True).click()
    expect(berta.page.get_by_role("button", name="Accept")).to_have_count(2)
    expect(faster).to_be_visible()
    berta.page.locator(".news-line", has=faster).get_by_role("button", name="Accept").click()
    # Both browsers reveal their nonces automatically, and the table opens.
    for person in (anna, berta):
        person.page.wait_for_selector("#table")
        assert person.complaints == []


# This Chromium has no desktop with icons and windows, so calls to it are recorded.
WITHOUT_A_DESKTOP = """() => {
  navigator.setAppBadge = async (count) => (self.badge = count);
  clients.openWindow = async (url) => self.tapped.opened.push(url);
  WindowClient.prototype.focus = async function () { self.tapped.focused.push(this.url); };
}"""
NOTE_SHOWN = """() => {
  const show = registration.showNotification.bind(registration);
  self.shown = new Promise((done) => {
    registration.showNotification = (...given) => show(...given).then(done, (e) => done(String(e)));
  });
}"""
"""Chromium forgets a notification that a page asks for while it is on its way to the screen."""
TAP = """async () => {
  self.tapped = { opened: [], focused: [] };
  const [notification] = await registration.getNotifications();
  const tap = new NotificationEvent("notificationclick", { notification });
  let done = null;
  tap.waitUntil = (promise) => (done = promise);
  dispatchEvent(tap);
  await done;
  return { ...self.tapped, left: (await registration.getNotifications()).length };
}"""
SHOW_AND_TAP = f"""async () => {{
  await registration.showNotification("Your turn", {{ data: {{ url: "/" }} }});
  return ({TAP})();
}}"""


def test_push_message_becomes_notification(arrive: Callable[..., Person], site: str) -> None:
    anna = arrive(calm=True, whole=True, worker=True)
    anna.context.grant_permissions(["notifications"], origin=site)
    anna.page.goto("/games/")
    active: list[str] = []
    devtools = anna.context.new_cdp_session(anna.page)
    devtools.on(
        "ServiceWorker.workerVersionUpdated",
        lambda event: active.extend(
            one["registrationId"] for one in event["versions"] if one["status"] == "activated"
        ),
    )
    devtools.send("ServiceWorker.enable")
    wait_until(anna.page, lambda: bool(active), "the worker is active")
    # The context of a test is temporary, and so cannot install anything.
    hindrances = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in hindrances] == ["in-incognito"]
    (worker,) = anna.context.service_workers
    worker.evaluate(WITHOUT_A_DESKTOP)
    worker.evaluate(NOTE_SHOWN)
    said = {"title": "Your turn in Babel", "body": "At the table: Berta", "url": "/", "tag": "t"}
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": site,
            "registrationId": active[0],
            "data": json.dumps({**said, "waiting": 3}),
        },
    )
    assert worker.evaluate("() => self.shown") is None
    shown = anna.page.evaluate(
        """async () => {
          const worker = await navigator.serviceWorker.ready;
          const there = await worker.getNotifications();
          return there.map((one) => [one.title, one.body, one.tag, one.data.url]);
        }"""
    )
    assert shown == [["Your turn in Babel", "At the table: Berta", "t", "/"]]
    assert worker.evaluate("self.badge") == 3
    # A tap opens the table, or focuses the page that already shows it.
    assert worker.evaluate(TAP) == {"opened": [f"{site}/"], "focused": [], "left": 0}
    anna.page.goto("/#tables")
    assert worker.evaluate(SHOW_AND_TAP) == {
        "opened": [],
        "focused": [f"{site}/#tables"],
        "left": 0,
    }
    assert anna.complaints == []


# This Chromium has no push service, so this script replaces it.
SUBSCRIBES = """
const made = () => localStorage.endpoint && {
  endpoint: localStorage.endpoint,
  options: { applicationServerKey: null },
  toJSON: () => ({ endpoint: localStorage.endpoint, keys: KEYS }),
};
PushManager.prototype.getSubscription = async () => made() || null;
PushManager.prototype.subscribe = async (wish) => {
  if (!wish.userVisibleOnly || wish.applicationServerKey.length !== 65) throw new Error("no");
  localStorage.endpoint = "https://push.example/send/" + Math.random();
  return made();
};
"""


def test_browser_notifications_are_switched_on_and_off(
    arrive: Callable[..., Person], site: str
) -> None:
    anna = arrive(calm=True, whole=True, worker=True)
    keys = json.dumps(Browser().keys)
    anna.context.grant_permissions(["notifications"], origin=site)
    anna.context.add_init_script(SUBSCRIBES.replace("KEYS", keys))
    page = anna.page
    page.goto("/settings/notifications/")
    page.get_by_role("button", name="Notify me in this browser").click()
    expect(page.get_by_text("this one")).to_be_visible()
    expect(page.get_by_role("button", name="Notify me in this browser")).to_be_hidden()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name="Notify me in this browser")).to_be_visible()
    assert anna.complaints == []
