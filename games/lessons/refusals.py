"""The refusals of lessons, in addition to those of the rules."""

from core.refusals import Refusal


class NoSuchLesson(Refusal, code="unknown-lesson", status=404): ...


class NotAwaited(Refusal, code="not-in-this-lesson"):
    """A legal move that does not complete the step; the reason is a sentence of the coach."""


class NotYet(Refusal, code="not-yet"):
    """The learner read on where the step awaits a move, or moved where it is text to read."""
