"""What ratings add to matches: each is rated in the transaction that ends it."""

from games.ladders.services.ratings import changes_of, rate
from games.matches.hooks import hooks
from games.matches.signals import match_finished

hooks.rating_changes = changes_of
match_finished.connect(rate)
