"""What holds on every table that can be reached, in every variant."""

import dataclasses
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from server.rules import (
    NAMES,
    RANKS,
    VARIANTS,
    Card,
    Table,
    deal,
    events,
    finish,
    is_blocked,
    is_legal,
    legal_moves,
    parse_deck,
    parse_move,
    play,
    reveals,
)
from tests.rules.by_hand import after, piles, written

DECKS = st.permutations(NAMES)
CHOICES = st.lists(st.integers(min_value=0, max_value=10_000), min_size=1, max_size=25)


class Patience(RuleBasedStateMachine):
    """Plays on and looks at every table on the way."""

    @initialize(variant=st.sampled_from(sorted(VARIANTS)), deck=DECKS)
    def deal_cards(self, variant: str, deck: list[str]) -> None:
        self.table = deal(VARIANTS[variant], parse_deck(deck))

    @rule(choices=CHOICES)
    def make_any_moves(self, choices: list[int]) -> None:
        for choice in choices:
            self._play_one_of(legal_moves(self.table), choice)

    @rule(choices=CHOICES)
    def make_moves_of_cards_where_there_are_any(self, choices: list[int]) -> None:
        for choice in choices:
            moves = legal_moves(self.table)
            self._play_one_of([move for move in moves if str(move) not in ("S-W", "W-S")] or moves, choice)

    def _play_one_of(self, moves: Sequence[object], choice: int) -> None:
        if not moves:
            return
        before, text = self.table, written(self.table)
        move = parse_move(str(moves[choice % len(moves)]))
        self.table = play(before, move)
        assert written(before) == text, "a table never changes"
        assert self.table.home - before.home in (0, 1), "cards never leave a foundation, one at a time goes home"
        shown = set(_shown(self.table.visible())) - set(_shown(before.visible()))
        assert reveals(before, move, self.table) == bool(shown)
        assert events(before, move, self.table)
        _hold(self.table)

    @invariant()
    def legal_moves_is_exactly_what_play_accepts(self) -> None:
        accepted = {text for text in _spellable(self.table) if is_legal(self.table, parse_move(text))}
        moves = [str(move) for move in legal_moves(self.table)]
        assert set(moves) == accepted
        assert len(moves) == len(accepted), "each move once"

    @invariant()
    def every_move_prints_as_it_is_read(self) -> None:
        for move in legal_moves(self.table):
            assert parse_move(str(move)) == move

    @invariant()
    def an_offered_finish_wins(self) -> None:
        moves = finish(self.table)
        assert not moves or after(self.table, *map(str, moves)).is_won

    @invariant()
    def a_won_table_is_not_blocked_and_a_blocked_one_cannot_finish(self) -> None:
        assert not (is_blocked(self.table) and (self.table.is_won or finish(self.table)))


Patience.TestCase.settings = settings(
    max_examples=100,
    stateful_step_count=12,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
test_patience = Patience.TestCase


def _hold(table: Table) -> None:
    lying = piles(table)
    assert sorted(card.strip("()") for pile in lying.values() for card in pile) == sorted(NAMES)
    assert not set(_shown(table.visible())) & _hidden(table)
    columns = [pile for name, pile in lying.items() if name[0] == "T"]
    assert all("(" not in column[-1] for column in columns if column), "the top of a column is never face down"
    if table.variant.key in ("chinaman", "whitehorse", "kansas"):
        assert all(_is_run([card for card in column if "(" not in card]) for column in columns)
    if table.variant.key == "kansas":
        assert all(columns) or not table.reserve, "a space is never open while the reserve has a card"


def _is_run(cards: list[str]) -> bool:
    return all(RANKS.index(on[0]) - RANKS.index(card[0]) == 1 for on, card in pairwise(cards))


def _hidden(table: Table) -> set[Card]:
    below = (card for column, down in zip(table.columns, table.down, strict=True) for card in column[:down])
    return {*below, *table.stock, *table.reserve[:-1]}


def _shown(value: object) -> Iterator[Card]:
    """Every card that stands anywhere in a value."""
    if isinstance(value, Card):
        yield value
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from _shown(getattr(value, field.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from _shown(item)


def _spellable(table: Table) -> Iterator[str]:
    """Every spelling about the piles that are there, with a column and a card more than there are."""
    columns = [f"T{place}" for place in range(1, len(table.columns) + 2)]
    lifts = ["", *(f":{number}" for number in range(2, max(map(len, table.columns)) + 2))]
    yield from ("S-W", "S-T", "W-S", "W-F", "R-F", "U")
    yield from (f"{source}-F" for source in columns)
    yield from (f"{source}-{target}" for source in "WR" for target in columns)
    yield from (f"{source}{lift}-{target}" for source in columns for lift in lifts for target in columns)


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_spelling_at_all_is_accepted_but_the_legal_moves(variant: str) -> None:
    table = deal(VARIANTS[variant], parse_deck(list(NAMES)))
    for turn in range(6):
        table = play(table, legal_moves(table)[turn % len(legal_moves(table))])
    columns = [f"T{place}" for place in range(1, 100)]
    lifts = ["", *(f":{number}" for number in range(2, 53))]
    moves = (parse_move(f"T{place}{lift}-{target}") for place in range(1, 9) for lift in lifts for target in columns)
    accepted = {str(move) for move in moves if is_legal(table, move)}
    assert accepted == {str(move) for move in legal_moves(table) if str(move)[0] == "T" and str(move)[-1] != "F"}


@settings(deadline=None, derandomize=True, database=None, max_examples=80)
@given(variant=st.sampled_from(sorted(VARIANTS)), deck=DECKS, choices=CHOICES, chance=st.randoms())
def test_tables_that_agree_on_what_is_visible_are_seen_alike(
    variant: str, deck: list[str], choices: list[int], chance: Random
) -> None:
    table = deal(VARIANTS[variant], parse_deck(deck))
    for choice in choices:
        if moves := legal_moves(table):
            table = play(table, moves[choice % len(moves)])
    hidden = sorted(_hidden(table))
    swapped = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
    other = table._replace(
        columns=tuple(tuple(swapped.get(card, card) for card in column) for column in table.columns),
        talon=tuple(swapped.get(card, card) for card in table.talon),
        reserve=tuple(swapped.get(card, card) for card in table.reserve),
    )
    assert other.visible() == table.visible()
    assert repr(other.visible()) == repr(table.visible())
    assert legal_moves(other) == legal_moves(table)
    assert table.stock or is_blocked(other) == is_blocked(table)
