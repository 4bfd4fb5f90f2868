"""The pictures in the rules fit on a phone, and break no name on a card."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import pytest
from django.conf import settings

from games.titles.registry import slugs
from tests.browser.conftest import Person
from tests.helpers.effort import covering

pytestmark = pytest.mark.browser

FAULTS = r"""() => {
  const faults = new Set();
  const called = (one) =>
    `${one.closest("figure, li").className} “${one.textContent.trim().slice(0, 30)}”`;
  const figures = [...document.querySelectorAll(".figure")];
  // Those outside the window are not laid out otherwise.
  for (const figure of figures) figure.style.contentVisibility = "visible";
  const names = ":is(.figure, .kinds) :is(.name, .card-name, .unit-name)";
  for (const name of document.querySelectorAll(names)) {
    if (!name.checkVisibility()) continue;
    const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      // The box of a letter after a soft hyphen contains the hyphen, on the line before.
      for (const { index, 0: word } of texts.currentNode.data.matchAll(/(?<!\u00ad)\p{L}+/gu)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) faults.add(`${word} is broken in ${called(name)}`);
      }
  }
  const parts = ".card-face, .board, .land, .builder, .army, .name";
  for (const figure of figures) {
    const { left, right } = figure.getBoundingClientRect();
    for (const part of figure.querySelectorAll(parts)) {
      const box = part.getBoundingClientRect();
      const isIn = box.left >= left - 1 && box.right <= right + 1;
      if (part.checkVisibility() && box.width > 3 && !isIn)
        faults.add(`${part.className} leaves ${called(part)}`);
    }
  }
  return [...faults];
}"""


def test_figures_fit_on_a_phone(arrive: Callable[..., Person]) -> None:
    """Show the rules of each game in half of the languages, with EFFORT=thorough in all."""
    page = arrive(phone=True, touch=True, calm=True, own=True).page
    halves = settings.LANGUAGES[::2], settings.LANGUAGES[1::2]
    for turn, slug in enumerate(slugs()):
        for language, _name in chain(*covering(halves, turn)):
            page.set_extra_http_headers({"Accept-Language": language})
            page.goto(f"/games/{slug}/")
            assert page.locator("html").get_attribute("lang") == language
            assert page.locator(".figure").count() > 3
            assert page.evaluate(FAULTS) == [], (slug, language)
