"""Kansas: three columns, a reserve that fills every space, and one pass through the stock."""

from server.rules.variant import Base, Build, Lift, Space, Variant

KANSAS = Variant(
    key="kansas",
    title="Kansas",
    columns=((0, 1),) * 3,
    base=Base.DEALT_FIRST,
    build=Build.ANY_SUIT,
    lift=Lift.RUN,
    space=Space.ANY,
    reserve=13,
    turn=1,
)
