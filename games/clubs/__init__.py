"""Clubs: users who play together, with a page, a chat and ladders of their own."""
