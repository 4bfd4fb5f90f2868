#!/usr/bin/env python
"""Tavola's command line."""

import gc
import os
import sys

NOT_SET_UP = (
    "Tavola is not set up for this Python: run `make play`, then .venv/bin/python manage.py. Where"
    " make is missing: apt-get install make, dnf install make, or on macOS xcode-select --install."
)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    # What is loaded stays: to search it for garbage, again and again, took a quarter of the start.
    gc.disable()
    try:
        import django
    except ModuleNotFoundError:
        sys.exit(NOT_SET_UP)
    from django.core.management import execute_from_command_line

    try:
        django.setup()
        gc.freeze()
        # Pages and the schema are loaded later, and stay too: search for garbage less often.
        gc.set_threshold(2000)
        gc.enable()
        execute_from_command_line(sys.argv)
    except Exception as error:
        from django.conf import settings

        from core.databases import describe_absence, describe_damage, describe_lack

        database = settings.DATABASES["default"]
        advice = describe_damage(error) or describe_absence(error, database) or describe_lack(error)
        if advice:
            sys.exit(advice)
        raise


if __name__ == "__main__":
    main()
