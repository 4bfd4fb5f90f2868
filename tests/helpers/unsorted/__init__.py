"""A game whose legal moves come in the order of a set, which differs between processes.

EXTRA_TITLES=tests.helpers.unsorted adds it to a site.
"""
