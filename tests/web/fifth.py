"""A server that deals a fifth patience as well, known to no page: `python -m tests.web.fifth serve`."""

from types import MappingProxyType

import server.rules
from server.rules import variants
from server.rules.variant import Base, Build, Lift, Space, Turn, Variant

FIVE_WELLS = Variant(
    key="five-wells",
    title="Five Wells",
    columns=((0, 2), (1, 2), (2, 2), (1, 2), (0, 2)),
    base=Base.DEALT_AFTER_TABLEAU,
    build=Build.ANY_SUIT,
    circular=True,
    lift=Lift.FACE_UP,
    space=Space.ANY,
    reserve=7,
    turn=2,
    turn_to=Turn.TO_WASTE,
    redeals=1,
    stock_name="store",
    inventor="a test",
)

known = MappingProxyType({**variants.VARIANTS, FIVE_WELLS.key: FIVE_WELLS})
variants.VARIANTS = server.rules.VARIANTS = known

if __name__ == "__main__":
    from server.__main__ import main

    main()
