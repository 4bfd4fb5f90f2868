"""The quick search for suspect pages finds each page in which the parser finds something unsafe."""

import pytest

from tests.helpers.pages import Page
from tests.safety.answers import _is_unsafe, is_suspect

UNSAFE = (
    '<p style="color: red">',
    "<p\nSTYLE=x>",
    "<style>p {}</style>",
    '<button onclick="go()">',
    "<svg/onload=go()>",
    "<script>go()</script>",
    '<script type="text/javascript">\n go()</script>',
    '<a href="javascript:go()">',
    '<a href="data:text/html,x">',
    '<script src="https://example.org/x.js"></script>',
    '<img alt="" src=//example.org/x.png>',
    '<form action="http://example.org/">',
    '<link rel="stylesheet" href="https://example.org/x.css">',
    '<use href="//example.org/x.svg">',
)
SAFE = '<a href="https://example.org/" data-on="x">on = off</a><script src="/static/x.js"></script>'


@pytest.mark.parametrize("text", UNSAFE)
def test_unsafe_page_is_suspect(text: str) -> None:
    assert any(_is_unsafe(fault) for fault in Page(text).faults)
    assert is_suspect(text)


def test_safe_page_is_not_suspect() -> None:
    assert not Page(SAFE).faults
    assert not is_suspect(SAFE)
