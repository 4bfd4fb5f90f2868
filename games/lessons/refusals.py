"""The refusals of lessons, besides those of the rules."""

from refusals import Refusal


class NoSuchLesson(Refusal, code="unknown-lesson", status=404): ...


class NotAwaited(Refusal, code="not-in-this-lesson"):
    """A legal move that the lesson does not wait for: its sentence is the coach's."""


class NotYet(Refusal, code="not-yet"):
    """Read on where a move is awaited, or a move where there is something to read."""
