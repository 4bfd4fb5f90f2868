"""Checks of the sentences of refusals."""

from games.engine.refusals import Refusal


def says_what_is_wrong(refusal: Refusal | None) -> bool:
    """Return whether the reason is a whole sentence, with all its values filled in."""
    assert refusal is not None
    reason = refusal.reason
    return reason.endswith(".") and "{" not in reason and "None" not in reason
