"""What ratings add to matches: each is rated in the transaction that ends it, and shows till then
what is at stake."""

from games.ladders.services.ratings import changes_of, is_annulled, rate
from games.ladders.services.stakes import stakes_of
from games.matches.hooks import hooks
from games.matches.signals import match_finished

hooks.rating_changes = changes_of
hooks.stakes = stakes_of
hooks.is_annulled = is_annulled
match_finished.connect(rate)
