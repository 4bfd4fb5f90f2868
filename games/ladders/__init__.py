"""Rated matches: ratings, ladders and seasons."""
