"""How hard the tests look: as `games.engine.testing` has it, and Hypothesis as hard.

`make quick` tries a few examples of what holds for all, `make test` the usual number, and
`make thorough` twenty times as many.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from games.engine.testing.tables import EFFORT, examples, is_sampled, some

__all__ = ["EFFORT", "examples", "is_sampled", "some", "use_hypothesis_settings"]


def use_hypothesis_settings() -> None:
    """Try properties as often as that. No example is too slow: a busy machine is no bug."""
    settings.register_profile(
        EFFORT,
        deadline=None,
        max_examples=examples(60),
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile(EFFORT)
