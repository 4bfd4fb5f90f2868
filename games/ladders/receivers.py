"""Hooks of ratings in matches.

A match is rated in the transaction that ends it; until then its table shows the rating preview.
"""

from games.ladders.services.rating_preview import rating_previews_of
from games.ladders.services.ratings import changes_of, is_annulled, rate
from games.matches import hooks
from games.matches.signals import match_finished

hooks.rating_changes.register(changes_of)
hooks.rating_previews.register(rating_previews_of)
hooks.is_annulled.register(is_annulled)
match_finished.connect(rate)
