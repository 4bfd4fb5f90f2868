"""The table's style sheets stay cheap for the browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from games.matches.presenters.boards import game_board
from games.titles.registry import styles_of_titles, titles

SHARED = tuple(f"css/{name}.css" for name in ("base", "parts", "card", "table"))
RULE = re.compile(r"([^{}]+)\{")
SIBLING = re.compile(r"([^\s>+~(,]+)\s*[+~]\s+")
KEYFRAMES = re.compile(r"@keyframes [\w-]+ \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
TRANSITION = re.compile(r"transition:([^;]+)")
CLASS = re.compile(r"[.#\[]")
ANY_IN_STATE = re.compile(r"(:has\(|:not\(|\.(is|in|i)-).*[\s>+~]\*$", re.DOTALL)
ANY_SIBLING = re.compile(r"[+~]\s*\*")


def text_of(name: str) -> str:
    """Return a style sheet without its remarks."""
    found = finders.find(name)
    assert isinstance(found, str), name
    return re.sub(r"/\*.*?\*/", "", Path(found).read_text(), flags=re.DOTALL)


def selectors_of(name: str) -> list[str]:
    """Return the heads of all rules of a style sheet, without at-rules."""
    text = re.sub(r":nth-[a-z-]+\([^)]*\)", "", text_of(name))
    heads = (head.rpartition(";")[2].strip() for head in RULE.findall(text))
    return [head for head in heads if not head.startswith("@")]


def whole_selectors_of(name: str) -> list[str]:
    """Return the heads of all rules of a style sheet, each after those that it is nested in."""
    whole, open_heads = list[str](), list[str]()
    for before, brace in re.findall(r"([^{}]*)([{}])", text_of(name)):
        if brace == "}":
            open_heads.pop()
        else:
            open_heads.append(before.rpartition(";")[2].strip())
            whole.append(" ".join(head for head in open_heads if not head.startswith("@")))
    return whole


def single_selectors(head: str) -> list[str]:
    """Return the selectors of a list, with nothing in brackets but a choice of one thing."""
    head = re.sub(r":(?:is|where)\(([^(),]*)\)", r"\1", head)
    while "(" in head:
        head = re.sub(r"\([^()]*\)", "", head)
    return [one.strip() for one in head.split(",")]


def is_nameless(selector: str) -> bool:
    """Return whether a rule ends with a choice of things, or with a language."""
    last = re.split(r"[\s>+~]+", selector)[-1]
    return bool(re.match(r":(is|where|lang)\b", last)) and not CLASS.search(last)


sheets = pytest.mark.parametrize(
    "name",
    [
        *SHARED,
        *(sheet for _, sheet in styles_of_titles()),
        *(sheet for title in titles() for sheet in game_board(title.slug).styles),
    ],
)


@sheets
def test_sibling_selectors_follow_classes(name: str) -> None:
    # With "* + *" or "input ~ span" Chromium works out the styles of everything that stands around
    # an element that comes or goes: seven times as many as changed, at every move.
    heads = selectors_of(name)
    assert len(heads) > 1, "the style sheet was read"
    assert [one for one in heads for left in SIBLING.findall(one) if not CLASS.search(left)] == []


@sheets
def test_rules_end_with_name_of_what_they_style(name: str) -> None:
    # Browsers look a rule up by the class, id, attribute or tag at its end. One that ends with
    # ":is(.a, .b)" or ":lang(ko)" is tried on every element: those were half of the styles' time.
    singles = [one for head in selectors_of(name) for one in single_selectors(head)]
    assert [one for one in singles if is_nameless(one)] == []


@sheets
def test_no_rule_is_for_anything_in_what_changes(name: str) -> None:
    # With ":has(.a) > *" or ":not(.in-plan) .hand > *" Chromium works out the styles of all that is
    # in the element again, which at a move or phase is the whole table.
    whole = whole_selectors_of(name)
    assert len(whole) >= len(selectors_of(name)), "the style sheet was read"
    assert [one for one in whole if ANY_IN_STATE.search(one)] == []


@sheets
def test_no_rule_is_for_what_is_in_any_sibling(name: str) -> None:
    # With ".a ~ * { .b { … } }" a class of the element around them changes the styles of all in it.
    assert [one for one in whole_selectors_of(name) if ANY_SIBLING.search(one)] == []


@pytest.mark.parametrize(
    ("selector", "nameless"),
    [
        (".players :is(.bot, .you)", True),
        (":lang(ko)", True),
        (":is(input[type=a], input[type=b])::before", True),
        (":where(.card)", False),
        (":is(.a, .b) > .c:is(.d, :has(.e, .f))", False),
        ("&:is(:hover, :focus-within)", False),
        (".hand > :last-child", False),
    ],
)
def test_nameless_rules_are_found(selector: str, nameless: bool) -> None:
    assert [is_nameless(one) for one in single_selectors(selector)] == [nameless]


@sheets
def test_no_shadow_or_background_is_animated(name: str) -> None:
    # Such a frame is drawn by the page's own thread, sixty times a second: on a phone no time is
    # left for a tap. A ring or a colour is drawn once, above the thing, and fades.
    frames = KEYFRAMES.findall(text_of(name))
    assert len(frames) == text_of(name).count("@keyframes"), "every @keyframes block was found"
    assert [one for one in frames if re.search(r"box-shadow|background|inset|size", one)] == []


@sheets
def test_animations_end(name: str) -> None:
    # Without a graphics card each frame takes a share of a core, however long a player thinks.
    # These go on: while a move is sent, a clock runs out, or the connection is lost.
    endless = re.findall(r"([^{}]+)\{[^{}]*\binfinite\b", text_of(name))
    brief = ("[data-sending]", ".clock.is-low.is-running", '.line-chip[data-state="lost"]')
    assert [one.strip() for one in endless if not any(part in one for part in brief)] == []


@sheets
def test_transitions_need_no_repaint(name: str) -> None:
    # For the same reason: while a shadow changed, the answer to a tap waited for its frames.
    changes = re.sub(r"\([^()]*\)", "", ",".join(TRANSITION.findall(text_of(name)))).split(",")
    moving = {change.split()[0] for change in changes if change}
    assert moving <= {"translate", "rotate", "scale", "opacity", "none"}
