"""Name the first key at which two values differ, so that a failure says more than “not equal”."""

from __future__ import annotations

from games.engine.contract import Effect

SHOWN = 60
"""The characters of a value that are shown."""


class Differs(AssertionError):
    """Two values differ that must be the same; `key` is the first place, as in “hands.0.2”."""

    def __init__(self, says: str, key: str, one: object, other: object) -> None:
        super().__init__(f"{says}: “{key}” is {_short(one)} or {_short(other)}")
        self.key = key


def check_same(one: object, other: object, says: str) -> None:
    """Check that two values are equal.

    Raises:
        Differs: They are not; the message has the words, the key and both values there.
    """
    if one != other:
        raise Differs(says, *first_difference(one, other))


def first_difference(one: object, other: object) -> tuple[str, object, object]:
    """Return the first key at which two unequal JSON values differ, and both values there.

    The key is a path such as “hands.0.2”; an effect's begins with its kind.
    """
    path: list[str] = []
    while (inside := _first_unequal(one, other)) is not None:
        step, one, other = inside
        path += [step] if step else []
    return ".".join(path) or "all of it", one, other


def _first_unequal(one: object, other: object) -> tuple[str, object, object] | None:
    """Return the first unequal entries of two values of the same form; None without entries."""
    if isinstance(one, Effect) and isinstance(other, Effect):
        if one.kind != other.kind:
            return None
        return (
            one.kind,
            *((one.facts, other.facts) if one.facts != other.facts else (one.to, other.to)),
        )
    if isinstance(one, dict) and isinstance(other, dict):
        absent = "not there"
        keys = [*one, *(key for key in other if key not in one)]
        pairs = [(str(key), one.get(key, absent), other.get(key, absent)) for key in keys]
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
        if len(one) != len(other) or isinstance(one, Effect) or isinstance(other, Effect):
            return None
        effects = any(isinstance(entry, Effect) for entry in one)
        pairs = [
            ("" if effects else str(at), *both)
            for at, both in enumerate(zip(one, other, strict=True))
        ]
    else:
        return None
    return next(((key, mine, its) for key, mine, its in pairs if mine != its), None)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
