"""Leagues with seasons and divisions, and team matches of one club against another."""
