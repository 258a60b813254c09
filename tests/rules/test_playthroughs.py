"""Stretches of play, kept as text: `python -m tests.rules.golden` writes them anew."""

import pytest

from server.rules import VARIANTS
from tests.rules.golden import FOLDER, NUMBERS, file_of, playthrough


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_play_goes_as_it_was_written_down(variant: str, number: int) -> None:
    kept = file_of(VARIANTS[variant], number)
    assert kept.exists(), "Run: python -m tests.rules.golden"
    assert playthrough(VARIANTS[variant], number).splitlines() == kept.read_text().splitlines()


def test_nothing_is_kept_that_no_variant_plays() -> None:
    assert set(FOLDER.iterdir()) == {file_of(variant, number) for variant in VARIANTS.values() for number in NUMBERS}
