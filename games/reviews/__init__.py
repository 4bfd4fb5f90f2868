"""Reviews of finished matches: chances, and stronger moves."""
