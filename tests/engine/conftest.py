"""No deadline for hypothesis' examples: a busy machine is no bug."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
