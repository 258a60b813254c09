"""server.contest.chain, against what protocol.md says, worked out once more."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.contest.chain import chain_head

GAME, COMMITMENT = "2026-12-01/kansas", "ab" * 32
MOVES = [("S-W", 0), ("W-T2", 1500), ("U", 1500)]


def test_the_head_of_a_log_worked_out_by_hand() -> None:
    """h0 = SHA-256("samedeal-chain/1|ATTEMPT|…|RULES_VERSION"), h_i = SHA-256(h_{i-1} ‖ "PLY|MOVE|AT_MS")"""
    h0 = sha256(f"samedeal-chain/1|184|2026-12-01/kansas|{COMMITMENT}|1".encode()).digest()
    h1 = sha256(h0 + b"0|S-W|0").digest()
    h2 = sha256(h1 + b"1|W-T2|1500").digest()
    h3 = sha256(h2 + b"2|U|1500").digest()
    assert chain_head(184, GAME, COMMITMENT, 1, []) == h0.hex()
    assert chain_head(184, GAME, COMMITMENT, 1, MOVES) == h3.hex()


def test_what_there_is_none_of_is_empty() -> None:
    """(empty where there is none)"""
    assert chain_head(None, None, None, 1, []) == sha256(b"samedeal-chain/1||||1").hexdigest()


def test_the_head_never_changes() -> None:
    assert (
        chain_head(184, GAME, COMMITMENT, 1, MOVES)
        == "0616bf89c3e08fcec3d9b922bf74d77a2e3eba8e0433d78811c67b77e72d7fd0"
    )


@pytest.mark.parametrize(
    "other",
    [
        chain_head(185, GAME, COMMITMENT, 1, MOVES),
        chain_head(184, "2026-12-02/kansas", COMMITMENT, 1, MOVES),
        chain_head(184, GAME, "ac" * 32, 1, MOVES),
        chain_head(184, GAME, COMMITMENT, 2, MOVES),
        chain_head(184, GAME, COMMITMENT, 1, MOVES[:2]),
        chain_head(184, GAME, COMMITMENT, 1, [MOVES[1], MOVES[0], MOVES[2]]),
        chain_head(184, GAME, COMMITMENT, 1, [("S-W", 1), *MOVES[1:]]),
        chain_head(184, GAME, COMMITMENT, 1, [*MOVES, ("U", 1500)]),
    ],
)
def test_every_part_counts(other: str) -> None:
    assert chain_head(184, GAME, COMMITMENT, 1, MOVES) != other


@given(st.lists(st.tuples(st.sampled_from(["S-W", "U", "T3:2-T5"]), st.integers(0, 10**8)), max_size=12))
def test_it_grows_by_one_hash_a_move(moves: list[tuple[str, int]]) -> None:
    head = sha256(f"samedeal-chain/1|7|{GAME}|{COMMITMENT}|1".encode()).digest()
    for ply, (move, at_ms) in enumerate(moves):
        head = sha256(head + f"{ply}|{move}|{at_ms}".encode()).digest()
    assert chain_head(7, GAME, COMMITMENT, 1, moves) == head.hex()
