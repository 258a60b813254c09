"""The rules of a variant in a few lines for its players, made from its data."""

from .building import Build
from .variant import Base, Lift, Space, Turn, Variant

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def rules_in_words(variant: Variant) -> tuple[str, ...]:
    """Four lines: the aim, the columns, the spaces, the stock."""
    return (_aim(variant), _columns(variant), _spaces(variant), _stock(variant))


def _aim(variant: Variant) -> str:
    start = "the ace" if variant.base is Base.ACE else "the rank of the card dealt there"
    return f"Bring all 52 cards home: a pile for each suit, up by one from {start}."


def _columns(variant: Variant) -> str:
    colours = variant.build.value if variant.build is Build.ALTERNATING else "suits do not matter"
    corner = "; a king goes on an ace" if variant.circular else ""
    lift = {
        Lift.TOP: "Move one card at a time.",
        Lift.FACE_UP: "Lift any face-up card with all that lies on it.",
        Lift.RUN: "Lift as much of a column's run as you like.",
    }[variant.lift]
    return f"Build columns down by one, {colours}{corner}. {lift}"


def _spaces(variant: Variant) -> str:
    takes = {
        Space.KING: "Only a king fills an empty column.",
        Space.BELOW_BASE: "Only the rank just below the base rank fills an empty column.",
        Space.ANY: "Any card fills an empty column.",
    }[variant.space]
    if not variant.reserve:
        return takes
    return "The reserve's top card fills an empty column by itself. Once the reserve is used up, any card does."


def _stock(variant: Variant) -> str:
    if variant.turn_to is Turn.TO_TABLEAU:
        return f"The {variant.stock_name} holds {_number(variant.turn)} cards: deal them on to the first columns, once."
    number = _number(variant.turn)
    cards = "card" if variant.turn == 1 else "cards"
    if variant.redeals is None:
        return f"Turn the stock {number} {cards} at a time, through it as often as you like."
    return f"Turn the stock {number} {cards} at a time, {_times(variant.redeals + 1)} through it."


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{_number(count)} times")
