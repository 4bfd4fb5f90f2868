"""A game whose bots think long: for tests, and for what `manage.py bench --only bots` measures.

EXTRA_TITLES=tests.helpers.pondering adds it to a site; `install` to the one a test runs in.
"""
