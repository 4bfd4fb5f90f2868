"""Kabale und Hiebe: six rounds of goals, won by 25 schemers a side."""
