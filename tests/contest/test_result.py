"""server.contest.result: who is ahead (product.md)."""

from hypothesis import given
from hypothesis import strategies as st

from server.contest.attempt import PLY_LIMIT
from server.contest.game import final_at, opens_at
from server.contest.result import ELAPSED_BITS, MOVES_BITS, Outcome, Result
from tests.store.worlds import DAY

LONGEST_MS = int((final_at(DAY) - opens_at(DAY)).total_seconds() * 1000)

results = st.builds(
    Result,
    outcome=st.sampled_from(Outcome),
    home=st.integers(0, 52),
    moves=st.integers(0, PLY_LIMIT),
    elapsed_ms=st.integers(0, LONGEST_MS),
)
fields = st.lists(results, min_size=2, max_size=30)


@given(fields)
def test_more_cards_home_then_fewer_moves_then_less_time(field: list[Result]) -> None:
    by_words = sorted(field, key=lambda result: (-result.home, result.moves, result.elapsed_ms))
    assert sorted(field, key=lambda result: result.moves_key) == by_words


@given(fields)
def test_for_speed_more_cards_home_then_less_time_then_fewer_moves(field: list[Result]) -> None:
    by_words = sorted(field, key=lambda result: (-result.home, result.elapsed_ms, result.moves))
    assert sorted(field, key=lambda result: result.speed_key) == by_words


@given(results, results)
def test_exactly_equal_results_share_a_rank_and_no_others(one: Result, other: Result) -> None:
    equal = (one.home, one.moves, one.elapsed_ms) == (other.home, other.moves, other.elapsed_ms)
    assert (one.moves_key == other.moves_key) is equal
    assert (one.speed_key == other.speed_key) is equal


@given(results)
def test_a_key_is_a_bigint_of_the_database(result: Result) -> None:
    assert 0 <= result.moves_key < 2**63
    assert 0 <= result.speed_key < 2**63


def test_the_most_moves_and_the_longest_day_have_their_bits() -> None:
    assert PLY_LIMIT < 2**MOVES_BITS
    assert LONGEST_MS < 2**ELAPSED_BITS


def test_an_outcome_alone_ranks_nobody() -> None:
    """Blocked with 30 home in 100 moves is no better than given up there."""
    keys = {Result(outcome=outcome, home=30, moves=100, elapsed_ms=5).moves_key for outcome in Outcome}
    assert len(keys) == 1
