"""Refusals of moves decided beforehand."""

from core.refusals import Refusal


class CannotPlan(Refusal, code="cannot-plan"):
    """The player's next question is unknown, or open already."""


class BadPlan(Refusal, code="bad-plan", status=400):
    """A plan without moves, or with moves that cannot be planned."""
