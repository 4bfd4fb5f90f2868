"""The list of past matches: search, bookmarks, feeds and records."""
