"""Building blocks that the boards of all games share: seats, panels, log lines, pictures."""
