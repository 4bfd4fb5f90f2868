"""User accounts: profiles, follows, access tokens, sanctions. Knows no game."""
