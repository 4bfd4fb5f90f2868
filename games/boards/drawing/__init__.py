"""Pictures of positions for link previews, drawn as SVG without a browser."""
