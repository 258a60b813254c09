"""What can be counted from outside, for Prometheus. No card, name or token is ever a label."""

from prometheus_client import Counter, Gauge, Histogram

_SECONDS = (0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128, 0.25, 0.5, 1, 2.5, 5)
_ROWS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096)

MOVES = Counter("samedeal_moves", "Moves stored and acknowledged")
REFUSED = Counter("samedeal_refused", "Messages refused", ["code"])
ACK_SECONDS = Histogram("samedeal_ack_seconds", "From a move's receipt until it is told", buckets=_SECONDS)
COMMIT_ROWS = Histogram("samedeal_commit_rows", "Moves committed together", buckets=_ROWS)
COMMIT_SECONDS = Histogram("samedeal_commit_seconds", "Time of one commit of moves", buckets=_SECONDS)
TABLES = Gauge("samedeal_tables_open", "Tables with somebody at them", multiprocess_mode="livesum")
SOCKETS = Gauge("samedeal_sockets_open", "Open sockets", ["kind"], multiprocess_mode="livesum")
OVERFLOWS = Counter("samedeal_queue_overflows", "Sockets closed because they did not read")
RESUMED = Counter("samedeal_reconnects", "Players who came back to a table under way")
MISMATCHES = Counter("samedeal_mismatches", "Attempts whose stored log does not give their result")
ENDED = Counter("samedeal_attempts_ended", "Attempts ended", ["outcome"])


def observe_commit(rows: int, seconds: float) -> None:
    """Notes one commit of the move log."""
    COMMIT_ROWS.observe(rows)
    COMMIT_SECONDS.observe(seconds)
