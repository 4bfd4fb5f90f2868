"""The server processes: handler, limits, caches and channel layers."""
