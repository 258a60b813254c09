"""A secret whose deals are soon proven, and its proofs."""

from functools import cache

from server.rules import VARIANTS, Card, Table, deal, deck_for
from server.solver import Proof, find_winnable, reference

SECRET = bytes([110]) * 32


def deck(key: str, k: int) -> tuple[Card, ...]:
    """The deck of a number."""
    return deck_for(SECRET, VARIANTS[key], k)


@cache
def proof(key: str) -> Proof:
    """The proof of a variant's deal."""
    found = find_winnable(VARIANTS[key], lambda k: deck(key, k), engine=reference())
    assert found
    return found


def table(key: str) -> Table:
    """The deal that is proven."""
    return deal(VARIANTS[key], deck(key, proof(key).deal_number))
