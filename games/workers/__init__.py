"""The worker: bots, clocks, quick match, old data and other background work."""
