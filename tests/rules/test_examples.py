"""The tables that explain the rules are tables of real games, and show what their lines say."""

import pytest

from server.rules import VARIANTS, Example, Variant, examples, is_legal, rules_in_words
from server.rules.moves import FOUNDATION


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
def test_each_line_of_the_rules_has_one(variant: Variant) -> None:
    home, column, space, stock = _examples(variant)
    assert all(is_legal(one.table, move) for one in (home, column, space, stock) for move in one.moves)
    assert FOUNDATION in {move.target for move in home.moves}
    assert any(move.target >= 0 and column.table.columns[move.target] for move in column.moves)
    assert _empties(space) if space.table.reserve else _fills(space)
    assert len(stock.table.stock) < variant.stock
    assert not stock.moves


def _examples(variant: Variant) -> list[Example]:
    found = [one for one in examples(variant) if one]
    assert len(found) == len(rules_in_words(variant))
    return found


def _empties(example: Example) -> bool:
    return any(len(example.table.columns[move.source]) == move.lift for move in example.moves if move.source >= 0)


def _fills(example: Example) -> bool:
    return any(not example.table.columns[move.target] for move in example.moves if move.target >= 0)
