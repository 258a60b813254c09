"""server.contest.packed_log: a finished log in few bytes, and the same log again."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.contest.attempt import CLOSINGS, Entry
from server.contest.packed_log import pack, unpack
from server.rules import VARIANTS
from tests.playing import played, played_by_chance, practice, winning

MOVES = ["U", "S-W", "S-T", "W-S", "W-F", "R-F", "R-T3", "T1-F", "T7:13-T2", "T99:52-T98", *sorted(CLOSINGS)]
LARGEST_MS = 2**40


@given(st.lists(st.tuples(st.sampled_from(MOVES), st.integers(0, LARGEST_MS))))
def test_every_log_comes_back_as_it_was(steps: list[tuple[str, int]]) -> None:
    log, at_ms = [], 0
    for ply, (move, pause) in enumerate(steps):
        at_ms += pause
        log.append(Entry(ply, move, at_ms))
    assert unpack(pack(log)) == tuple(log)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_won_game_takes_at_most_ten_bytes_a_move(variant: str) -> None:
    deck, line = winning(variant)
    attempt = practice(variant, deck)
    played(attempt, line, pause_ms=60_000)
    assert len(pack(attempt.log)) / len(line) <= 7


def test_undone_and_closed_attempts_come_back() -> None:
    attempt = practice("whitehorse")
    played_by_chance(attempt, Random(2), 200)
    attempt.advance(attempt.close(attempt.ply, next(iter(CLOSINGS)), attempt.elapsed_ms + 5))
    assert "U" in [entry.move for entry in attempt.log]
    assert unpack(pack(attempt.log)) == tuple(attempt.log)


def test_the_bytes_are_those_that_are_stored_for_ever() -> None:
    log = [Entry(0, "S-W", 300), Entry(1, "T3:2-T5", 301), Entry(2, "W-F", 301), Entry(3, "given_up", 20_000)]
    assert pack(log).hex() == "01030401ac02080a020104050100ff0000f39901"
    assert unpack(bytes.fromhex("01030401ac02080a020104050100ff0000f39901")) == tuple(log)


@pytest.mark.parametrize(
    ("log", "why"),
    [
        ([Entry(1, "S-W", 0)], "no log"),
        ([Entry(0, "S-W", 5), Entry(2, "S-W", 6)], "no log"),
        ([Entry(0, "S-W", 5), Entry(1, "S-W", 4)], "no log"),
        ([Entry(0, "S-W", -1)], "no log"),
        ([Entry(0, "won", 0)], "not a move"),
        ([Entry(0, "T3:1-T5", 0)], "not a move"),
        ([Entry(0, "", 0)], "not a move"),
    ],
)
def test_what_is_no_log_is_not_packed(log: list[Entry], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        pack(log)


@pytest.mark.parametrize("packed", ["", "00", "02030401ac02", "0103", "010304", "01030401", "01030401ac", "01ff0900"])
def test_other_bytes_are_refused(packed: str) -> None:
    with pytest.raises(ValueError, match="packed log"):
        unpack(bytes.fromhex(packed))
