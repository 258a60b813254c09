"""Making a move: what the rules refuse and why, and the table after it.

`play` is the one truth of legality: each way of moving checks and then makes the move.
"""

from enum import StrEnum
from itertools import pairwise

from .cards import RANK, RANK_WORDS, SUIT, Card
from .moves import FOUNDATION, RESERVE, STOCK, TABLEAU, WASTE, Move
from .table import Cards, Table
from .variant import Lift, Space, Turn


class Rule(StrEnum):
    """Which rule a move breaks (protocol.md, refusal codes)."""

    BUILD = "build"
    SUIT = "suit"
    SPACE = "space"
    NOT_TOP = "not_top"
    FACE_DOWN = "face_down"
    EMPTY = "empty"
    NO_REDEAL = "no_redeal"
    NO_UNDO = "no_undo"


class IllegalMove(Exception):
    """The rules refuse this move: `code` for programs, `why` for the player."""

    def __init__(self, code: Rule, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


def play(table: Table, move: Move) -> Table:
    """The table after a move, with what turns up and what fills a space (rules.md, common 1–8). Raises IllegalMove."""
    source, target, lift = move
    if source >= 0:
        return _play_column(table, source, target, lift)
    if lift != 1:
        raise IllegalMove(Rule.NOT_TOP, "Only one card at a time is played from there.")
    if source == WASTE:
        return _play_waste(table, target) if target != STOCK else _redeal(table)
    if source == RESERVE:
        return _play_reserve(table, target)
    if source == STOCK:
        return _turn_stock(table, target)
    raise IllegalMove(Rule.NO_UNDO, "You can't take a move back here.")


def is_legal(table: Table, move: Move) -> bool:
    """Whether `play` accepts the move."""
    try:
        play(table, move)
    except IllegalMove:
        return False
    return True


def is_next_home(table: Table, card: Card) -> bool:
    """Whether a card is the next of its suit's foundation: base rank first, circular (rules.md, common 1)."""
    return (RANK[card] - table.base) % 13 == table.foundations[SUIT[card]]


def _play_column(table: Table, source: int, target: int, lift: int) -> Table:
    variant, base, before, down, foundations, talon, turned, reserve, redeals = table
    column = _column(table, source)
    _check_lift(table, source, lift)
    columns = list(before)
    columns[source] = column[:-lift]
    if target == FOUNDATION:
        foundations = _send_home(table, column[-lift], lift)
    else:
        _check_lay(table, source, target, column[-lift])
        columns[target] += column[-lift:]
    left = len(column) - lift
    if left == 0:
        if reserve:
            columns[source] = reserve[-1:]
            reserve = reserve[:-1]
    elif left == down[source]:
        down = (*down[:source], left - 1, *down[source + 1 :])
    return Table(variant, base, tuple(columns), down, foundations, talon, turned, reserve, redeals)


def _play_waste(table: Table, target: int) -> Table:
    variant, base, columns, down, foundations, talon, turned, reserve, redeals = table
    if not turned:
        raise IllegalMove(Rule.EMPTY, "There is no card on the waste.")
    card = talon[turned - 1]
    if target == FOUNDATION:
        foundations = _send_home(table, card, 1)
    else:
        columns = _laid(table, WASTE, target, card)
    talon = talon[: turned - 1] + talon[turned:]
    return Table(variant, base, columns, down, foundations, talon, turned - 1, reserve, redeals)


def _play_reserve(table: Table, target: int) -> Table:
    variant, base, columns, down, foundations, talon, turned, reserve, redeals = table
    if not reserve:
        raise IllegalMove(Rule.EMPTY, "There is no card in the reserve.")
    card = reserve[-1]
    if target == FOUNDATION:
        foundations = _send_home(table, card, 1)
    else:
        columns = _laid(table, RESERVE, target, card)
    return Table(variant, base, columns, down, foundations, talon, turned, reserve[:-1], redeals)


def _turn_stock(table: Table, target: int) -> Table:
    if target not in (WASTE, TABLEAU):
        raise IllegalMove(Rule.NOT_TOP, "Stock cards are turned before they are played.")
    return _turn(table) if target == WASTE else _deal_on(table)


def _turn(table: Table) -> Table:
    variant, base, columns, down, foundations, talon, turned, reserve, redeals = table
    if variant.turn_to is not Turn.TO_WASTE:
        raise IllegalMove(Rule.EMPTY, "This game has no waste.")
    if turned == len(talon):
        raise IllegalMove(Rule.EMPTY, "The stock is empty.")
    turned = min(turned + variant.turn, len(talon))
    return Table(variant, base, columns, down, foundations, talon, turned, reserve, redeals)


def _deal_on(table: Table) -> Table:
    variant, base, columns, down, foundations, talon, turned, reserve, redeals = table
    if variant.turn_to is not Turn.TO_TABLEAU:
        raise IllegalMove(Rule.EMPTY, "In this game the stock is turned to the waste.")
    if not talon:
        raise IllegalMove(Rule.EMPTY, f"The {variant.stock_name} is empty.")
    dealt = talon[: variant.turn]
    columns = tuple(column + dealt[i : i + 1] for i, column in enumerate(columns))
    return Table(variant, base, columns, down, foundations, talon[len(dealt) :], turned, reserve, redeals)


def _redeal(table: Table) -> Table:
    variant, base, columns, down, foundations, talon, turned, reserve, redeals = table
    if not turned:
        raise IllegalMove(Rule.EMPTY, "There is no card on the waste.")
    if turned < len(talon):
        raise IllegalMove(Rule.NO_REDEAL, "Turn the rest of the stock first.")
    if not table.redeal_left:
        raise IllegalMove(Rule.NO_REDEAL, "You have been through the stock as often as the rules allow.")
    return Table(variant, base, columns, down, foundations, talon, 0, reserve, redeals + 1)


def _column(table: Table, pile: int) -> Cards:
    if not 0 <= pile < len(table.columns):
        raise IllegalMove(Rule.EMPTY, "This game has no such column.")
    return table.columns[pile]


def _check_lift(table: Table, source: int, lift: int) -> None:
    column = table.columns[source]
    if not 0 < lift <= len(column):
        raise IllegalMove(
            Rule.EMPTY, "There are not so many cards in that column." if column else "That column is empty."
        )
    if lift > len(column) - table.down[source]:
        raise IllegalMove(Rule.FACE_DOWN, "You can't lift a card that lies face down.")
    if lift > 1:
        _check_group(table, column[-lift:])


def _check_group(table: Table, cards: Cards) -> None:
    lift = table.variant.lift
    if lift is Lift.TOP:
        raise IllegalMove(Rule.NOT_TOP, "You can lift only the top card of a column.")
    if lift is Lift.RUN and not _is_run(table, cards):
        raise IllegalMove(Rule.NOT_TOP, "You can lift only cards that run down to the top of the column.")


def _is_run(table: Table, cards: Cards) -> bool:
    takes = table.variant.takes
    return all(card in takes[on] for on, card in pairwise(cards))


def _send_home(table: Table, card: Card, lift: int) -> tuple[int, ...]:
    """The foundations with one more card; it names the rank that is wanted when this is another one."""
    if lift != 1:
        raise IllegalMove(Rule.NOT_TOP, "Only one card at a time goes home.")
    suit = SUIT[card]
    foundations = table.foundations
    done = foundations[suit]
    if (RANK[card] - table.base) % 13 != done:
        wanted = RANK_WORDS[(table.base + done) % 13]
        raise IllegalMove(Rule.SUIT, f"The next card home in this suit is the {wanted}.")
    return (*foundations[:suit], done + 1, *foundations[suit + 1 :])


def _laid(table: Table, source: int, target: int, card: Card) -> tuple[Cards, ...]:
    _check_lay(table, source, target, card)
    columns = table.columns
    return (*columns[:target], (*columns[target], card), *columns[target + 1 :])


def _check_lay(table: Table, source: int, target: int, card: Card) -> None:
    column = _column(table, target)
    variant = table.variant
    if not column:
        if card not in variant.fills[table.base]:
            raise IllegalMove(Rule.SPACE, _SPACE_WHY[variant.space])
    elif source == target:
        raise IllegalMove(Rule.BUILD, "The cards already lie in that column.")
    elif card not in variant.takes[column[-1]]:
        raise IllegalMove(Rule.BUILD, f"Columns build down by one, {variant.build.value}.")


_SPACE_WHY = {
    Space.KING: "Only kings go in an empty column.",
    Space.BELOW_BASE: "Only the rank just below the base rank goes in an empty column.",
    Space.ANY: "Any card goes in an empty column.",
}
