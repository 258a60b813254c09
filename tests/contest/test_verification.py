"""server.contest.verification: a good record holds, and one altered at any one place does not."""

from copy import deepcopy
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.contest.attempt import Attempt, Kind
from server.contest.record import InvalidRecord
from server.contest.result import Outcome
from server.rules import NAMES, VARIANTS, deck_for
from tests.contest.records import Json, given_up, judged, won
from tests.playing import SECRET, dealt, played_by_chance, shuffled

VARIANT_KEYS = ("chinaman", "chinese-torture", "whitehorse", "kansas")
MOVES = (
    "S-W",
    "W-S",
    "S-T",
    "U",
    "W-F",
    "R-F",
    "W-T1",
    "R-T3",
    "T1-F",
    "T2-T1",
    "T3:2-T5",
    "give_up",
    "blocked",
    "",
    "x",
)
HEX = "0123456789abcdef"

PRACTICE = {variant: won(variant) for variant in VARIANT_KEYS}
RANKED = given_up()

records = st.sampled_from([*PRACTICE.values(), RANKED]).map(deepcopy)
randoms = st.randoms(use_true_random=False)


def holds(record: Json) -> bool:
    try:
        return judged(record).holds
    except InvalidRecord:
        return False


@pytest.mark.parametrize("record", [*PRACTICE.values(), RANKED])
def test_a_good_record_holds(record: Json) -> None:
    assert judged(record).holds


def test_how_it_stands_is_said() -> None:
    kansas = PRACTICE["kansas"]
    assert judged(kansas).says == f"won, 52 home, {len(kansas['moves'])} moves"
    assert judged(RANKED).says == f"so far, {RANKED['result']['home']} home, 40 moves"


@given(records, st.data())
def test_a_move_altered_is_refused(record: Json, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(record["moves"]) - 1))
    record["moves"][place] = data.draw(st.sampled_from([move for move in MOVES if move != record["moves"][place]]))
    assert not holds(record)


@given(records, st.data())
def test_a_move_left_out_or_put_in_or_exchanged_is_refused(record: Json, data: st.DataObject) -> None:
    moves = record["moves"]
    place = data.draw(st.integers(0, len(moves) - 2))
    match data.draw(st.sampled_from(["out", "in", "exchanged"])):
        case "out":
            del moves[place]
        case "in":
            moves.insert(place, data.draw(st.sampled_from(MOVES)))
        case _ if moves[place] == moves[place + 1]:
            return
        case _:
            moves[place : place + 2] = moves[place + 1], moves[place]
    assert not holds(record)


@given(records, st.data())
def test_a_time_altered_is_refused(record: Json, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(record["at_ms"]) - 1))
    record["at_ms"][place] += data.draw(st.integers(-2000, 2000).filter(bool))
    assert not holds(record)


@given(records, st.sampled_from(["home", "moves", "elapsed_ms"]), st.integers(-100, 100).filter(bool))
def test_a_number_of_the_result_altered_is_refused(record: Json, claim: str, by: int) -> None:
    record["result"][claim] += by
    assert not holds(record)


@given(records, st.sampled_from(Outcome))
def test_an_outcome_the_moves_do_not_bear_out_is_refused(record: Json, outcome: Outcome) -> None:
    """That somebody gave up, or that time ran out, is in no move: of an attempt that stands open both can be."""
    borne_out = (Outcome.WON,) if record["kind"] == "practice" else (Outcome.GIVEN_UP, Outcome.EXPIRED)
    record["result"]["outcome"] = outcome
    assert holds(record) is (outcome in borne_out)


@given(st.sampled_from(["chain", "commitment", "secret"]), st.integers(0, 63), st.sampled_from(HEX))
def test_a_hash_altered_is_refused(name: str, place: int, digit: str) -> None:
    altered = RANKED[name][:place] + digit + RANKED[name][place + 1 :]
    assert holds({**RANKED, name: altered}) is (altered == RANKED[name])


@given(st.sampled_from(VARIANT_KEYS), st.sampled_from(["chain"]), st.integers(0, 63), st.sampled_from(HEX))
def test_a_chain_altered_is_refused_in_practice_too(variant: str, name: str, place: int, digit: str) -> None:
    record = PRACTICE[variant]
    altered = record[name][:place] + digit + record[name][place + 1 :]
    assert holds({**record, name: altered}) is (altered == record[name])


