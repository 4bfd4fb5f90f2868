"""Checks of a whole page: accessible, valid, and clean under the strict CSP."""

import re
from html.parser import HTMLParser

from django.test import Client

from tests.helpers.responses import Response

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
UNLABELLED = {"hidden", "submit", "button", "reset", "image"}


class Page(HTMLParser):
    """The parts of a page, and its faults."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text = text
        self.language = ""
        self.titles: list[str] = []
        self.headings: list[str] = []
        self.mains = 0
        self.ids: list[str] = []
        self.faults: list[str] = []
        self._labelled: set[str] = set()
        self._described: list[str] = []
        self._fields: list[tuple[str, str]] = []
        self._open: list[str] = []
        self.feed(text)
        self._compare()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self._note(tag, values)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, {name: value or "" for name, value in attrs})

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self._open:
            return
        if self._open[-1] == "title" and "svg" not in self._open:
            self.titles[-1] += data
        if "h1" in self._open:
            self.headings[-1] += data
        if self._open[-1] == "script" and data.strip():
            self.faults.append(f"a script inside the page: {data.strip()[:60]}")

    def _note(self, tag: str, values: dict[str, str]) -> None:
        if "style" in values or tag == "style":
            self.faults.append(f"an inline style on <{tag}>: {values.get('style', '')}")
        self.faults += [f"an inline {name} on <{tag}>" for name in values if name.startswith("on")]
        self.faults += [
            f"another host or a script in an address: {values[name]}"
            for name in ("src", "href", "action")
            if self._strays(tag, values.get(name, ""))
        ]
        if tag == "html":
            self.language = values.get("lang", "")
        elif tag == "main":
            self.mains += 1
        elif tag == "title" and "svg" not in self._open:
            self.titles.append("")
        elif tag == "h1":
            self.headings.append("")
        elif tag == "img" and "alt" not in values:
            self.faults.append(f"a picture without words: {values.get('src', '')[:60]}")
        elif tag == "label":
            self._labelled.add(values.get("for", ""))
        elif tag == "form" and values.get("method", "get").lower() not in ("get", "post", "dialog"):
            self.faults.append(f"a form with method {values['method']}")
        field = tag in ("input", "select", "textarea") and "hidden" not in values
        if field and values.get("type") not in UNLABELLED:
            named = "label" in self._open or "aria-label" in values or "aria-labelledby" in values
            if not named:
                self._fields.append((values.get("id", ""), values.get("name", tag)))
        if values.get("id"):
            self.ids.append(values["id"])
        self._described += values.get("aria-describedby", "").split()
        self._described += values.get("aria-labelledby", "").split()

    def _strays(self, tag: str, address: str) -> bool:
        if tag == "img" and address.startswith("data:image/"):
            return False
        loaded = tag in ("script", "link", "img", "form", "iframe", "source", "use")
        return address.startswith(("javascript:", "data:")) or (
            loaded and address.startswith(("http:", "https:", "//"))
        )

    def _compare(self) -> None:
        twice = {name for name in self.ids if self.ids.count(name) > 1}
        self.faults += [f"the id {name} more than once" for name in sorted(twice)]
        self.faults += [
            f"described by #{name}, which is not there"
            for name in self._described
            if name not in self.ids
        ]
        self.faults += [
            f"the field {name} without a label"
            for id_, name in self._fields
            if not id_ or id_ not in self._labelled
        ]


def assert_clean_page(response: Response, status: int = 200) -> Page:
    """Assert status, CSP, language, title, one h1 and one main, and nothing inline or external."""
    assert response.status_code == status, response.status_code
    assert response["Content-Type"].startswith("text/html")
    policy = response.headers.get("Content-Security-Policy", "")
    assert "default-src 'self'" in policy, f"no strict CSP: {policy!r}"
    assert "unsafe" not in policy, policy
    text = response.content.decode()
    assert text.lstrip().lower().startswith("<!doctype html>")
    assert "{{" not in text, "template code shows"
    assert "{%" not in text, "template code shows"
    page = Page(text)
    assert page.language, "no lang on <html>"
    assert len(page.titles) == 1, f"titles: {page.titles}"
    assert page.titles[0].strip(), "an empty title"
    assert not page.titles[0].strip().startswith("·"), page.titles
    assert page.mains == 1, f"{page.mains} main landmarks"
    assert len(page.headings) == 1, f"h1: {page.headings}"
    assert page.headings[0].strip(), "an empty h1"
    assert not page.faults, "\n".join(page.faults)
    return page


def page(client: Client, address: str, status: int = 200) -> str:
    """Return the text of a page without faults."""
    return assert_clean_page(client.get(address), status).text


def lasting(response: Response) -> str:
    """Return a page without what differs each time: tokens of forms, and numbers, as of clocks."""
    numberless: str = re.sub(r"\b\w{64}\b|\d+", "", response.content.decode())
    return numberless
