#!/usr/bin/env python
"""Tavola's command line."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except Exception as error:
        from config.databases import describe_damage

        if advice := describe_damage(error):
            sys.exit(advice)
        raise


if __name__ == "__main__":
    main()
