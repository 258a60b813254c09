"""Stars: the same for the same deal, few for what is won by anybody, and a scale for every variant of the day."""

from dataclasses import replace

import pytest

from server.rules import VARIANTS, parse_deck, replay
from server.solver import reference, stars
from server.solver.difficulty import SCALES, Scale, Signs, hardness_of, signs
from tests.rules.evidence import KEPT, rows
from tests.solver.proven import table

SCALE = Scale(Signs(4, 10, 12), Signs(2, 5, 2), (-2, -1, 1, 2))


def test_every_variant_of_the_day_has_a_scale_that_ascends() -> None:
    assert set(SCALES) == set(VARIANTS)
    for scale in SCALES.values():
        assert list(scale.cuts) == sorted(scale.cuts)
        assert min(scale.deviations) > 0


def test_fewer_cards_home_and_more_effort_are_harder() -> None:
    average = Signs(4, 10, 12)
    assert hardness_of(average, SCALE) == 0
    assert hardness_of(Signs(2, 10, 12), SCALE) == 1
    assert hardness_of(Signs(4, 5, 12), SCALE) == 1
    assert hardness_of(Signs(4, 10, 14), SCALE) == 1


def test_a_table_that_is_nearly_won_has_one_star_and_the_same_again() -> None:
    row = next(row for row in rows(KEPT, "deals-chinaman") if "line" in row)
    nearly = replay(VARIANTS["chinaman"], parse_deck(row["deck"]), row["line"][:-6]).final
    assert stars(nearly, reference()) == 1
    assert signs(nearly, reference()) == signs(nearly, reference())


@pytest.mark.parametrize("key", ["chinese-torture", "kansas"])
def test_a_deal_has_one_to_five_stars(key: str) -> None:
    assert stars(table(key), reference()) in range(1, 6)


def test_a_variant_without_a_sample_has_none() -> None:
    variant = replace(VARIANTS["chinaman"], key="new")
    assert stars(table("chinaman")._replace(variant=variant), reference()) is None
