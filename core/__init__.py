"""Basics that know no game: server, monitoring, languages, refusals, databases."""
