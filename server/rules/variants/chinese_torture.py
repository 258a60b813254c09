"""Chinese Torture, invented by Randy Rasa: forty-nine cards in columns that build round the corner."""

from server.rules.variant import Base, Build, Lift, Space, Turn, Variant

CHINESE_TORTURE = Variant(
    key="chinese-torture",
    title="Chinese Torture",
    columns=((0, 7), (0, 7), (0, 7), (3, 4), (4, 3), (5, 2), (6, 1)),
    base=Base.DEALT_AFTER_TABLEAU,
    build=Build.ALTERNATING,
    circular=True,
    lift=Lift.FACE_UP,
    space=Space.BELOW_BASE,
    turn=2,
    turn_to=Turn.TO_TABLEAU,
    stock_name="reserve",
    inventor="Randy Rasa",
)
