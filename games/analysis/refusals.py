"""Refusals of analysis boards."""

from core.refusals import Refusal


class NoAnalysis(Refusal, code="no-analysis"):
    """The match has no analysis boards: it is not turn by turn, or rated without an agreement."""


class LineTooLong(Refusal, code="line-too-long"):
    """A board holds no more moves."""
