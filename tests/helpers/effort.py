"""The number of examples that tests try, for `games.engine.testing` and Hypothesis.

`make quick` tries a few examples of each property, `make test` the usual number, and
`make thorough` twenty times the usual number.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from games.engine.testing.tables import EFFORT, examples, is_sampled, some

__all__ = ["EFFORT", "examples", "is_sampled", "some", "use_hypothesis_settings"]


def use_hypothesis_settings() -> None:
    """Set the number of examples, and allow slow ones: a busy machine is no bug."""
    settings.register_profile(
        EFFORT,
        deadline=None,
        max_examples=examples(60),
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile(EFFORT)
