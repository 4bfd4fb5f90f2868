"""Game nights of clubs: many tables with one host."""
