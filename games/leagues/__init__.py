"""Leagues: seasons of weeks with divisions, in which each player meets all others once."""
