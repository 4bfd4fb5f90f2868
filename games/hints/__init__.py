"""Hints at tables against bots: the move of the strongest bot, and how it compares with others."""
