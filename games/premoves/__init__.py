"""Moves that players decided on beforehand: conditional moves, and their only move."""