@given(st.sampled_from(list(PRACTICE.values())).map(deepcopy), st.integers(0, 51), st.sampled_from(NAMES))
def test_a_card_altered_is_refused(record: Json, place: int, card: str) -> None:
    before, record["deck"][place] = record["deck"][place], card
    assert holds(record) is (card == before)


@given(st.permutations(range(52)))
def test_cards_exchanged_are_refused_where_the_secret_says_how_they_lay(order: list[int]) -> None:
    """A deck alone has nothing that speaks against it: a line may win two deals."""
    deck = [str(card) for card in deck_for(SECRET, VARIANTS["whitehorse"], 0)]
    assert holds({**RANKED, "deck": deck})
    assert holds({**RANKED, "deck": [deck[i] for i in order]}) is (order == list(range(52)))


@pytest.mark.parametrize(
    "change",
    [
        {"variant": "kansas"},
        {"rules_version": 2},
        {"deal": 1},
        {"attempt": 185},
        {"game": "2026-12-02/whitehorse"},
        {"game": "2026-12-01/kansas"},
        {"solver_version": "1"},
        {"node_budget": 1},
        {"deck": sorted(NAMES)},
    ],
)
def test_what_a_ranked_record_is_of_altered_is_refused(change: Json) -> None:
    assert not holds({**RANKED, **change})


@pytest.mark.parametrize("claim", ["at_ms", "game", "secret", "deal", "attempt"])
def test_a_claim_that_cannot_be_checked_does_not_hold(claim: str) -> None:
    record = {name: part for name, part in RANKED.items() if name != claim}
    assert not holds(record)


@pytest.mark.parametrize("claims", [("at_ms", "chain"), ("chain",), ("result",), ("kind",), ("player",)])
def test_claims_may_be_left_out(claims: tuple[str, ...]) -> None:
    assert holds({name: part for name, part in RANKED.items() if name not in claims})


def test_a_deck_of_ones_own_is_not_tied_to_the_commitment_by_leaving_out_the_deal_number() -> None:
    """Anybody could be first: take what was published and an easy deck."""
    easy = PRACTICE["whitehorse"]
    forged = {**easy, "attempt": None, "chain": None} | {
        name: RANKED[name] for name in ("secret", "game", "commitment")
    }
    assert judged({**easy, "chain": None}).holds
    assert not holds(forged)


def test_without_a_solver_only_deal_0_is_the_game() -> None:
    """until the solver is there, k = 0"""
    other = {name: part for name, part in RANKED.items() if name not in ("chain", "result", "moves", "at_ms")}
    assert holds({**other, "moves": ["S-W"]})
    assert not holds({**other, "moves": ["S-W"], "deal": 1})


@given(st.sampled_from(Kind), st.sampled_from(VARIANT_KEYS), randoms)
def test_one_that_stops_early_is_verified_as_far_as_it_goes(kind: Kind, variant: str, random: Random) -> None:
    deck = shuffled(random)
    attempt = Attempt(kind, dealt(variant, deck))
    played_by_chance(attempt, random, 40)
    moves = [move for move, _ in attempt.timed_moves]
    record = {"format": "samedeal-record/1", "variant": variant, "rules_version": 1, "deck": deck, "kind": kind}
    assert holds({**record, "moves": moves[: random.randint(0, len(moves))]})


def test_the_first_wrong_move_is_named_and_why() -> None:
    record = {**PRACTICE["kansas"], "moves": ["S-W", "W-S"]}
    assert judged(record).says == "move 2, 'W-S': Turn the rest of the stock first."


def test_nothing_comes_after_the_end() -> None:
    record = deepcopy(PRACTICE["kansas"])
    record["moves"].append("S-W")
    record["at_ms"].append(record["at_ms"][-1])
    verdict = judged(record)
    assert not verdict.holds
    assert "This attempt has ended." in verdict.says


def test_in_a_ranked_record_the_reveal_rule_of_undo_counts() -> None:
    record = {**PRACTICE["whitehorse"], "moves": ["S-W", "U"], "at_ms": None, "result": None, "chain": None}
    assert holds(record)
    assert holds({name: part for name, part in record.items() if name != "kind"}), "without kind as practice"
    assert not holds({**record, "kind": "ranked"})


def test_times_do_not_run_back() -> None:
    early = {**RANKED, "chain": None, "at_ms": [-1, *RANKED["at_ms"][1:]]}
    assert judged(early).says == "move 1 is earlier than the one before it"
    fewer = {**RANKED, "chain": None, "at_ms": RANKED["at_ms"][1:]}
    assert judged(fewer).says == "at_ms has 39 times for 40 moves"
