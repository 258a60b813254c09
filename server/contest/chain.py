"""The chain of hashes over a log: its head fixes every move and its time (protocol.md, samedeal-record/1)."""

import hashlib
from collections.abc import Iterable


def chain_head(
    attempt: int | None, game: str | None, commitment: str | None, rules_version: int, moves: Iterable[tuple[str, int]]
) -> str:
    """The head in hex over (move, milliseconds since the start) pairs from ply 0 on; None is the empty text."""
    start = f"samedeal-chain/1|{_text(attempt)}|{_text(game)}|{_text(commitment)}|{rules_version}"
    head = hashlib.sha256(start.encode()).digest()
    for ply, (move, at_ms) in enumerate(moves):
        head = hashlib.sha256(head + f"{ply}|{move}|{at_ms}".encode()).digest()
    return head.hex()


def _text(value: object) -> str:
    return "" if value is None else str(value)
