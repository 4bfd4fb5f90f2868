"""Pictures of a position: what a title draws for link previews, as SVG, without a browser."""
