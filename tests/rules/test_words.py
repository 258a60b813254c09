"""server.rules.words"""

from dataclasses import replace

import pytest

from server.rules import VARIANTS, rules_in_words


@pytest.mark.parametrize("variant", VARIANTS)
def test_there_are_four_whole_lines(variant: str) -> None:
    lines = rules_in_words(VARIANTS[variant])
    assert len(lines) == 4
    assert all(line[0].isupper() and line.endswith(".") for line in lines)


@pytest.mark.parametrize(
    ("variant", "line", "words"),
    [
        ("chinaman", 0, "up by one from the ace."),
        ("chinaman", 1, "down by one, suits do not matter."),
        ("chinaman", 1, "any face-up card"),
        ("chinaman", 2, "Only a king"),
        ("chinaman", 3, "three cards at a time, twice through it."),
        ("chinese-torture", 0, "up by one from the rank of the card dealt there."),
        ("chinese-torture", 1, "in alternating colours; a king goes on an ace."),
        ("chinese-torture", 1, "any face-up card"),
        ("chinese-torture", 2, "the rank just below the base rank"),
        ("chinese-torture", 3, "The reserve holds two cards"),
        ("chinese-torture", 3, "once."),
        ("whitehorse", 0, "up by one from the ace."),
        ("whitehorse", 1, "one card at a time"),
        ("whitehorse", 2, "Only a king"),
        ("whitehorse", 3, "three cards at a time, through it as often as you like."),
        ("kansas", 0, "up by one from the rank of the card dealt there."),
        ("kansas", 1, "suits do not matter. Lift as much of a column's run as you like."),
        ("kansas", 2, "The reserve's top card fills an empty column by itself."),
        ("kansas", 2, "any card does."),
        ("kansas", 3, "one card at a time, once through it."),
    ],
)
def test_the_words_say_what_the_variant_does(variant: str, line: int, words: str) -> None:
    assert words in rules_in_words(VARIANTS[variant])[line]


def test_any_number_of_passes_has_words() -> None:
    patient = replace(VARIANTS["chinaman"], redeals=2)
    assert rules_in_words(patient)[-1] == "Turn the stock three cards at a time, three times through it."
