"""Settings of the site of browser tests."""

from config.settings import *  # noqa: F403

# As long as a run takes: otherwise windows ask for 30 files again after each minute.
WHITENOISE_MAX_AGE = 3600
# Each test opens its pages itself.
WARM_UP = False
