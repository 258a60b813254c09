"""server.contest.attempt: stepping, undo, the ways to end, idle passes and time."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.contest.attempt import PLY_LIMIT, Attempt, AttemptOver, Entry, Kind, StalePly, Undone
from server.contest.result import Outcome, Result
from server.protocol import piles_of
from server.rules import IllegalMove, InvalidMove, Rule, Table, legal_moves, parse_move
from tests.playing import played, played_by_chance, practice, ranked, shuffled, winning
from tests.rules.by_hand import table

VARIANT_KEYS = ("chinaman", "chinese-torture", "whitehorse", "kansas")
LONELY = ["TC", "5C", "5D", "5H", "5S", "QC", "9C"]
"""Columns of which only the nine can move, on to the ten."""

variants = st.sampled_from(VARIANT_KEYS)
kinds = st.sampled_from(Kind)
randoms = st.randoms(use_true_random=False)


def by_chance(kind: Kind, variant: str, random: Random, plies: int = 60) -> Attempt:
    attempt = (ranked if kind is Kind.RANKED else practice)(variant, shuffled(random))
    played_by_chance(attempt, random, random.randint(0, plies))
    return attempt


def state(attempt: Attempt) -> tuple[object, ...]:
    return attempt.table, attempt.ply, tuple(attempt.log), attempt.outcome, attempt.can_undo, attempt.stale_pass


def shown(lying: Table) -> set[str]:
    """The cards face up on columns, waste and reserve."""
    return {card for pile in piles_of(lying.visible()).values() for card in pile.get("up", [])}


@given(kinds, variants, randoms)
def test_a_step_changes_nothing(kind: Kind, variant: str, random: Random) -> None:
    attempt = by_chance(kind, variant, random)
    before = state(attempt)
    for move in [*map(str, legal_moves(attempt.table)), "U", "W-W", "T1-T1", "S-S"]:
        for ply in (attempt.ply - 1, attempt.ply, attempt.ply + 1):
            with suppress(StalePly, AttemptOver, InvalidMove, IllegalMove):
                attempt.step(ply, move, 10**6)
            assert state(attempt) == before


@given(kinds, variants, randoms)
def test_a_log_played_again_is_the_same_attempt(kind: Kind, variant: str, random: Random) -> None:
    attempt = by_chance(kind, variant, random)
    again = Attempt(kind, attempt.dealt)
    middle = random.randint(0, attempt.ply)
    for part in (attempt.log[:middle], attempt.log):
        for step in again.follow(part):
            assert again.log[step.entry.ply] == step.entry
    assert state(again) == state(attempt)


def test_only_the_next_ply_is_played() -> None:
    attempt = ranked("whitehorse")
    played(attempt, ["S-W", "S-W"])
    for ply in (-1, 0, 1, 3):
        with pytest.raises(StalePly):
            attempt.step(ply, "S-W", 0)
        with pytest.raises(StalePly):
            attempt.close(ply, Outcome.GIVEN_UP, 0)


@given(variants, randoms)
def test_practice_can_be_undone_all_the_way_back(variant: str, random: Random) -> None:
    attempt = by_chance(Kind.PRACTICE, variant, random)
    if attempt.outcome is None:
        undos = 0
        while attempt.can_undo:
            before = attempt.moves
            (step,) = played(attempt, ["U"])
            assert isinstance(step.events[0], Undone)
            assert attempt.moves == before + 1, "undo counts as one move"
        assert attempt.table == attempt.dealt
        undos = [entry.move for entry in attempt.log].count("U")
        assert attempt.moves == 2 * undos, "every move was taken back once"


@given(variants, randoms)
def test_in_a_ranked_attempt_a_move_that_showed_a_card_stays(variant: str, random: Random) -> None:
    """In a ranked attempt only if that move revealed no card."""
    attempt = ranked(variant, shuffled(random))
    way = [attempt.table]
    for _ in range(40):
        may = len(way) > 1 and not shown(way[-1]) - shown(way[-2])
        assert attempt.can_undo is (may and attempt.outcome is None)
        steps = played_by_chance(attempt, random, 1)
        if not steps:
            return
        if steps[0].entry.move == "U":
            way.pop()
        else:
            way.append(attempt.table)
        assert attempt.table == way[-1]


def test_an_undo_takes_back_the_latest_move_not_yet_taken_back() -> None:
    attempt = practice("whitehorse")
    played(attempt, ["S-W", "S-W", "S-W"])
    steps = played(attempt, ["U", "U", "S-W", "U", "U"])
    taken_back = [step.events for step in steps if step.entry.move == "U"]
    assert taken_back == [(Undone(parse_move("S-W")),)] * 4
    assert attempt.table == attempt.dealt
    assert attempt.moves == 8


@pytest.mark.parametrize(
    ("kind", "moves", "why"),
    [
        (Kind.RANKED, [], "There is no move to take back."),
        (Kind.PRACTICE, [], "There is no move to take back."),
        (Kind.PRACTICE, ["S-W", "U"], "There is no move to take back."),
        (Kind.RANKED, ["S-W"], "That move showed a card, so it can't be taken back."),
    ],
)
def test_why_there_is_no_undo(kind: Kind, moves: list[str], why: str) -> None:
    attempt = Attempt(kind, ranked("whitehorse").table)
    played(attempt, moves)
    with pytest.raises(IllegalMove, match=why) as refused:
        attempt.step(attempt.ply, "U", 0)
    assert refused.value.code is Rule.NO_UNDO


@pytest.mark.parametrize("variant", VARIANT_KEYS)
def test_all_cards_home_is_won(variant: str) -> None:
    deck, line = winning(variant)
    attempt = ranked(variant, deck)
    *before, last = played(attempt, line, pause_ms=3)
    assert [step.outcome for step in before] == [None] * (len(line) - 1)
    assert last.outcome is Outcome.WON
    assert last.entries == (last.entry,)
    won = Result(outcome=Outcome.WON, home=52, moves=len(line), elapsed_ms=3 * len(line))
    assert attempt.result == won
    assert not attempt.can_undo


def test_what_a_step_will_count_is_known_before_it_is_true() -> None:
    deck, line = winning("kansas")
    attempt = ranked("kansas", deck)
    played(attempt, line[:-1])
    step = attempt.step(attempt.ply, line[-1], 10**6)
    foretold = attempt.ending(step)
    attempt.advance(step)
    assert foretold == (attempt.result, attempt.timed_moves)


def test_a_step_that_ends_nothing_counts_nothing() -> None:
    attempt = ranked("kansas")
    with pytest.raises(ValueError, match="ends nothing"):
        attempt.ending(attempt.step(0, "S-W", 0))


def test_two_thousand_plies_are_the_end() -> None:
    attempt = practice("whitehorse")
    played(attempt, ["S-W", "U"] * (PLY_LIMIT // 2 - 1) + ["S-W"])
    assert (attempt.ply, attempt.outcome) == (1999, None)
    played(attempt, ["U"])
    assert attempt.result == Result(outcome=Outcome.PLY_LIMIT, home=0, moves=2000, elapsed_ms=2_000_000)
    with pytest.raises(AttemptOver):
        attempt.step(attempt.ply, "S-W", 0)


def test_the_move_that_wins_at_the_last_ply_wins() -> None:
    deck, line = winning("kansas")
    attempt = practice("kansas", deck)
    idle = (PLY_LIMIT - len(line)) // 2
    played(attempt, ["S-W", "U"] * idle)
    spare = PLY_LIMIT - attempt.ply - len(line)
    assert spare in (0, 1)
    played(attempt, line)
    assert attempt.outcome is Outcome.WON


def test_blocked_with_no_undo_ends_a_ranked_attempt_by_an_entry_of_its_own() -> None:
    attempt = Attempt(Kind.RANKED, table("chinaman", LONELY[:6], waste="7C", stock="7D 7H"))
    step = attempt.step(0, "S-W", 700)
    assert step.outcome is Outcome.BLOCKED
    assert step.entries == (Entry(0, "S-W", 700), Entry(1, "blocked", 700))
    attempt.advance(step)
    assert (attempt.ply, attempt.moves, attempt.elapsed_ms) == (2, 1, 700)
    assert attempt.result == Result(outcome=Outcome.BLOCKED, home=0, moves=1, elapsed_ms=700)
    again = Attempt(Kind.RANKED, attempt.dealt)
    assert list(again.follow(attempt.log)) == [step]
    assert state(again) == state(attempt)


def test_blocked_ends_no_practice() -> None:
    """Being blocked ends nothing while an undo is possible"""
    attempt = Attempt(Kind.PRACTICE, table("chinaman", LONELY[:6], waste="7C", stock="7D 7H"))
    (step,) = played(attempt, ["S-W"])
    assert step.outcome is None
    assert attempt.can_undo


def test_blocked_ends_nothing_while_the_last_move_can_be_undone() -> None:
    attempt = Attempt(Kind.RANKED, table("chinaman", LONELY, waste="7C", redeals=1))
    steps = played(attempt, ["T7-T1", "U", "T7-T1"])
    assert [step.outcome for step in steps] == [None] * 3
    assert attempt.can_undo


@pytest.mark.parametrize("outcome", [Outcome.GIVEN_UP, Outcome.EXPIRED])
def test_closing_counts_no_move_and_no_time(outcome: Outcome) -> None:
    attempt = ranked("whitehorse")
    played(attempt, ["S-W", "S-W"])
    step = attempt.close(2, outcome, 999_999)
    assert not step.is_move
    foretold = attempt.ending(step)
    attempt.advance(step)
    assert attempt.result == Result(outcome=outcome, home=0, moves=2, elapsed_ms=2000)
    assert foretold == (attempt.result, [("S-W", 1000), ("S-W", 2000)])
    assert attempt.ply == 3
    with pytest.raises(AttemptOver) as over:
        attempt.step(3, "S-W", 0)
    assert over.value.outcome is outcome
    with pytest.raises(AttemptOver):
        attempt.close(3, Outcome.GIVEN_UP, 0)


def test_an_attempt_without_a_move_has_no_time() -> None:
    attempt = ranked("kansas")
    attempt.advance(attempt.close(0, Outcome.GIVEN_UP, 5000))
    assert attempt.result == Result(outcome=Outcome.GIVEN_UP, home=1, moves=0, elapsed_ms=0)


def test_time_never_runs_back() -> None:
    attempt = ranked("whitehorse")
    for ply, at_ms in enumerate([-5, 300, 200, 301]):
        attempt.advance(attempt.step(ply, "S-W", at_ms))
    assert [entry.at_ms for entry in attempt.log] == [0, 300, 300, 301]
    assert attempt.elapsed_ms == 301


def test_a_whole_pass_without_a_play_is_told_until_there_is_one() -> None:
    attempt = ranked("whitehorse", winning("whitehorse")[0])
    transfer = next(str(move) for move in legal_moves(attempt.table) if str(move) != "S-W")
    told = []
    for _ in range(15):
        played(attempt, ["S-W"])
        told.append(is_stale(attempt))
    assert told == [False] * 14 + [True]
    played(attempt, ["W-S", "S-W"])
    assert is_stale(attempt)
    played(attempt, [transfer])
    assert not is_stale(attempt)
    _turn_through(attempt)
    assert not is_stale(attempt), "this pass had a play"
    played(attempt, ["W-S"])
    _turn_through(attempt)
    assert is_stale(attempt)


def test_an_undone_play_is_none() -> None:
    attempt = practice("whitehorse", winning("whitehorse")[0])
    transfer = next(str(move) for move in legal_moves(attempt.table) if str(move) != "S-W")
    played(attempt, [transfer, "U"])
    _turn_through(attempt)
    assert is_stale(attempt)


def test_chinese_torture_has_no_passes() -> None:
    attempt = practice("chinese-torture")
    played(attempt, ["S-T"])
    assert not is_stale(attempt)


def _turn_through(attempt: Attempt) -> None:
    while attempt.table.stock:
        played(attempt, ["S-W"])


def is_stale(attempt: Attempt) -> bool:
    return attempt.stale_pass
