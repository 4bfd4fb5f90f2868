"""Counts the results of matches between members of a club."""

from games.clubs.services.results import count_match, forget_match
from games.ladders.signals import match_annulled
from games.matches.signals import match_finished

match_finished.connect(count_match)
match_annulled.connect(forget_match)
