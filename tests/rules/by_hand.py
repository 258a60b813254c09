"""Tables written by hand in the notation of rules.md, played by hand, and written down again."""

from collections.abc import Sequence

import pytest

from server.rules import (
    NAMES,
    RANKS,
    SUITS,
    VARIANTS,
    Card,
    IllegalMove,
    Rule,
    Table,
    legal_moves,
    parse_move,
    play,
)


def cards(text: str) -> tuple[Card, ...]:
    """`"9H 4C"` -> those cards."""
    return tuple(Card(NAMES.index(name)) for name in text.split())


def names(row: Sequence[Card]) -> str:
    """Cards -> `"9H 4C"`."""
    return " ".join(map(str, row))


def table(
    variant: str,
    columns: Sequence[str] = (),
    *,
    base: str = "A",
    home: str = "",
    stock: str = "",
    waste: str = "",
    reserve: str = "",
    redeals: int = 0,
) -> Table:
    """A table with as many cards as the test needs.

    `columns=["KS 3H | 9C"]` is a T1 with two cards face down under the 9C, and every other column a space. `home` names
    the top card of each foundation that has one; in `stock` the next card is first, in `waste` and `reserve` the top
    card is last.
    """
    rules = VARIANTS[variant]
    written = [*columns, *[""] * (len(rules.columns) - len(columns))]
    return Table(
        variant=rules,
        base=RANKS.index(base),
        columns=tuple(cards(column.replace("|", "")) for column in written),
        down=tuple(len(cards(column.partition("|")[0])) if "|" in column else 0 for column in written),
        foundations=tuple(_height(base, suit, home) for suit in SUITS),
        talon=cards(waste) + cards(stock),
        turned=len(cards(waste)),
        reserve=cards(reserve),
        redeals=redeals,
    )


def _height(base: str, suit: str, home: str) -> int:
    """The number of cards on a foundation whose top card is named in `home`."""
    top = next((name[0] for name in home.split() if name[1] == suit), None)
    return 0 if top is None else (RANKS.index(top) - RANKS.index(base)) % 13 + 1


def after(start: Table, *moves: str) -> Table:
    """The table after these moves, each of which must be legal."""
    for move in moves:
        start = play(start, parse_move(move))
    return start


def legal(start: Table) -> set[str]:
    """The legal moves as text."""
    return set(map(str, legal_moves(start)))


def refusal(start: Table, move: str) -> Rule:
    """Which rule a move breaks; the move must break one."""
    with pytest.raises(IllegalMove) as refused:
        play(start, parse_move(move))
    return refused.value.code


def why(start: Table, move: str) -> str:
    """What the player is told; the move must be illegal."""
    with pytest.raises(IllegalMove) as refused:
        play(start, parse_move(move))
    return refused.value.why


def piles(start: Table) -> dict[str, list[str]]:
    """Every card by pile, as text; those face down in a column or the reserve in brackets.

    Foundations are the piles FC FD FH FS, bottom first like all others, only that the stock's next card is first.
    """
    columns = zip(start.columns, start.down, strict=True)
    return (
        {f"T{place}": _row(column, down) for place, (column, down) in enumerate(columns, 1)}
        | {f"F{suit}": _foundation(start, place) for place, suit in enumerate(SUITS)}
        | {"S": _row(start.stock), "W": _row(start.waste), "R": _row(start.reserve, len(start.reserve) - 1)}
    )


def _row(row: Sequence[Card], down: int = 0) -> list[str]:
    return [f"({card})" if place < down else str(card) for place, card in enumerate(row)]


def _foundation(start: Table, suit: int) -> list[str]:
    ranks = [RANKS[(start.base + step) % 13] for step in range(start.foundations[suit])]
    return [rank + SUITS[suit] for rank in ranks]


def written(start: Table) -> str:
    """The table as text: the tops of the foundations, then a line for each other pile that the variant has."""
    lying = piles(start)
    tops = " ".join((lying[f"F{suit}"] or ["-"])[-1] for suit in SUITS)
    rest = [pile for pile in lying if pile in start.variant.piles]
    return "\n".join(
        [
            f"F   {tops}   base {RANKS[start.base]}, {start.home} home, {start.redeals} redeals",
            *(f"{pile:3} {' '.join(lying[pile])}".rstrip() for pile in rest),
        ]
    )
