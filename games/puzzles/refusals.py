"""The refusals of puzzles, besides those of the rules."""

from refusals import Refusal


class NoSuchPuzzle(Refusal, code="unknown-puzzle", status=404): ...


class NoSuchTheme(Refusal, code="unknown-theme", status=404): ...
