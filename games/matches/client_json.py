"""Parse the JSON of clients: limited numbers, and only known fields."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from math import isinf
from typing import Any

from django.utils.translation import gettext_noop as _

from core.refusals import Refusal
from games.engine.values import read_json
from games.matches.refusals import BadBody

LARGEST = 2**53 - 1
"""The largest whole number: JavaScript rounds larger ones, and they may not fit into a column."""
SHOWN = 60
"""The length up to which an unknown name is repeated."""
_DIGITS = len(str(LARGEST))


def parse(text: str | bytes) -> Any:
    """Return what a text says as JSON.

    Raises:
        BadBody: It is not JSON, is nested too deeply, or has a whole number beyond `LARGEST` or a
            number that no float holds.
    """
    try:
        return read_json(
            text, parse_int=_whole_number, parse_float=_finite, parse_constant=_no_number
        )
    except ValueError:
        raise BadBody(_("This isn’t JSON.")) from None


def require_known(
    given: Iterable[str], known: Iterable[str], refusal: type[Refusal] = BadBody
) -> None:
    """Raise the refusal for the first field that is not known, with the closest one that is."""
    known = list(known)
    for name in given:
        if name in known:
            continue
        near = get_close_matches(name, known, n=1)
        if near:
            words = _("There is no “{name}” here. Did you mean “{near}”?")
            raise refusal(words, name=name[:SHOWN], near=near[0])
        raise refusal(_("There is no “{name}” here."), name=name[:SHOWN])


def _whole_number(digits: str) -> int:
    # Python takes long to read thousands of digits, or refuses to.
    number = int(digits) if len(digits.lstrip("-")) <= _DIGITS else LARGEST + 1
    if abs(number) > LARGEST:
        raise _too_large()
    return number


def _finite(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        raise _too_large()
    return number


def _too_large() -> BadBody:
    return BadBody(_("A number is too large. Whole numbers go up to {most}."), most=LARGEST)


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")
