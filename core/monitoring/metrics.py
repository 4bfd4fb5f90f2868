"""The Prometheus metrics of one process. Each label has few values."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics

# The creation time of each series is not used, and would double the output.
disable_created_metrics()  # type: ignore[no-untyped-call]  # no types

QUICK = (0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.125, 0.25, 0.5, 1, 2, 5)
LATE = (0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300)

MOVES = Counter("tavola_moves", "Moves that are stored and that everyone sees.", ["game", "door"])
MOVE_SECONDS = Histogram(
    "tavola_move_seconds", "From a move's arrival to its answer.", ["door"], buckets=QUICK
)
PUSH_LAG = Histogram(
    "tavola_push_lag_seconds",
    "From the message about an event, after commit, to the frame of one socket.",
    buckets=QUICK,
)
REPLAY = Histogram(
    "tavola_replay_seconds",
    "Replaying the events of a match, from its start or from a cached position.",
    ["since"],
    buckets=QUICK,
)
SOCKETS = Gauge("tavola_sockets", "Sockets that are open.", ["page"])
CLOCK_LATE = Histogram(
    "tavola_clock_late_seconds",
    "How long after a player's time ran out, grace included, the worker acted on it.",
    buckets=LATE,
)
BOT_QUEUE = Gauge("tavola_bots_waiting", "Bots that are due in this round, at most 50.")
BOT_AGE = Gauge("tavola_bots_oldest_seconds", "How long the longest waiting due bot has waited.")
THINKING_QUEUE = Gauge("tavola_bots_thinking", "Slow bots that have to answer.")
THINKING_AGE = Gauge(
    "tavola_bots_thinking_oldest_seconds", "How long people have waited for a slow bot, at most."
)
BOT_FAILED = Counter(
    "tavola_bot_failures",
    "Bots that failed, and were replaced by a weaker one for that question.",
    ["game", "level", "reason"],
)
BOARD_FAILED = Counter(
    "tavola_board_failures",
    "Tables whose board raised, and were drawn with the generic one.",
    ["game"],
)
REQUESTS = Counter("tavola_requests", "Requests answered.", ["route", "method", "status"])
REQUEST_SECONDS = Histogram(
    "tavola_request_seconds", "From a request's arrival to its answer.", ["door"], buckets=QUICK
)
REFUSALS = Counter("tavola_refusals", "Requests that were declined.", ["code"])
CACHE_EVICTIONS = Counter(
    "tavola_cache_evictions", "Entries thrown out of a full cache before they expired.", ["cache"]
)
REDIS_EVICTIONS = Gauge(
    "tavola_redis_evictions", "Keys that Redis threw out since it started, for lack of memory."
)
DISK_FREE = Gauge("tavola_disk_free_ratio", "The share of free space on the disk of the site.")
BACKUP_AGE = Gauge(
    "tavola_backup_age_seconds",
    "The age of the last backup that was taken on this machine; infinite without one.",
)
ROUND_SEEN = Gauge(
    "tavola_worker_seen_seconds", "When a loop of the worker last ended a round.", ["loop"]
)
ROUND_FAILED = Counter("tavola_worker_failures", "Rounds of the worker that failed.", ["loop"])
