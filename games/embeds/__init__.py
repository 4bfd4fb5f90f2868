"""Matches in frames of other sites, pictures of positions and link previews."""
