"""Everything about games: rules, matches and the features around them."""
