"""What ratings add to matches: each is rated in the transaction that ends it."""

from games.ladders.services.ratings import changes_of, rate
from games.matches.extras import extras, match_finished

extras.rating_changes = changes_of
match_finished.connect(rate)
