"""`python -m tavola_games`: the same as `tavola-referee`."""

from __future__ import annotations

from tavola_games.command import main

raise SystemExit(main())
