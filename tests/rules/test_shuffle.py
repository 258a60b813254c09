"""server.rules.shuffle: frozen for ever."""

import hashlib
import hmac

import pytest

from server.rules import NAMES, VARIANTS, deck_for
from server.rules.shuffle import _below
from tests.rules.by_hand import names

SECRETS = {"zeros": bytes(32), "counting": bytes(range(32)), "ones": b"\xff" * 32}


def shuffled(secret: bytes, variant: str, k: int) -> list[str]:
    """rules.md, the shuffle, word for word."""
    key = hmac.new(secret, b"samedeal-deal/1|" + variant.encode() + b"|" + str(k).encode(), hashlib.sha256).digest()
    stream = b"".join(hashlib.sha256(key + bytes(7) + bytes([i])).digest() for i in range(64))
    taken = 0
    deck = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    for i in range(51, 0, -1):
        while True:
            x = int(stream[taken : taken + 8].hex(), 16)
            taken += 8
            if x < 2**64 - 2**64 % (i + 1):
                break
        j = x % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


PINNED = [
    (
        "zeros",
        "chinaman",
        0,
        "8S AD 7D 4D TD QH 2D AH 6H 3C 4S 5C 6S AS 9C 7S TC 8C KC 9D 4C QS KS 8D TS 5D "
        "9S 3H 2C 4H 2H 6C 6D 2S 7C 3D QD QC AC 5S JD 3S 5H JC 7H KH JS 9H TH 8H JH KD",
    ),
    (
        "zeros",
        "chinese-torture",
        0,
        "TD KS 8D 5D 8C 3D 2H QD 5C 2S JC 3C 4C 8S 2C TC 3S 4H JS AS 6D KC AC 9D QS 8H "
        "9H JH 7C TS 3H QC 5S 6H KD 9S 7S 4S 6C 4D 7H 2D AH JD 7D 9C QH 5H 6S AD TH KH",
    ),
    (
        "zeros",
        "whitehorse",
        0,
        "9C JS JH JD 5C 7S 6H KD 4S 2S 2C 9S AS QS 6S 9D KC QD QC 8C KH TC TD 3S 5D QH "
        "AD 8H 2D KS 6C 7C TH 8D 6D AH TS 3C 7H 3D 3H JC 7D 5H 9H 2H AC 4H 8S 5S 4D 4C",
    ),
    (
        "zeros",
        "kansas",
        0,
        "JC TS JS 3S 3D 5C 6D 8H 6C 8C 6S KH 5D 7C 8D JH JD 9D 6H KD AC 4H QC TD 2S 4C "
        "9C 5H 2C TC QD QH 2H 9S 7H 4S 4D QS 9H 7D TH AH 5S AS 3C 7S 3H AD 8S KC 2D KS",
    ),
    (
        "counting",
        "chinaman",
        0,
        "TC QD 2D 5D 8C 7H 2S 7S KC TH KS 4D 7C 6H 4C 3H 3C 8D 9C TD 2H AS 6D 9D 8S QS "
        "9S 5C JH 4H 3S JC KD TS 3D 2C AH 5H 6C JD 6S 5S QH JS 4S QC 9H AC KH AD 8H 7D",
    ),
    (
        "counting",
        "chinaman",
        1,
        "9D TH 7C KC KH JS 7H KS 5H TC 6C 2C 8S 4C JD QS 7S 3S AD 8D QD 4S 3C TS 2D QC "
        "JH AS 9H 4H 9S TD QH AH 6H 5S 5D JC 7D 6S 3D 8H 5C 9C 2H 8C 2S KD 3H 6D AC 4D",
    ),
    (
        "counting",
        "kansas",
        0,
        "4D TH 6H 8C 8D 5D QH 9C 6C 5S 2D 2S 7H 4C 5C AD 8S 9D 3D 2C JS 3H 8H 5H AC 6S "
        "QS 7D JD QD AH 7S TD QC JH 9H TS 9S KC 4H KD 7C AS JC 2H TC 6D 4S KS 3S 3C KH",
    ),
    (
        "ones",
        "whitehorse",
        0,
        "JH 6C 7H 6H 5C 8S 4S QC AC 4C 5S QD TD 3S JD 9H KD 7S 3C AS 2C 5H 3H QS 8C TH "
        "2S QH 3D AH 7C 9C 8H 8D 6D JC 7D KS 5D 2H TS 4D 9D JS AD 6S 4H 9S KC KH TC 2D",
    ),
    (
        "ones",
        "chinese-torture",
        12,
        "QC 3D 6H JS 7H 2C 8S AH 2H 4D 4H 5H 2S QD 6D AS JC 8D QH 7S AC TD 6S KS QS 3C "
        "3H 5D KD 5C TS 4S 9C 8H AD TC 9D 5S 6C 9H 7C JD KC 4C TH 7D 9S JH 2D 8C 3S KH",
    ),
]


@pytest.mark.parametrize(("secret", "variant", "k", "deck"), PINNED)
def test_the_deck_of_a_secret_never_changes(secret: str, variant: str, k: int, deck: str) -> None:
    assert names(deck_for(SECRETS[secret], VARIANTS[variant], k)) == deck


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("secret", SECRETS)
def test_the_shuffle_is_the_one_written_down(secret: str, variant: str) -> None:
    for k in range(30):
        deck = deck_for(SECRETS[secret], VARIANTS[variant], k)
        assert list(map(str, deck)) == shuffled(SECRETS[secret], variant, k)
        assert sorted(map(str, deck)) == sorted(NAMES)


def test_numbers_of_the_last_incomplete_block_are_passed_over() -> None:
    """reject it and take the next while x ≥ 2⁶⁴ − (2⁶⁴ mod (i+1))"""
    limit = 2**64 - 2**64 % 52
    assert limit < 2**64
    assert _below(52, iter([2**64 - 1, limit, 60])) == 8
    assert _below(52, iter([limit - 1, 60])) == 51
