"""Messages between friends, and conversations of a table after its match."""
