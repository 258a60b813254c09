"""Whitehorse: seven single cards, a long stock turned by threes, and as many passes as you like."""

from server.rules.variant import Base, Build, Lift, Space, Variant

WHITEHORSE = Variant(
    key="whitehorse",
    title="Whitehorse",
    columns=((0, 1),) * 7,
    base=Base.ACE,
    build=Build.ANY_SUIT,
    lift=Lift.TOP,
    space=Space.KING,
    turn=3,
    redeals=None,
)
