"""The refusals of puzzles, in addition to those of the rules."""

from core.refusals import Refusal


class NoSuchPuzzle(Refusal, code="unknown-puzzle", status=404): ...


class NoSuchTheme(Refusal, code="unknown-theme", status=404): ...


class NoStorm(Refusal, code="no-storm", status=409): ...
