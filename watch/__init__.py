"""How the house is watched: what it counts, what it writes down, whether it is well."""
