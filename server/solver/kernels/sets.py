"""Sets of positions, keys and cards."""

Ints = list[int]
Seen = dict[tuple[int, int], int]


def is_new(seen: Seen, hash_1: int, hash_2: int, steps: int) -> bool:
    """Whether a position was not reached before in so few steps; from now on it was."""
    key = (hash_1, hash_2)
    before = seen.get(key)
    if before is not None and before <= steps:
        return False
    seen[key] = steps
    return True


def sort(keys: Ints, count: int) -> None:
    """Sorts the first of the keys, which all differ."""
    keys[:count] = sorted(keys[:count])


def count_bits(cards: int) -> int:
    """The number of cards in a set."""
    count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count
