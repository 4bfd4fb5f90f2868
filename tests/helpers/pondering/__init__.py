"""A game whose bots think long, for tests and for `manage.py bench --only bots`.

EXTRA_TITLES=tests.helpers.pondering adds it to a site, `install` to the site of a test.
"""
