"""The two kernels that are not the same source when compiled: numba knows no dict of this speed, and sorts in place.

A set of positions is one array: three numbers ahead (positions in it, slots less one), then three for each slot.
"""

from typing import Any

SLOT = 3


def is_new(seen: Any, hash_1: int, hash_2: int, steps: int) -> bool:
    """As `kernels.is_new`."""
    mask = seen[1]
    slot = hash_1 & mask
    while True:
        k = SLOT * slot + SLOT
        if seen[k] == hash_1 and seen[k + 1] == hash_2:
            if seen[k + 2] <= steps:
                return False
            seen[k + 2] = steps
            return True
        if seen[k] == 0 and seen[k + 1] == 0:
            seen[0] += 1
            seen[k] = hash_1
            seen[k + 1] = hash_2
            seen[k + 2] = steps
            return True
        slot = (slot + 1) & mask


def sort(keys: Any, count: int) -> None:
    """As `kernels.sort`."""
    keys[:count].sort()


def pour(small: Any, big: Any) -> None:
    """Puts all positions of one set into another."""
    for k in range(SLOT, len(small), SLOT):
        if small[k] != 0 or small[k + 1] != 0:
            is_new(big, small[k], small[k + 1], small[k + 2])
