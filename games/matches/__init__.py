"""Matches: models, commands, events, clocks, tables, replays, sockets and the API's base."""
