"""TV: a channel for each game, a permanent exhibition of bots, and the front page's live part."""
