"""What a refusal says, to whoever has to do better."""

from games.engine.refusals import Refusal


def says_what_is_wrong(refusal: Refusal | None) -> bool:
    """A whole sentence, with nothing left to fill in and nothing filled in from nowhere."""
    assert refusal is not None
    reason = refusal.reason
    return reason.endswith(".") and "{" not in reason and "None" not in reason
