"""Secret -> deck order. Frozen for ever: samedeal-deal/1 (rules.md, the shuffle)."""

import hashlib
import hmac
from collections.abc import Iterator

from .cards import CARDS, Card
from .variant import Variant

_NUMBERS = 1 << 64


def deck_for(secret: bytes, variant: Variant, k: int) -> tuple[Card, ...]:
    """The deck of deal number `k` of a game's secret (32 bytes), first dealt first."""
    message = f"samedeal-deal/1|{variant.key}|{k}".encode()
    numbers = _numbers(hmac.digest(secret, message, "sha256"))
    deck = list(CARDS)
    for i in range(51, 0, -1):
        j = _below(i + 1, numbers)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def _numbers(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(key + block.to_bytes(8, "big")).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(digest[start : start + 8], "big")
        block += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """The next number reduced to 0 … bound-1; those of the last, incomplete block of values are passed over."""
    limit = _NUMBERS - _NUMBERS % bound
    return next(number for number in numbers if number < limit) % bound
