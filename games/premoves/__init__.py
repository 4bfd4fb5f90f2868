"""Moves that players decided on beforehand: their only move, played for them."""
