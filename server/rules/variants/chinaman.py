"""Chinaman: a triangle of columns built down whatever the suit, and two passes through the stock."""

from server.rules.variant import Base, Build, Lift, Space, Variant

CHINAMAN = Variant(
    key="chinaman",
    title="Chinaman",
    columns=((0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)),
    base=Base.ACE,
    build=Build.ANY_SUIT,
    lift=Lift.FACE_UP,
    space=Space.KING,
    turn=3,
    redeals=1,
)
