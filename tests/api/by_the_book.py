"""The shuffle and the deal once more, from rules.md alone and nothing of ours."""

import hashlib
import hmac
from collections.abc import Iterator

ROWS = {
    "chinaman": [(i, i + 1) for i in range(7)],
    "chinese-torture": [(0, 7), (0, 7), (0, 7), (3, 7), (4, 7), (5, 7), (6, 7)],
    "whitehorse": [(0, 1)] * 7,
    "kansas": [(0, 1)] * 3,
}
SET_APART = {"kansas": 14}


def shuffled(secret: bytes, variant: str, deal: int) -> list[str]:
    """rules.md, the shuffle."""
    key = hmac.new(secret, f"samedeal-deal/1|{variant}|{deal}".encode(), hashlib.sha256).digest()
    numbers = _numbers(key)
    deck = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    for i in range(51, 0, -1):
        j = _below(i + 1, numbers)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


def columns_of(variant: str, deck: list[str]) -> list[list[str]]:
    """The face-up cards of each column after the deal (rules.md, deal order): row by row, as far as each is high."""
    cards = iter(deck[SET_APART.get(variant, 0) :])
    columns: list[list[str]] = [[] for _ in ROWS[variant]]
    for row in range(7):
        for column, (_, height) in zip(columns, ROWS[variant], strict=True):
            if row < height:
                column.append(next(cards))
    return [column[down:] for column, (down, _) in zip(columns, ROWS[variant], strict=True)]


def _numbers(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(key + block.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(digest[at : at + 8], "big") for at in range(0, 32, 8))
        block += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    return next(number for number in numbers if number < 2**64 - 2**64 % limit) % limit
