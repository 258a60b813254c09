"""The tree of hashes over a final day: its root, published once, fixes every result of the day (protocol.md).

Hashing is that of RFC 6962, 2.1: a leaf is SHA-256(0x00 ‖ text), a node SHA-256(0x01 ‖ left ‖ right), and the tree of
no leaves is SHA-256 of nothing. Level by level, an odd last hash goes up as it is: that gives the tree of the RFC.
"""

import hashlib
from collections.abc import Sequence

from .result import Result

HASH_BYTES = 32


def leaf(attempt: int, game: str, result: Result, chain: str) -> bytes:
    """The hash of one result: the attempt, `2026-12-01/kansas`, what it counts, and its chain's head in hex."""
    counts = f"{result.outcome}|{result.home}|{result.moves}|{result.elapsed_ms}"
    return hashlib.sha256(b"\x00" + f"samedeal-leaf/1|{attempt}|{game}|{counts}|{chain}".encode()).digest()


def levels(leaves: Sequence[bytes]) -> list[list[bytes]]:
    """All hashes of the tree, from the leaves up to the root; for no leaves, one empty level."""
    tree = [list(leaves)]
    while len(tree[-1]) > 1:
        below = tree[-1]
        pairs = [_node(left, right) for left, right in zip(below[::2], below[1::2], strict=False)]
        tree.append(pairs + below[len(pairs) * 2 :])
    return tree


def root(tree: Sequence[Sequence[bytes]]) -> bytes:
    """The root of `levels`."""
    return tree[-1][0] if tree[-1] else hashlib.sha256().digest()


def siblings(index: int, size: int) -> list[tuple[int, int]]:
    """Where the path of a leaf lies in `levels`: (level, index) of each hash, lowest first."""
    places: list[tuple[int, int]] = []
    level = 0
    while size > 1:
        if index ^ 1 < size:
            places.append((level, index ^ 1))
        level, index, size = level + 1, index // 2, (size + 1) // 2
    return places


def root_of(leaf_hash: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """The root that a leaf and its path lead to. Raises ValueError when no tree of this size has such a path."""
    places = siblings(index, size)
    if not 0 <= index < size or len(path) != len(places):
        raise ValueError(f"A path of {len(path)} hashes leads nowhere from leaf {index} of {size}.")
    here = leaf_hash
    for (_, sibling), other in zip(places, path, strict=True):
        here = _node(here, other) if sibling % 2 else _node(other, here)
    return here


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()
